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
