import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Processor seconds, user and system, that a process has used so far (Linux). */
export function cpuSeconds(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
  // The command, in parentheses, may itself contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Share of one core that a process uses while `seconds` pass, 0..1. */
export async function cpuShare(processId: number, seconds: number): Promise<number> {
  const [startedMs, before] = [performance.now(), cpuSeconds(processId)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return (cpuSeconds(processId) - before) / ((performance.now() - startedMs) / 1000);
}
