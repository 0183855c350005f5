import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { damaged, serverEnvironment } from "./cluster.ts";
import { EmbeddedPostgresError } from "./failure.ts";
import { type Folders, give } from "./folders.ts";
import { readPostmaster } from "./postmaster.ts";
import { idsOf, type ServerUser } from "./server-user.ts";

/** Recovery after a power cut replays at most a few hundred megabytes. */
const startTimeoutMs = 120_000;
const handoverAttemptsMax = 100;
const logBytesMax = 10_000_000;

export type LaunchOptions = {
  binaries: string;
  user: ServerUser;
  settings: Record<string, string>;
  /** Gives the start up. */
  signal: AbortSignal;
};

/**
 * Starts the server once the last processes of a killed predecessor have let go of its shared memory, which takes them
 * a moment, and answers its process id. Throws when it ended, took longer than two minutes or was given up; then no server
 * is left.
 */
export async function launchPostgres(folders: Folders, options: LaunchOptions): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOnce(folders, options);
    } catch (error) {
      const isHandover = /pre-existing shared memory/.test(String(error));
      if (!isHandover || attempt >= handoverAttemptsMax || options.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function launchOnce(folders: Folders, options: LaunchOptions): Promise<number> {
  const logStart = prepareLog(folders.logFile, options.user);
  const child = spawnServer(folders, options);
  const ended = new Promise<"ended">((resolve) => {
    child.once("exit", () => resolve("ended"));
    child.once("error", () => resolve("ended"));
  });
  const deadline = performance.now() + startTimeoutMs;
  const isOver = () => options.signal.aborted || performance.now() > deadline;
  while ((await Promise.race([ended, pause(5)])) !== "ended") {
    const postmaster = readPostmaster(folders.data);
    if (postmaster && postmaster.pid === child.pid && postmaster.status === "ready") return postmaster.pid;
    if (!isOver()) continue;
    child.kill("SIGQUIT");
    await ended;
    break;
  }
  throw explain(folders, readFileSync(folders.logFile, "utf8").slice(logStart));
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Detached, in a group of its own: a Ctrl-C meant for the app must not end the database before the app has finished. */
function spawnServer(folders: Folders, { binaries, user, settings }: LaunchOptions): ChildProcess {
  const all = { ...defaults, unix_socket_directories: folders.runArgument, ...settings };
  const log = openSync(folders.logFile, "a");
  const child = spawn(
    path.join(binaries, "bin/postgres"),
    [
      "-D",
      folders.dataArgument,
      ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      cwd: folders.data,
      env: serverEnvironment,
      detached: true,
      stdio: ["ignore", log, log],
      ...idsOf(user),
    },
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
