import type { Clock } from "#server/kit/clock.ts";

type Timer = { dueMs: number; periodMs: number | null; task: () => void };

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  /** Moves time forward and runs every timer that falls due, in order. */
  advance(ms: number): void;
  /** Sets the time without running timers. */
  set(at: Date | string): void;
};

/** Makes a {@link ManualClock} that shows `start`. */
export function manualClock(start: Date | string = "2026-11-21T12:00:00Z"): ManualClock {
  let nowMs = new Date(start).getTime();
  const timers = new Set<Timer>();
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  return {
    now: () => new Date(nowMs),
    after: (delayMs, task) => add({ dueMs: nowMs + delayMs, periodMs: null, task }),
    every: (periodMs, task) => add({ dueMs: nowMs + periodMs, periodMs, task }),
    set: (at) => {
      nowMs = new Date(at).getTime();
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let timer = nextDue(endMs); timer; timer = nextDue(endMs)) {
        nowMs = timer.dueMs;
        if (timer.periodMs === null) timers.delete(timer);
        else timer.dueMs += timer.periodMs;
        timer.task();
      }
      nowMs = endMs;
    },
  };
}
