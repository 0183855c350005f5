import { expect, test } from "vitest";
import { DatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { meterViewer, shownTo } from "#testing/rooms/metered-viewer.ts";
import type { Metered } from "../meter/meter-types.ts";
import { nextSlice } from "../rules/meter.ts";

const rate = 60;
/** A spy at a token a second, who begins with ten free ones. */
const spy: Metered = {
  ...shownTo,
  role: "spy",
  meter: {
    ...shownTo.meter,
    price: { rate, freeSeconds: 10, units: 0, spent: 0, held: 0, capTokens: null },
  },
};

/** Meters a spy who has so many tokens; what flowed is reported after each step. */
function spying(tokens: number, one: Metered = spy) {
  let wallet = tokens;
  const slicedAtMs: number[] = [];
  const ends: string[] = [];
  const { now, pass, reportFlow, measured } = meterViewer(one, {
    keep: async () => new Map([[1, { rate, modelPaused: false, rateSince: null, offerExpired: false }]]),
    slice: async (_id, at) => {
      slicedAtMs.push(at.servedMs);
      const { spent = 0, held = 0 } = at.price ?? {};
      const wanted = nextSlice(at);
      const extend = Math.min(wanted.extend, wallet);
      wallet -= extend;
      return { spent: spent + wanted.capture, held: held - wanted.capture + extend, limited: false };
    },
    over: async ({ meter: at }, reason) => {
      ends.push(`${reason} after ${at.servedMs} ms`);
    },
  });
  const from = now();
  return {
    slicedAtMs,
    ends,
    balance: () => wallet,
    now: measured,
    pass(ms: number) {
      pass(ms);
      return reportFlow([{ fromMs: from, toMs: now(), flowedMs: now() - from }]);
    },
  };
}

test("R-OPEN-66: the first minute is set aside when the free seconds are over, not before, and what flowed by then counts", async () => {
  const { pass, slicedAtMs, balance, now, ends } = spying(200);
  for (let second = 0; second < 9; second++) await pass(1_000);
  await pass(900);
  expect([slicedAtMs, balance(), now()?.servedMs]).toEqual([[], 200, 9_900]);
  await pass(1_300);
  expect([slicedAtMs, balance()]).toEqual([[10_000], 140]);
  expect(now()).toMatchObject({ servedMs: 11_200, price: { units: 60, held: 60 } });
  await pass(800);
  expect(now()).toMatchObject({ servedMs: 12_000, price: { units: 120 } });
  expect(ends).toEqual([]);
});

test("R-OPEN-66: without a token a free look is a whole one, costs nothing and ends", async () => {
  const { pass, now, ends } = spying(0);
  await pass(9_500);
  expect(ends).toEqual([]);
  await pass(1_000);
  expect(ends).toEqual(["out_of_tokens after 10000 ms"]);
  expect(now()?.price).toMatchObject({ units: 0, spent: 0, held: 0 });
});

test("R-OPEN-66: who agreed to the free seconds alone is asked for no token", async () => {
  const { pass, slicedAtMs, ends } = spying(200, { ...spy, meter: { ...spy.meter, limitMs: 10_000 } });
  await pass(9_500);
  await pass(1_000);
  expect([slicedAtMs, ends]).toEqual([[], ["cap_reached after 10000 ms"]]);
});

test("R-OPEN-66, R-OPEN-71: what cannot be charged three times in a row ends; an outage of the database is waited for", async () => {
  const ends: string[] = [];
  let problem = new DatabaseUnavailable(new Error("away"));
  let tries = 0;
  const { now, pass, reportFlow } = meterViewer(spy, {
    log: { error: () => {} },
    keep: async () => new Map([[1, { rate, modelPaused: false, rateSince: null, offerExpired: false }]]),
    slice: async () => {
      tries += 1;
      throw problem;
    },
    over: async (_each, reason) => void ends.push(reason),
  });
  const from = now();
  const second = () => {
    pass(1_000);
    return reportFlow([{ fromMs: from, toMs: now(), flowedMs: now() - from }]);
  };
  for (let at = 0; at < 14; at++) await second();
  expect([tries > 3, ends]).toEqual([true, []]);
  problem = new Error("the ledger refuses") as DatabaseUnavailable;
  const before = tries;
  while (ends.length === 0 && tries < before + 10) await second();
  expect([tries - before, ends[0]]).toEqual([3, "failed"]);
});
