import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { ShowState } from "#contract/show-state.ts";

/** A show for tests: a private one at 60 tokens a minute that has run for 40 seconds. */
export function showOf(change: Partial<ShowState> = {}): ShowState {
  return {
    id: 5,
    model_id: 2,
    slug: "luna",
    mode: "private",
    role: "payer",
    state: "running",
    pause: null,
    rate: 60,
    minimum: 0,
    free_seconds: 0,
    spies_allowed: false,
    spy_count: 0,
    offer: null,
    cap: null,
    served_seconds: 40,
    spent: 40,
    seconds_left: 960,
    started_at: "2026-12-01T00:00:00.000Z",
    ended_at: null,
    end_reason: null,
    ...change,
  };
}

/** The receipt of a show with Luna that has cost 40 tokens, $4.00. */
export function receiptOf(show: ShowState, change: Partial<ShowReceipt> = {}): ShowReceipt {
  return {
    show,
    name: "Luna",
    steps: [{ from: show.started_at, seconds: 40, rate: 60, tokens: 40 }],
    free_seconds: 0,
    minimum: 0,
    waived: 0,
    pauses: [],
    tokens: 40,
    money: { amount: 4, currency: "USD" },
    transfers: [71, 75],
    ...change,
  };
}
