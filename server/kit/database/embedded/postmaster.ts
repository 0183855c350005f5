import { readFileSync } from "node:fs";
import net from "node:net";
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

/** Whether somebody accepts connections on a Unix socket. */
export function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(socket);
    probe.once("connect", () => resolve(true));
    probe.once("error", () => resolve(false));
    probe.once("connect", () => probe.destroy());
  });
}
