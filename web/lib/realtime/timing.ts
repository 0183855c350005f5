/** Time, timers and chance, injected so that tests decide about them. Milliseconds throughout. */
export type Timing = {
  nowMs(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
  /** A number from 0 up to, not including, 1. */
  random(): number;
};

export const browserTiming: Timing = {
  nowMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** The wait before the first retry; it doubles up to the maximum, each time shortened by chance by up to half. */
export const retryFirstMs = 300;
export const retryMaxMs = 15_000;
/** Ticket, handshake and first answer must come within this time. */
export const connectMaxMs = 10_000;
/** The server gives a sign of life every 20 s; more silence than this means that the line is dead. */
export const silenceMaxMs = 45_000;
/** After sleep or a change of network the line must answer within this time. */
export const probeMaxMs = 5_000;
/** Without its line for this long a page says so; most losses are mended sooner. */
export const awayAfterMs = 700;
