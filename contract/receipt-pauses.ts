import type { ShowReceipt } from "./paid-shows.ts";

/** A pause from this on is listed: a shorter one is none that anybody could see. */
const listedFromMs = 1_000;

/** The pauses of a show that its receipt lists, in their order; one that still lasts is among them. */
export function listedPauses({ pauses }: Pick<ShowReceipt, "pauses">): ShowReceipt["pauses"] {
  return pauses.filter(({ from, to }) => to === null || Date.parse(to) - Date.parse(from) >= listedFromMs);
}

/** Less than this comes of whole seconds, and of the last moment before an end, which is never charged. */
const worthALine = 5;

/**
 * Seconds of a show that were neither served nor lie in one of its {@link listedPauses}: interruptions too short to be a
 * pause. 0 while it runs, and where they are not worth a line of the receipt.
 */
export function unlistedSeconds({ show, pauses }: Pick<ShowReceipt, "show" | "pauses">): number {
  if (show.ended_at === null) return 0;
  const [start, end] = [Date.parse(show.started_at), Date.parse(show.ended_at)];
  const pausedMs = listedPauses({ pauses }).reduce(
    (sum, { from, to }) => sum + (to ? Date.parse(to) : end) - Date.parse(from),
    0,
  );
  const seconds = Math.floor((end - start - pausedMs) / 1_000) - show.served_seconds;
  return seconds < worthALine ? 0 : seconds;
}
