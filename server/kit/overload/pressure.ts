import { totalmem } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, poolWait } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";

/** How late this process is at one moment. */
export type Reading = {
  /** How much later than due the event loop comes to its work, over about the last second. */
  loopDelayMs: number;
  /** How long the first of those who wait for a database connection has waited. */
  poolWaitMs: number;
  /** The heap in use, as a share of what it may grow to, 0 to 1. */
  heapShare: number;
  /** Resident memory, as a share of what the machine or the container has, 0 to 1. */
  memoryShare: number;
};

/** `high`: new work is refused. `extreme`: so is everything that need not be taken now. */
export type Level = "none" | "high" | "extreme";

type Limits = Readonly<Record<keyof Reading, Readonly<Record<"high" | "extreme", number>>>>;

/** Event loop delay, in ms, from which new work is refused where nothing else is set. */
export const refuseAfterMsDefault = 400;

const limitsFor = (refuseAfterMs: number): Limits => ({
  loopDelayMs: { high: refuseAfterMs, extreme: 5 * refuseAfterMs },
  // A request asks for a connection several times: by default it takes about a second when it waits this long each time.
  poolWaitMs: { high: refuseAfterMs / 2, extreme: 12.5 * refuseAfterMs },
  heapShare: { high: 0.85, extreme: 0.95 },
  memoryShare: { high: 0.8, extreme: 0.9 },
});

/** The level of a reading: the worst of its parts counts. `refuseAfterMs`: as in {@link watchPressure}. */
export function levelOf(reading: Reading, refuseAfterMs = refuseAfterMsDefault): Level {
  const limits = limitsFor(refuseAfterMs);
  const parts = Object.keys(limits) as (keyof Reading)[];
  if (parts.some((part) => reading[part] >= limits[part].extreme)) return "extreme";
  return parts.some((part) => reading[part] >= limits[part].high) ? "high" : "none";
}

export type Pressure = {
  reading(): Reading;
  level(): Level;
  stop(): void;
};

/**
 * Watches readings, and logs when new work begins and ceases to be refused: from an event loop delay of `refuseAfterMs`,
 * or a wait of half as long for a database connection.
 */
export function watchPressure(
  measure: { read(): Reading; stop?(): void },
  { clock, log }: { clock: Clock; log: Pick<Logger, "warn"> },
  refuseAfterMs = refuseAfterMsDefault,
): Pressure {
  let logged: Level = "none";
  const cancel = clock.every(logEveryMs, () => {
    const reading = measure.read();
    const level = levelOf(reading, refuseAfterMs);
    if (level !== logged)
      log.warn({ pressure: level, ...reading }, "the pressure on this process has changed");
    logged = level;
  });
  return {
    reading: measure.read,
    level: () => levelOf(measure.read(), refuseAfterMs),
    stop() {
      cancel();
      measure.stop?.();
    },
  };
}

const logEveryMs = 1_000;
const sampleMs = 250;
const resolutionMs = 10;
const nanosecondsPerMs = 1e6;

/**
 * Measures this process and the pool of `db`. The event loop's delay is the mean of a quarter of a second, smoothed with
 * those before it: one long turn alone is no overload.
 */
export function measureProcess(db: Database): { read(): Reading; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  const memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  let loopDelayMs = 0;
  let memory = { heapShare: 0, memoryShare: 0 };
  const sample = () => {
    // Without one sample in a whole period the loop was blocked, and the next period shows for how long.
    const mean = histogram.count > 0 ? histogram.mean / nanosecondsPerMs - resolutionMs : sampleMs;
    histogram.reset();
    loopDelayMs = (loopDelayMs + Math.max(0, mean)) / 2;
    const heap = getHeapStatistics();
    memory = {
      heapShare: heap.used_heap_size / heap.heap_size_limit,
      memoryShare: process.memoryUsage.rss() / memoryBytes,
    };
  };
  const timer = setInterval(sample, sampleMs).unref();
  return {
    read: () => ({ loopDelayMs, poolWaitMs: poolWait(db).oldestMs, ...memory }),
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
