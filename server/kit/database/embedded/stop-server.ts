import type { DatabaseLog } from "../log.ts";
import { isAlive } from "./processes.ts";

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
