import { readdirSync, readFileSync } from "node:fs";

/** A process as /proc lists it. */
export type Child = { pid: number; command: string };

/** The processes that `parent` has started and that still run. */
export function childrenOf(parent: number): Child[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
    .map((pid) => ({ pid, command: read(pid, "cmdline").replaceAll("\0", " ").trim() }))
    .filter(({ command }) => command !== "");
}

function parentOf(pid: number): number {
  return Number(/\) \S (\d+)/.exec(read(pid, "stat"))?.[1]);
}

/** A process may end while it is being read. */
function read(pid: number, what: "cmdline" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}
