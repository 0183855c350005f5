import type { Clock } from "#server/kit/clock.ts";

/** Decides which services are asked: one that gives no answer several times in a row is left alone for a while. */
export type Breaker = {
  /** Whether a service may be asked. After its pause one may, and the others wait for how that ends. */
  admits(origin: string): boolean;
  answered(origin: string): void;
  silent(origin: string): void;
};

type Silence = { inARow: number; untilMs: number };

const inARowMax = 3;
const pauseMs = 60_000;
/** Any browser names one: of more silent services than this the one that fell silent first is forgotten. */
const silencesMax = 1_000;

/** Makes a {@link Breaker} for the services that one process asks. */
export function createBreaker(clock: Clock): Breaker {
  const silences = new Map<string, Silence>();
  const now = () => clock.now().getTime();
  return {
    admits(origin) {
      const silence = silences.get(origin);
      if (!silence || silence.inARow < inARowMax) return true;
      if (now() < silence.untilMs) return false;
      silence.untilMs = now() + pauseMs;
      return true;
    },
    answered: (origin) => void silences.delete(origin),
    silent(origin) {
      const inARow = (silences.get(origin)?.inARow ?? 0) + 1;
      silences.set(origin, { inARow, untilMs: now() + pauseMs });
      const [first] = silences.keys();
      if (silences.size > silencesMax && first !== undefined) silences.delete(first);
    },
  };
}
