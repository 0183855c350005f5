import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";
import { lockInstance } from "./instance-lock.ts";
import type { ServerUser } from "./server-user.ts";

/** Where everything of one embedded server lives. */
export type Folders = {
  /** Holds `data`, `run` and `postgres.log`; belongs to the server's user. */
  home: string;
  /** The cluster itself. */
  data: string;
  /** The option that gives the server its cluster. */
  dataArgument: string;
  /** Where the socket is. */
  run: string;
  /** The option that gives the server its socket. */
  runArgument: string;
  logFile: string;
  /** Where a copy of the programs may be put that the server's user can reach. */
  programs: string;
};

const port = 5432;
/** The limit of a Unix socket's path in the kernel, less its closing zero. */
const socketPathMax = 103;

/**
 * Makes `dataDir` and claims it for this process; the returned function gives it back. Throws `already_in_use` and
 * `data_folder_not_writable`.
 */
export function claimDataDir(dataDir: string): () => void {
  try {
    mkdirSync(path.resolve(dataDir), { recursive: true, mode: 0o700 });
    return lockInstance(path.resolve(dataDir));
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : notWritable(dataDir, error);
  }
}

/**
 * Makes the folders below a `dataDir` that is claimed and checks that they can be used. A database of another user than
 * the server's stays as it is, its folders included. Throws `data_folder_not_writable`.
 *
 * A server with a user of its own is started inside of its data folder and names everything from there on: `dataDir` is
 * open to its owner alone, so that no absolute path through it works for that user.
 */
export function prepareFolders(dataDir: string, user: ServerUser): Folders {
  const home = path.join(path.resolve(dataDir), "postgres");
  const data = path.join(home, "data");
  try {
    assertOwner(data, user);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    provePossible(home);
    give(home, user);
    return {
      home,
      data,
      dataArgument: user ? workingFolder() : data,
      ...prepareRun(home, user),
      logFile: path.join(home, "postgres.log"),
      programs: user ? "/var/cache/fanlight" : home,
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

function assertOwner(data: string, user: ServerUser): void {
  if (!user || !existsSync(path.join(data, "PG_VERSION"))) return;
  const owner = statSync(data).uid;
  if (owner === user.uid) return;
  throw new EmbeddedPostgresError(
    "data_folder_not_writable",
    `The database in ${data} belongs to the user with id ${owner}; start Fanlight as that user or give the folder to ${user.name} (chown -R).`,
  );
}

function provePossible(home: string): void {
  const probe = path.join(home, `.probe.${process.pid}`);
  writeFileSync(probe, "");
  rmSync(probe);
}

/** PostgreSQL wants an absolute path; Linux has one for "the folder I am in" that needs no walk from the root. */
function workingFolder(): string {
  if (process.platform === "linux") return "/proc/self/cwd";
  throw new EmbeddedPostgresError(
    "no_unprivileged_user",
    "On this system the database cannot be started by root; start Fanlight as an ordinary user.",
  );
}

/** The data folder's neighbour; only where that path is too long for a socket, a folder among temporary files. */
function prepareRun(home: string, user: ServerUser): Pick<Folders, "run" | "runArgument"> {
  const near = path.join(home, "run");
  const digest = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const run = socketFile(near).length <= socketPathMax ? near : path.join(os.tmpdir(), `fanlight-${digest}`);
  mkdirSync(run, { recursive: true, mode: 0o700 });
  assertOurs(run, user);
  give(run, user);
  chmodSync(run, 0o700);
  return { run, runArgument: run === near ? "../run" : run };
}

/** In a folder open to all somebody else could have put a folder, or a link to one of ours, to catch our connections. */
function assertOurs(run: string, user: ServerUser): void {
  const found = lstatSync(run);
  const isOwn = found.uid === process.getuid?.() || found.uid === user?.uid;
  if (!found.isDirectory() || !isOwn) throw new Error(`${run} belongs to another user`);
}

function notWritable(dataDir: string, cause: unknown): EmbeddedPostgresError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedPostgresError(
    "data_folder_not_writable",
    `The data folder ${dataDir} cannot be written (${reason}); choose another DATA_DIR or correct its owner.`,
    { cause },
  );
}
