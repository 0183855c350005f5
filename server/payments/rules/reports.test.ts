import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Report, type ReportedState, stateAfter } from "./reports.ts";
import { type IntentState, intentStates, isLegalStep, pathBetween } from "./states.ts";
import {
  neverReceivedMs,
  nextQueryAt,
  retryQueryAt,
  saleTimeoutMs,
  sendMaxMs,
  submittingMaxMs,
} from "./waiting.ts";

const reported = intentStates.filter(
  (state): state is ReportedState => state !== "created" && state !== "submitting",
);
const uncounted = (...states: ReportedState[]): Report[] =>
  states.map((state) => ({ state, sequence: null }));

/** Takes reports one after another as the product does; answers the end, and whether the fan has the tokens. */
function live(reports: readonly Report[]): { state: IntentState; tokens: number; rewards: number } {
  let state: IntentState = "submitting";
  let [tokens, rewards] = [0, 0];
  for (let count = 1; count <= reports.length; count++) {
    const to = stateAfter(reports.slice(0, count));
    for (const next of to ? pathBetween(state, to) : []) {
      expect(isLegalStep(state, next)).toBe(true);
      const moved = tokensMoved(state, next);
      [tokens, rewards, state] = [tokens + moved, rewards + moved, next];
    }
    expect(state).toBe(to);
  }
  return { state, tokens, rewards };
}

function tokensMoved(from: IntentState, to: IntentState): number {
  if (to === "succeeded" || to === "chargeback_reversed") return 1;
  const isReturn = to === "refunded" || to === "charged_back";
  return isReturn && from !== "charged_back" ? -1 : 0;
}

/** Every arrangement of up to `max` of the items. */
function* arrangements<T>(items: readonly T[], max: number, before: T[] = []): Generator<T[]> {
  yield before;
  if (before.length === max) return;
  for (const item of items) if (!before.includes(item)) yield* arrangements(items, max, [...before, item]);
}

describe("the state of a payment after its reports", () => {
  test("R-OPEN-35: any up to five reports lead to one end in all of their orders, by legal steps, tokens included", () => {
    const ends = new Map<string, ReturnType<typeof live>>();
    for (const order of arrangements(reported, 5)) {
      if (order.length === 0) continue;
      const set = order.toSorted().join();
      const end = live(uncounted(...order));
      expect(end, order.join()).toEqual(ends.get(set) ?? end);
      expect(end.tokens).toBe(end.state === "succeeded" || end.state === "chargeback_reversed" ? 1 : 0);
      ends.set(set, end);
    }
    expect(ends.size).toBe(9 + 36 + 84 + 126 + 126);
  });

  test.each<[ReportedState[], ReportedState]>([
    [["declined", "succeeded"], "succeeded"],
    [["unknown", "pending", "expired", "succeeded"], "succeeded"],
    [["cancelled", "declined"], "declined"],
    [["refunded"], "refunded"],
    [["chargeback_reversed"], "chargeback_reversed"],
    [["succeeded", "charged_back"], "charged_back"],
    [["succeeded", "charged_back", "chargeback_reversed"], "chargeback_reversed"],
    [["charged_back", "chargeback_reversed", "refunded"], "refunded"],
  ])("R-OPEN-35: %j ends as %s", (states, end) => {
    expect(stateAfter(uncounted(...states))).toBe(end);
  });

  test("R-OPEN-42: of a dispute of several rounds the last one counts, in every order and however often it is reported", () => {
    const rounds: Report[] = ["succeeded", "charged_back", "chargeback_reversed", "charged_back"].map(
      (state, index) => ({ state: state as ReportedState, sequence: index + 1 }),
    );
    for (const order of arrangements(rounds, rounds.length))
      if (order.length === rounds.length) expect(live(order).state).toBe("charged_back");
    const last: Report = { state: "chargeback_reversed", sequence: 5 };
    const deliveries = fc.shuffledSubarray([...rounds, ...rounds, last, last], { minLength: 10 });
    fc.assert(
      fc.property(deliveries, (order) => {
        expect(live(order)).toEqual({ state: "chargeback_reversed", tokens: 1, rewards: 1 });
      }),
    );
  });

  test("R-OPEN-35: repeated reports of any kind, shuffled, change no end", () => {
    const report = fc.record({
      state: fc.constantFrom(...reported),
      sequence: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
    });
    const orders = fc
      .array(report, { minLength: 1, maxLength: 12 })
      .chain((reports) =>
        fc.tuple(
          fc.constant(reports),
          fc.shuffledSubarray([...reports, ...reports], { minLength: 2 * reports.length }),
        ),
      );
    fc.assert(
      fc.property(orders, ([one, other]) => {
        expect(live(other)).toEqual(live(one));
      }),
      { numRuns: 300 },
    );
  });
});

describe("when the gateway is asked", () => {
  const begun = new Date("2026-11-21T12:00:00Z");
  const atAge = (ms: number) => new Date(begun.getTime() + ms);
  const fiveMinutesMs = 5 * 60_000;
  const turnMs = 1_000;

  test("R-OPEN-34: a sale that is still sent, answered or on its way is never taken for lost", () => {
    expect(sendMaxMs + saleTimeoutMs).toBeLessThan(submittingMaxMs);
    expect(neverReceivedMs - sendMaxMs - saleTimeoutMs).toBeGreaterThanOrEqual(2 * 60_000);
  });

  test("R-OPEN-34: whenever an open payment's process dies, there are three questions left within 5 minutes", () => {
    for (let diedMs = 0; diedMs <= neverReceivedMs; diedMs += 500) {
      const asked: number[] = [];
      let next = nextQueryAt(diedMs < submittingMaxMs ? "submitting" : "unknown", begun, atAge(diedMs));
      while (next && next < atAge(fiveMinutesMs)) {
        const askedAt: Date = new Date(Math.ceil(next.getTime() / turnMs) * turnMs);
        asked.push(askedAt.getTime() - begun.getTime());
        next = nextQueryAt("unknown", begun, askedAt);
      }
      expect(asked.filter((ms) => ms > neverReceivedMs).length, `died at ${diedMs}`).toBeGreaterThanOrEqual(
        3,
      );
    }
  });

  test("R-OPEN-34: an open payment is asked about for ever, one that ended without money for a week", () => {
    const day = 86_400_000;
    for (const state of ["submitting", "unknown", "pending"] as const)
      expect(nextQueryAt(state, begun, atAge(400 * day))).toEqual(atAge(400 * day + 5 * 60_000));
    for (const state of ["declined", "cancelled", "expired"] as const) {
      expect(nextQueryAt(state, begun, atAge(6 * day))).toEqual(atAge(7 * day));
      expect(nextQueryAt(state, begun, atAge(7 * day))).toBeNull();
      for (const age of [day, 7 * day, 8 * day])
        expect(retryQueryAt(state, begun, atAge(age)), "while nobody answers").toEqual(
          atAge(age + 15 * 60_000),
        );
    }
    expect(retryQueryAt("unknown", begun, atAge(0))).toEqual(nextQueryAt("unknown", begun, atAge(0)));
    for (const state of ["succeeded", "refunded", "charged_back", "chargeback_reversed"] as const)
      expect(nextQueryAt(state, begun, begun)).toBeNull();
  });
});
