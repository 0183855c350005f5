import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** Whether a process with this id exists and has not already ended (a zombie counts as ended). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return readStat(pid)?.state !== "Z";
}

/**
 * A text that no other process ever shares, because ids are reused: the time at which this one began.
 * Undefined when there is no such process.
 */
export function birthOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readStat(pid);
    return stat && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${stat.startTicks}`;
  }
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** Whether process `pid` is a PostgreSQL server at work in `dataFolder`, rather than a stranger with a reused id. */
export function servesFolder(pid: number, dataFolder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(dataFolder);
}

const goneWithinMs = 5_000;

/** Every PostgreSQL process at work in `dataFolder`. Linux only; elsewhere none is found. */
export function serversIn(dataFolder: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").map(Number);
  return pids.filter((pid) => pid > 0 && isPostgresIn(pid, dataFolder));
}

/**
 * Ends the processes that a killed server has left at work in `dataFolder`: they notice its end only when they wait
 * for something, and the next server has to wait for them. Committed data is on disk. Resolves when none is left, or
 * after 5 s. Elsewhere than on Linux they end by themselves, if later.
 */
export async function endServersIn(dataFolder: string): Promise<void> {
  for (const until = performance.now() + goneWithinMs; performance.now() < until; await setTimeout(10)) {
    const left = serversIn(dataFolder);
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
}

function isPostgresIn(pid: number, dataFolder: string): boolean {
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`)) === "postgres" && servesFolder(pid, dataFolder);
  } catch {
    return false;
  }
}

function readStat(pid: number): { state: string; startTicks: string } | undefined {
  try {
    // The second field is the command in brackets and may itself hold spaces and brackets.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
