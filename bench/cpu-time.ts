import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** CPU seconds, user and system, that a process has used so far. Linux only. */
export function cpuSeconds(pid: number): number {
  return secondsIn(pid, [11, 12]);
}

/** The same with what its children have used that have ended, and theirs. */
export function cpuSecondsWithEnded(pid: number): number {
  return secondsIn(pid, [11, 12, 13, 14]);
}

function secondsIn(pid: number, columns: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name, which may hold spaces; the third begins after its parenthesis.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return columns.reduce((sum, column) => sum + Number(fields[column]), 0) / ticksPerSecond;
}
