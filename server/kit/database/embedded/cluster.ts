import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { postgresMajor } from "./binaries.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { type Folders, give } from "./folders.ts";
import { idsOf, type ServerUser } from "./server-user.ts";

/** The name of the superuser inside the cluster; only its socket's folder guards it. */
export const superuser = "fanlight";

/** The environment of the server's programs: nothing of ours that could change how text sorts or times print. */
export const serverEnvironment = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };

/** Whether there is something that claims to be a cluster. */
export function isCluster({ data }: Folders): boolean {
  return existsSync(data) && readdirSync(data).length > 0;
}

/** Checks that the cluster can be used. Throws `other_version` or `damaged`. */
export function checkCluster(folders: Folders): void {
  const versionFile = path.join(folders.data, "PG_VERSION");
  if (!existsSync(versionFile) || !existsSync(path.join(folders.data, "global/pg_control"))) {
    throw damaged(folders, "files are missing");
  }
  const major = readFileSync(versionFile, "utf8").trim();
  if (major !== postgresMajor) {
    throw new EmbeddedPostgresError(
      "other_version",
      `The data in ${folders.data} belongs to PostgreSQL ${major}, this Fanlight contains ${postgresMajor}; dump it with the old one and restore it.`,
    );
  }
}

/** The error for data that PostgreSQL cannot read any more. */
export function damaged(folders: Folders, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "damaged",
    `The database in ${folders.data} is damaged (${reason}); restore it from a backup or move the folder away to start from scratch.`,
  );
}

/** Builds a cluster aside and renames it, so that a crash half way leaves nothing that seems finished. */
export async function createCluster(
  folders: Folders,
  binaries: string,
  user: ServerUser,
  durable: boolean,
): Promise<void> {
  const draft = path.join(folders.home, "data.new");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  give(draft, user);
  const target = user ? folders.dataArgument : draft;
  const { code, output } = await run(
    path.join(binaries, "bin/initdb"),
    [
      ...["-D", target, "-U", superuser, "--auth=trust", "--encoding=UTF8"],
      ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
      ...(durable ? [] : ["--no-sync"]),
    ],
    { cwd: draft, env: serverEnvironment, ...idsOf(user) },
  );
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      "did_not_start",
      `The database could not be created: ${lastLine(output)}`,
    );
  }
  rmSync(folders.data, { recursive: true, force: true });
  renameSync(draft, folders.data);
}

function run(
  program: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /error|FATAL|PANIC/i.test(line)) ?? lines.at(-1) ?? "";
}
