import type { ShowEnd } from "#contract/show-state.ts";
import type { Metered } from "#server/shows/meter/meter-types.ts";
import { stepMs } from "./simulated-media.ts";

/** So long after our side is back nobody's seconds run. */
const graceMs = 20_000;

/** Counts for how long fans who are away could have come back, apart from what the meter counts. */
export class Awaited {
  #brokenMs = Number.NEGATIVE_INFINITY;
  readonly #awayMs = new Map<number, number>();
  readonly #endedMs = new Map<number, number>();

  /** Our side is away. */
  broken(nowMs: number): void {
    this.#brokenMs = nowMs;
  }

  /** A step has passed for a fan. */
  pass(fanId: number, nowMs: number): void {
    if (nowMs - this.#brokenMs > graceMs) this.#awayMs.set(fanId, this.#of(fanId) + stepMs);
  }

  /** The meter has seen a fan. */
  seen(fanId: number): void {
    this.#awayMs.set(fanId, 0);
  }

  /** The meter ends a show, perhaps because its fan stayed away. */
  end({ id, fanId, meter }: Metered, reason: ShowEnd): void {
    // A fan who missed too much of the sent media has left, too.
    const stayedAway = meter.fanAbsentMs > 0 && (reason === "fan_left" || reason === "model_left");
    if (stayedAway) this.#endedMs.set(id, this.#of(fanId));
  }

  /** For how long its fan could have come back by then, ms; null where it was not ended so. */
  byItsEnd(id: number): number | null {
    return this.#endedMs.get(id) ?? null;
  }

  #of(fanId: number): number {
    return this.#awayMs.get(fanId) ?? 0;
  }
}
