import { expect, test } from "vitest";
import type { Kept } from "../store/participants-store.ts";
import { awaySince, begun, isChargeDue, isShowDue, type MeterEvent, meterAfter } from "./meter-state.ts";
import type { Metered } from "./meter-types.ts";

const price = { rate: 60, freeSeconds: 0, units: 0, spent: 0, held: 60, capTokens: null };
const participant: Metered = {
  id: 1,
  sessionId: 1,
  modelId: 1,
  fanId: 7,
  slug: "luna",
  mode: "private",
  role: "payer",
  meter: { servedMs: 0, limitMs: null, pause: null, fanAbsentMs: 0, price },
};
const unchanged: Kept = { modelPaused: false, rate: null, rateSince: null, offerExpired: false };
const connected = { modelMedia: true, fanConnected: true, modelPaused: false, missedMs: 0, absentMs: 0 };

const after = (...events: readonly MeterEvent[]) =>
  events.reduce((state, event) => meterAfter(state, event).state, begun(participant, 0));

test("R-OPEN-64: the third charge in a row that fails ends a show, however many outages lie between; a charge begins anew", () => {
  const failed = { kind: "charge_failed", isOutage: false } as const;
  const outage = { kind: "charge_failed", isOutage: true } as const;
  const charged = { kind: "charged", funds: { spent: 0, held: 60, limited: false } } as const;
  expect(after(outage, outage, outage, failed, outage, failed).over).toBeNull();
  expect(after(failed, outage, failed, failed).over).toBe("failed");
  expect(after(failed, failed, charged, failed, failed).over).toBeNull();
});

test("a rate that the database answers stands, unless it was changed here since it was asked", () => {
  const kept = { ...unchanged, rate: 90, rateSince: new Date(5_000) };
  const answer = { kind: "kept", kept, rates: 0, nowMs: 6_000 } as const;
  const risen = meterAfter(after({ kind: "flowed", flowed: { flowedMs: 1_500 } }), answer);
  expect(risen.state.meter.price?.rate).toBe(90);
  expect(risen.effects, "what flowed before costs what it did").toEqual([
    { kind: "cost_rose", rate: 60, restMs: 500 },
  ]);
  expect(isChargeDue(risen.state), "a minute at the new rate is set aside").toBe(true);
  const lowered = after({ kind: "rate_lowered", rate: 30, nowMs: 5_500 }, answer);
  expect(lowered.meter.price?.rate).toBe(30);
  expect(after({ kind: "rate_lowered", rate: 90, nowMs: 0 }).meter.price?.rate, "is none").toBe(60);
});

test("a show whose charge leaves not one second ends for want of tokens, or at the fan's limit", () => {
  const none = { spent: 0, held: 0 };
  expect(after({ kind: "charged", funds: { ...none, limited: false } }).over).toBe("out_of_tokens");
  expect(after({ kind: "charged", funds: { ...none, limited: true } }).over).toBe("limit_reached");
});

test("pages are shown a meter every five served seconds, and at once when it stands still or another spy watches", () => {
  const seen = {
    kind: "seen",
    sight: { ...connected, flowedMs: 2_500 },
    awayMs: null,
    nowMs: 2_500,
  } as const;
  const paused = { ...seen, sight: { ...seen.sight, modelPaused: true } };
  expect([after(seen), after(seen, seen), after(seen, seen, { kind: "shown" })].map(isShowDue)).toEqual([
    false,
    true,
    false,
  ]);
  expect(isShowDue(after(paused))).toBe(true);
  expect(isShowDue(after({ kind: "spies_changed" }))).toBe(true);
});

test("a fan is away since they were last seen connected", () => {
  const gone = { ...connected, fanConnected: false, flowedMs: 0 };
  const first = after({ kind: "seen", sight: { ...connected, flowedMs: 0 }, awayMs: null, nowMs: 3_000 });
  const awayMs = awaySince(first, false);
  expect(awayMs).toBe(3_000);
  const later = meterAfter(first, { kind: "seen", sight: gone, awayMs, nowMs: 4_000 }).state;
  expect([awaySince(later, false), awaySince(later, true)]).toEqual([3_000, null]);
});
