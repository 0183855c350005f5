import type { StudioRequest } from "#contract/paid-shows.ts";

/** An invitation of the model that waits for its fan's answer. */
export type Invitation = {
  id: number;
  fan: { id: number; name: string };
  mode: StudioRequest["mode"];
  expires_at: string;
  /** When the page made it, in milliseconds of `performance.now()`: the clock of a device may be wrong. */
  madeAt: number;
};

/** The requests that still wait once one of them has been answered, was withdrawn or has expired. */
export function without<Waiting extends { id: number }>(
  waiting: readonly Waiting[],
  id: number,
): readonly Waiting[] {
  return waiting.filter((each) => each.id !== id);
}

/** Whole seconds that are left for an answer. Never negative nor more than the whole time, whatever the clocks say. */
export function secondsToAnswer({ expires_at }: { expires_at: string }, now: Date, whole = 30): number {
  const seconds = Math.ceil((new Date(expires_at).getTime() - now.getTime()) / 1000);
  return Math.min(whole, Math.max(0, seconds));
}
