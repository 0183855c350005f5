/** Wall-clock time and timers, injected so that tests decide what time it is. */
export type Clock = {
  /** The current instant. */
  now(): Date;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` every `periodMs` until the returned function is called. */
  every(periodMs: number, task: () => void): () => void;
};

/** The machine's own clock. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
  every(periodMs, task) {
    const timer = setInterval(task, periodMs).unref();
    return () => clearInterval(timer);
  },
};
