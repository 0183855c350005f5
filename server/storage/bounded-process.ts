import { type ChildProcess, spawn } from "node:child_process";

export type ProcessBounds = {
  /** V8's heap, in megabytes. */
  heapMegabytesMax: number;
  /**
   * Addresses in all, in megabytes: what Node reserves before it does anything (1,200), the heap, and what lies outside of it,
   * such as buffers. Linux alone knows this bound.
   */
  memoryMegabytesMax: number;
  /** Of all its threads. The system ends it, also where its parent has ended and nobody else does. */
  cpuSecondsMax: number;
};

/** The signal that the system sends to a process that has used up its time. */
export const outOfTime = "SIGXCPU";

/** Sets the bounds for itself and becomes the program, whose process id and channel are its own. */
const script = 'ulimit -t "$0"; ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * Runs a module in a Node process of its own, within bounds and without the environment of this one, as for input that
 * nobody trusts. Both may send each other messages.
 */
export function boundedProcess(
  module: string,
  args: readonly string[],
  { heapMegabytesMax, memoryMegabytesMax, cpuSecondsMax }: ProcessBounds,
): ChildProcess {
  const options = [`--max-old-space-size=${heapMegabytesMax}`, "--disable-warning=ExperimentalWarning"];
  const limits = [String(cpuSecondsMax), String(memoryMegabytesMax * 1024)];
  return spawn("/bin/sh", ["-c", script, ...limits, process.execPath, ...options, module, ...args], {
    env: { PATH: process.env.PATH ?? "" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
