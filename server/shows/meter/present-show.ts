import type { ShowState } from "#contract/show-state.ts";
import {
  type Meter,
  type Price,
  type Step,
  secondsLeft,
  secondsServed,
  stepsUntil,
  tokensDue,
} from "../rules/meter.ts";
import type { ParticipantRow } from "../store/participants-store.ts";

/** The meter of a participant as it was kept last. */
export function meterOf(row: ParticipantRow): Meter {
  return {
    servedMs: row.served_ms,
    limitMs: row.limit_s === null ? null : row.limit_s * 1000,
    pause: row.pause_reason,
    fanAbsentMs: 0,
    price: priceOf(row),
  };
}

function priceOf({
  rate,
  free_s,
  price_units,
  spent,
  held,
  cap_tokens,
  ...row
}: ParticipantRow): Price | null {
  if (rate === null) return null;
  const price = { rate, freeSeconds: free_s, units: price_units, spent, held, capTokens: cap_tokens };
  const since = row.rate_since ?? row.started_at;
  const kept = row.price_steps ?? onlyStep(row, price);
  return { ...price, steps: stepsUntil(kept, rate, since.getTime()) };
}

/** The one step of an ended show whose steps were not kept, where one rate explains its price. */
function onlyStep(
  { ended_at, started_at, served_ms }: Pick<ParticipantRow, "ended_at" | "started_at" | "served_ms">,
  { rate, freeSeconds, units }: Price,
): Step[] | null {
  const seconds = Math.max(0, Math.floor(served_ms / 1000) - freeSeconds);
  if (ended_at === null || units !== seconds * rate) return null;
  return [{ from: started_at.getTime(), rate, seconds }];
}

/** A show as one fan takes part in it. `balance`: what the fan has beside what is set aside for it. */
export function presentShow(row: ParticipantRow, meter: Meter, balance = 0): ShowState {
  const ended = row.ended_at !== null;
  const seconds = row.role === "promo" ? null : row.limit_s;
  const { mode } = row;
  if (mode === "public") throw new Error(`participant ${row.id} of a public session`);
  return {
    id: row.id,
    model_id: row.model_id,
    slug: row.slug,
    mode,
    role: row.role,
    state: ended ? "ended" : meter.pause ? "paused" : "running",
    pause: ended ? null : meter.pause,
    rate: row.rate ?? 0,
    minimum: row.minimum,
    free_seconds: row.free_s,
    spies_allowed: row.spies_allowed,
    spy_count: ended ? 0 : row.spy_count,
    offer:
      ended || row.offered_rate === null || row.offer_expires_at === null
        ? null
        : { rate: row.offered_rate, expires_at: row.offer_expires_at.toISOString() },
    cap:
      row.cap_tokens === null && seconds === null
        ? null
        : {
            ...(row.cap_tokens === null ? {} : { tokens: row.cap_tokens }),
            ...(seconds === null ? {} : { seconds }),
          },
    served_seconds: secondsServed(meter),
    spent: ended ? row.spent : Math.max(row.spent, tokensDue(meter)),
    // The rest of a promo's minutes is kept; paid time is over.
    seconds_left: ended && row.role !== "promo" ? 0 : secondsLeft(meter, balance),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    end_reason: row.end_reason,
  };
}
