import type { Clock } from "#web/lib/clock.ts";

const EVERY_MS = 500;

/** Tells that something is being written: `wrote` is called with each change of the text, `tell` every half second. */
export function createTypingSignal(clock: Pick<Clock, "now">, tell: () => void) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    wrote(text: string) {
      const now = clock.now().getTime();
      if (text.trim() === "" || now - toldAt < EVERY_MS) return;
      toldAt = now;
      tell();
    },
  };
}
