import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { damaged, serverEnvironment } from "./cluster.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { type Folders, give } from "./folders.ts";
import { readPostmaster } from "./postmaster.ts";
import type { ServerUser } from "./server-user.ts";

/** Recovery after a power cut replays at most a few hundred megabytes. */
const startTimeoutMs = 120_000;
const handoverAttemptsMax = 100;
const logBytesMax = 10_000_000;

/**
 * Starts the server once the last processes of a killed predecessor have let go of its shared memory, which takes them
 * a moment, and answers its process id. Throws when it ended or took longer than two minutes.
 */
export async function launchPostgres(
  folders: Folders,
  binaries: string,
  user: ServerUser,
  settings: Record<string, string>,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOnce(folders, binaries, user, settings);
    } catch (error) {
      if (attempt >= handoverAttemptsMax || !/pre-existing shared memory/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function launchOnce(
  folders: Folders,
  binaries: string,
  user: ServerUser,
  settings: Record<string, string>,
): Promise<number> {
  const logStart = prepareLog(folders.logFile, user);
  const child = spawnServer(folders, binaries, user, settings);
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.once("error", () => {
    ended = true;
  });
  const deadline = performance.now() + startTimeoutMs;
  while (!ended && performance.now() < deadline) {
    const postmaster = readPostmaster(folders.data);
    if (postmaster && postmaster.pid === child.pid && postmaster.status === "ready") return postmaster.pid;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw explain(folders, readFileSync(folders.logFile, "utf8").slice(logStart));
}

/** Detached, in a group of its own: a Ctrl-C meant for the app must not end the database before the app has finished. */
function spawnServer(
  folders: Folders,
  binaries: string,
  user: ServerUser,
  settings: Record<string, string>,
): ChildProcess {
  const all = { ...defaults, unix_socket_directories: folders.run, ...settings };
  const log = openSync(folders.logFile, "a");
  const child = spawn(
    path.join(binaries, "bin/postgres"),
    [
      "-D",
      folders.dataArgument,
      ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { cwd: folders.data, env: serverEnvironment, detached: true, stdio: ["ignore", log, log], ...user },
  );
  child.unref();
  closeSync(log);
  return child;
}

const defaults = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "200",
  logging_collector: "off",
  log_checkpoints: "off",
  // Refusals such as an overdraft are answers, not news; statements with people's data stay out of the file.
  log_min_messages: "log",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
};

function prepareLog(file: string, user: ServerUser): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) rmSync(file);
  closeSync(openSync(file, "a", 0o600));
  give(file, user);
  return readFileSync(file, "utf8").length;
}

function explain(folders: Folders, log: string): EmbeddedPostgresError {
  const lines = log.trim().split("\n");
  const reason = (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "").replace(
    /^.*?(FATAL|PANIC):\s*/,
    "",
  );
  if (/incompatible with (server|operating)/.test(log)) {
    return new EmbeddedPostgresError(
      "other_version",
      `The data in ${folders.data} belongs to another PostgreSQL: ${reason}.`,
    );
  }
  if (/Permission denied|Read-only file system|No space left/.test(log)) {
    return new EmbeddedPostgresError(
      "data_folder_not_writable",
      `The data folder ${folders.home} cannot be written: ${reason}.`,
    );
  }
  if (
    /PANIC|pg_control|invalid data|checkpoint record|could not open (file|directory) "(base|global|pg_)|not a database cluster/.test(
      log,
    )
  ) {
    return damaged(folders, reason);
  }
  return new EmbeddedPostgresError(
    "did_not_start",
    `The database did not start: ${reason} (see ${folders.logFile}).`,
  );
}
