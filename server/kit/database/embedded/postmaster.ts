import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseLog } from "../log.ts";
import { isAlive } from "./processes.ts";

/** A running server's own entry in `postmaster.pid` (PostgreSQL source, `pidfile.h`). */
export type Postmaster = { pid: number; port: number; socketFolder: string; status: string };

/** Reads `postmaster.pid`; undefined when there is none or it is not yet complete enough to name a process. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "", status: lines[7]?.trim() ?? "" };
}

/** The absolute path of the folder that a server's socket is in; the server may name it from its data folder on. */
export function socketFolderOf({ socketFolder }: Postmaster, dataFolder: string): string {
  return path.resolve(dataFolder, socketFolder);
}

/** Larger than any process id that a system hands out. */
const impossiblePid = 2 ** 31 - 1;

/**
 * A server that was killed leaves its id behind, which by now may be a stranger's or a zombie's; PostgreSQL would take
 * that for a running server. The id is replaced and not the file removed, because the rest of it lets the next server
 * see whether processes of the killed one still use its shared memory. A power cut may leave the file empty.
 */
export function disownDeadServer(dataFolder: string): void {
  const file = path.join(dataFolder, "postmaster.pid");
  if (!existsSync(file)) return;
  const dead = readPostmaster(dataFolder);
  if (!dead) {
    rmSync(file);
    return;
  }
  const [, ...rest] = readFileSync(file, "utf8").split("\n");
  replace(file, [impossiblePid, ...rest].join("\n"));
  const socket = path.join(socketFolderOf(dead, dataFolder), `.s.PGSQL.${dead.port}`);
  for (const leftover of [socket, `${socket}.lock`]) rmSync(leftover, { force: true });
}

/** Whole or not at all, also on a full disk, and for the same owner. */
function replace(file: string, text: string): void {
  const { uid, gid, mode } = statSync(file);
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode });
  chownSync(draft, uid, gid);
  renameSync(draft, file);
}

const stopTimeoutMs = 30_000;

/** Asks for a fast shutdown (SIGINT) and, if that takes longer than half a minute, for an immediate one (SIGQUIT). */
export async function stopServer(pid: number, log: DatabaseLog): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await hasEnded(pid)) return;
    log.warn({ pid, signal }, "the database takes long to stop");
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const deadline = performance.now() + stopTimeoutMs;
  while (performance.now() < deadline) {
    if (!isAlive(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
