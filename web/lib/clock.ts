/** Time and timers as the browser has them, injected so that tests decide what time it is. */
export type Clock = {
  /** The current instant. */
  now(): Date;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** Runs `task` every `periodMs` until the returned function is called. */
  every(periodMs: number, task: () => void): () => void;
};

export const browserClock: Clock = {
  now: () => new Date(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, task) {
    const timer = setInterval(task, periodMs);
    return () => clearInterval(timer);
  },
};
