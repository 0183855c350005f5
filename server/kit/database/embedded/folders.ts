import { createHash } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";
import { canReach, type ServerUser } from "./server-user.ts";

/** Where everything of one embedded server lives. */
export type Folders = {
  /** Holds `data`, `run` and `postgres.log`; belongs to the server's user. */
  home: string;
  /** The cluster itself. */
  data: string;
  /** How the server is told where its cluster is. */
  dataArgument: string;
  /** Where the socket is. */
  run: string;
  logFile: string;
  /** Where a copy of the programs may be put that the server's user can reach. */
  programs: string;
};

const port = 5432;
/** The limit of a Unix socket's path in the kernel, less its closing zero. */
const socketPathMax = 103;

/** Makes the folders below `dataDir` and checks that they can be used. Throws `data_folder_not_writable`. */
export function prepareFolders(dataDir: string, user: ServerUser): Folders {
  const home = path.join(path.resolve(dataDir), "postgres");
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    provePossible(home);
    give(home, user);
    const reachable = canReach(home, user);
    return {
      home,
      data: path.join(home, "data"),
      dataArgument: reachable ? path.join(home, "data") : unreachableData(dataDir),
      run: prepareRun(home, reachable, user),
      logFile: path.join(home, "postgres.log"),
      programs: reachable ? home : "/var/cache/fanlight",
    };
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : notWritable(dataDir, error);
  }
}

/** The socket's path, which doubles as the address of the server. */
export function socketFile(run: string): string {
  return path.join(run, `.s.PGSQL.${port}`);
}

/** Gives a file or folder to the server's user. */
export function give(file: string, user: ServerUser): void {
  if (user) chownSync(file, user.uid, user.gid);
}

function provePossible(home: string): void {
  const probe = path.join(home, `.probe.${process.pid}`);
  writeFileSync(probe, "");
  rmSync(probe);
}

/**
 * Below a closed folder such as /root no absolute path works for the server's user. It is then started inside its
 * data folder, and Linux offers a name for "the folder I am in" that needs no walk from the root.
 */
function unreachableData(dataDir: string): string {
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new EmbeddedPostgresError(
    "data_folder_not_writable",
    `The database's user cannot reach ${dataDir}; choose a DATA_DIR outside of a closed home folder.`,
  );
}

function prepareRun(home: string, reachable: boolean, user: ServerUser): string {
  const near = path.join(home, "run");
  const short = path.join(
    os.tmpdir(),
    `fanlight-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`,
  );
  const run = reachable && socketFile(near).length <= socketPathMax ? near : short;
  mkdirSync(run, { recursive: true, mode: 0o700 });
  assertOurs(run, user);
  give(run, user);
  chmodSync(run, 0o700);
  return run;
}

/** A folder in a place open to all could have been put there by somebody else to catch our connections. */
function assertOurs(run: string, user: ServerUser): void {
  const owner = statSync(run).uid;
  if (owner !== process.getuid?.() && owner !== user?.uid) throw new Error(`${run} belongs to another user`);
}

function notWritable(dataDir: string, cause: unknown): EmbeddedPostgresError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(
    "data_folder_not_writable",
    `The data folder ${dataDir} cannot be written (${reason}); choose another DATA_DIR or correct its owner.`,
    { cause },
  );
}
