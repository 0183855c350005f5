import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks a second in which the kernel counts processor time; fixed for what it shows to programs. */
const ticksPerSecond = 100;

type ProcessTimes = { parent: number; own: number; ended: number };

/**
 * Processor seconds, of users and of the kernel, that a process has spent with everything it started: processes that
 * still run and those that have ended and were waited for. Null where the system has no `/proc` (proc(5), `stat`).
 */
export function cpuSecondsOf(pid: number): number | null {
  const times = timesOfAll();
  if (!times.has(pid)) return null;
  const children = Map.groupBy(times.keys(), (each) => times.get(each)?.parent);
  let ticks = 0;
  for (const queue = [pid]; queue.length > 0;) {
    const next = queue.pop() ?? 0;
    const { own = 0, ended = 0 } = times.get(next) ?? {};
    ticks += own + ended;
    queue.push(...(children.get(next) ?? []));
  }
  return ticks / ticksPerSecond;
}

/** Processor seconds of what this process has started and waited for. Null where the system has no `/proc`. */
export function cpuSecondsOfEnded(): number | null {
  const times = readTimes("self");
  return times && times.ended / ticksPerSecond;
}

function timesOfAll(): Map<number, ProcessTimes> {
  const all = new Map<number, ProcessTimes>();
  for (const entry of entriesOfProc()) {
    const times = readTimes(entry);
    if (times) all.set(Number(entry), times);
  }
  return all;
}

function entriesOfProc(): string[] {
  try {
    return readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
}

/** Null when the process has ended meanwhile. */
function readTimes(entry: string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${entry}/stat`, "utf8");
    // The command stands in parentheses and may hold anything, parentheses and spaces included; the state comes next.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return {
      parent: parent ?? 0,
      own: (user ?? 0) + (system ?? 0),
      ended: (endedUser ?? 0) + (endedSystem ?? 0),
    };
  } catch {
    return null;
  }
}
