import { cpuSeconds } from "../cpu-time.ts";
import { load } from "./chat-load.ts";
import type { Crowd } from "./crowd.ts";

/** Deliveries (lines × sockets) and the CPU seconds that the server spent on them. */
export type Measured = { deliveries: number; cpuSeconds: number; delaysMs: number[] };

/** Lets a server, in one process or several, chat to a crowd, first to warm up and then for the record. Throws when a line is missing. */
export async function measure(
  pids: readonly number[],
  crowd: Pick<Crowd, "lines" | "delaysMs">,
  send: (lines: number) => Promise<void>,
): Promise<Measured> {
  const linesIn = (ms: number) => Math.round((ms / 1_000) * load.linesPerSecond);
  await sendAndCount(crowd, linesIn(load.warmUpMs), send);
  crowd.delaysMs.length = 0;
  const cpuBefore = spent(pids);
  const deliveries = await sendAndCount(crowd, linesIn(load.measuredMs), send);
  return { deliveries, cpuSeconds: spent(pids) - cpuBefore, delaysMs: [...crowd.delaysMs] };
}

const spent = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

async function sendAndCount(
  crowd: Pick<Crowd, "lines">,
  lines: number,
  send: (lines: number) => Promise<void>,
): Promise<number> {
  const wanted = crowd.lines() + lines * load.sockets;
  await send(lines);
  const deadlineMs = performance.now() + 10_000;
  while (crowd.lines() < wanted && performance.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  if (crowd.lines() !== wanted)
    throw new Error(`${wanted - crowd.lines()} of ${wanted} deliveries are missing`);
  return lines * load.sockets;
}

/** Adds up measurements of the same server. */
export function total(parts: readonly Measured[]): Measured {
  return {
    deliveries: parts.reduce((sum, part) => sum + part.deliveries, 0),
    cpuSeconds: parts.reduce((sum, part) => sum + part.cpuSeconds, 0),
    delaysMs: parts.flatMap((part) => part.delaysMs),
  };
}
