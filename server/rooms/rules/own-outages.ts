import { lengthOutside, type Stretch } from "#server/kit/stretches.ts";

/** The parts that media and shows depend on: the media engine or LiveKit, and the database. */
export type OwnPart = "media" | "database";

/** When a part was last known to work, ms; null before that was seen once. `isAway`: it has failed since. */
type Seen = { lastMs: number | null; isAway: boolean };

/** The known state of our own side: each part, and when one of them, or the process itself, was away. */
export type OwnSide = Readonly<Record<OwnPart, Seen>> & { past: readonly Stretch[] };

/** So long after our side is back the seconds of people who have to come back begin to run: their pages try again by then. */
export const afterOutageMs = 20_000;
/** A part of which nothing was heard for longer than this is away. Each is heard of at least every two seconds. */
export const unheardMsMax = 5_000;
/** Nobody is waited for longer than this because of what lies further back. */
const keptMs = 600_000;

const unheard: Seen = { lastMs: null, isAway: false };
/** Our side of which nothing is known yet. */
export const unknownSide: OwnSide = { media: unheard, database: unheard, past: [] };

/** Our side as a process finds it that takes shows over: until then there was none. */
export const takenOver = (nowMs: number): OwnSide => ({
  ...unknownSide,
  past: [{ fromMs: Number.NEGATIVE_INFINITY, toMs: nowMs }],
});

/** A part works: if it was away, that is over. */
export function works(side: OwnSide, part: OwnPart, nowMs: number): OwnSide {
  const outage = outageOf(side[part], nowMs);
  const past = outage ? [...side.past, { ...outage, toMs: nowMs }] : side.past;
  return {
    ...side,
    [part]: { lastMs: nowMs, isAway: false },
    past: past.filter(({ toMs }) => toMs > nowMs - keptMs),
  };
}

/** A part has failed, and has been silent since `sinceMs`, if that is longer than since it was heard of. */
export function fails(side: OwnSide, part: OwnPart, sinceMs: number): OwnSide {
  return { ...side, [part]: { lastMs: Math.min(side[part].lastMs ?? sinceMs, sinceMs), isAway: true } };
}

/**
 * For how long somebody who is away since `sinceMs` could have come back, ms: the time in which our own side was away does not
 * count, nor do the first 20 s after it.
 */
export function absentMs(side: OwnSide, sinceMs: number, nowMs: number): number {
  const excused = side.past.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + afterOutageMs }));
  const lasting = [side.media, side.database].flatMap((part) => outageOf(part, nowMs) ?? []);
  return lengthOutside({ fromMs: sinceMs, toMs: nowMs }, [...excused, ...lasting]);
}

function outageOf({ lastMs, isAway }: Seen, nowMs: number): Stretch | null {
  if (lastMs === null || (!isAway && nowMs - lastMs <= unheardMsMax)) return null;
  return { fromMs: lastMs, toMs: Number.POSITIVE_INFINITY };
}
