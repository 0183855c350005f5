import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What a running server says about itself in `postmaster.pid` (PostgreSQL source, `pidfile.h`). */
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

/** Larger than any process id that a system hands out. */
const impossiblePid = 2 ** 31 - 1;

/**
 * A server that was killed leaves its id behind, which by now may be a stranger's or a zombie's; PostgreSQL would take
 * that for a running server. The id is replaced and not the file removed, because the rest of it lets the next server
 * see whether processes of the killed one still use its shared memory.
 */
export function disownDeadServer(dataFolder: string, dead: Postmaster): void {
  const file = path.join(dataFolder, "postmaster.pid");
  const [, ...rest] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, [impossiblePid, ...rest].join("\n"));
  const socket = path.join(dead.socketFolder, `.s.PGSQL.${dead.port}`);
  for (const leftover of [socket, `${socket}.lock`]) rmSync(leftover, { force: true });
}
