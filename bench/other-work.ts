import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { cpuSecondsWithEnded } from "./cpu-time.ts";

/**
 * Watches what the machine's other processes use. The returned function reports it for the time since, as a share of all
 * cores, 0..1: what was busy, less what this process and those that it started have used. Linux only.
 */
export function watchOtherWork(): () => number {
  const [startedMs, busy, own] = [performance.now(), busySeconds(), ownSeconds()];
  return () => {
    const available = ((performance.now() - startedMs) / 1_000) * os.availableParallelism();
    return Math.max(0, (busySeconds() - busy - (ownSeconds() - own)) / available);
  };
}

function busySeconds(): number {
  return (
    os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000
  );
}

function ownSeconds(): number {
  return family().reduce((sum, pid) => sum + secondsOf(pid), 0);
}

/** This process and its descendants. */
function family(): number[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
  const isOwn = (pid: number | undefined): boolean =>
    pid !== undefined && pid !== 0 && (pid === process.pid || isOwn(parents.get(pid)));
  return [...parents.keys()].filter(isOwn);
}

function processes(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function parentOf(pid: number): number {
  return unlessGone(() => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]));
}

function secondsOf(pid: number): number {
  return unlessGone(() => cpuSecondsWithEnded(pid));
}

/** Processes may end while they are read. */
function unlessGone(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}
