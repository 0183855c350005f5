import fc from "fast-check";
import { expect, test } from "vitest";
import { meterViewer, shownTo } from "#testing/rooms/metered-viewer.ts";
import type { Metered } from "./meter-types.ts";

/** Rates of which the price in units shows how many seconds were charged at each. */
const base = 1_000;
const rates = [1, base, base ** 2, base ** 3];

const payer: Metered = {
  ...shownTo,
  role: "payer",
  meter: {
    ...shownTo.meter,
    price: { rate: 1, freeSeconds: 0, units: 0, spent: 0, held: base ** 4, capTokens: null },
  },
};

/** A second in which media flowed or not, what the viewer had confirmed at its end came so late, and the fan agreed to more. */
const second = fc.record({
  flows: fc.boolean(),
  reportedLateMs: fc.integer({ min: 0, max: 3_000 }),
  raisedAtMs: fc.option(fc.integer({ min: 0, max: 999 }), { freq: 6 }),
});

async function meterShow(
  seconds: readonly { flows: boolean; reportedLateMs: number; raisedAtMs: number | null }[],
) {
  let raises = 0;
  const { now, pass, reportFlow, measured, stop } = meterViewer(payer, {
    keep: async () =>
      new Map([[1, { rate: rates[raises] ?? 0, modelPaused: false, rateSince: null, offerExpired: false }]]),
    slice: async (_id, { price }) => ({ spent: 0, held: price?.held ?? 0, limited: false }),
    over: async () => {},
  });
  const flowed = [0, 0, 0, 0];
  const intervals: { fromMs: number; toMs: number; flowedMs: number }[] = [];
  const tick = (reportedMs: number) =>
    reportFlow(
      intervals.flatMap(({ fromMs, toMs }) => {
        const endMs = Math.min(toMs, reportedMs);
        return endMs > fromMs ? [{ fromMs, toMs: endMs, flowedMs: endMs - fromMs }] : [];
      }),
    );
  const flow = (flows: boolean, ms: number) => {
    if (flows && ms > 0) intervals.push({ fromMs: now(), toMs: now() + ms, flowedMs: ms });
    if (flows) flowed[raises] = (flowed[raises] ?? 0) + ms;
    pass(ms);
  };
  for (const { flows, reportedLateMs, raisedAtMs } of seconds) {
    const beforeMs = raisedAtMs === null || raises === rates.length - 1 ? 1_000 : raisedAtMs;
    flow(flows, beforeMs);
    if (beforeMs < 1_000) {
      raises += 1;
      // As the fan's answer is followed by the next report, by which the meter gets it.
      await tick(now() - reportedLateMs);
      flow(flows, 1_000 - beforeMs);
    }
    await tick(now() - reportedLateMs);
  }
  await tick(now());
  const units = measured()?.price?.units ?? 0;
  stop();
  return { raises, flowed, charged: rates.map((rate) => Math.floor(units / rate) % base) };
}

const sumFrom = (values: readonly number[], at: number) =>
  values.slice(at).reduce((sum, one) => sum + one, 0);

test("R-OPEN-69: a second is charged at a rate that the fan had agreed to before any of it flowed, however late it is reported", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(second, { minLength: 1, maxLength: 40 }), async (seconds) => {
      const { raises, flowed, charged } = await meterShow(seconds);
      // The lower rate may count for both of two raises soon after each other, so the dear time is bounded from
      // above.
      for (const at of rates.keys())
        expect(sumFrom(charged, at) * 1_000).toBeLessThanOrEqual(sumFrom(flowed, at));
      expect(sumFrom(charged, 0) * 1_000).toBeGreaterThan(sumFrom(flowed, 0) - 1_000 * (raises + 1));
    }),
    { numRuns: 300 },
  );
});
