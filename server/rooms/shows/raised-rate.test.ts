import fc from "fast-check";
import { expect, test } from "vitest";
import { onlyNode } from "#server/kit/nodes/ownership.ts";
import { type RoomReport, viewerTag } from "#server/media/media.ts";
import { createMeter } from "./meter.ts";
import type { Metered } from "./meter-types.ts";

/** Rates of which the price in units tells how many seconds were charged at each. */
const base = 1_000;
const rates = [1, base, base ** 2, base ** 3];

const show = (rate: number): Metered => ({
  id: 1,
  sessionId: 1,
  modelId: 1,
  fanId: 7,
  slug: "luna",
  mode: "private",
  role: "payer",
  meter: {
    servedMs: 0,
    limitMs: null,
    pause: null,
    fanAbsentMs: 0,
    price: { rate, freeSeconds: 0, units: 0, spent: 0, held: base ** 4, capTokens: null },
  },
});

/** A second in which media flowed or not, what the viewer had confirmed at its end came so late, and the fan agreed to more. */
const second = fc.record({
  flows: fc.boolean(),
  toldLateMs: fc.integer({ min: 0, max: 3_000 }),
  raisedAtMs: fc.option(fc.integer({ min: 0, max: 999 }), { freq: 6 }),
});

async function meterShow(
  seconds: readonly { flows: boolean; toldLateMs: number; raisedAtMs: number | null }[],
) {
  let nowMs = 1_000_000;
  let raises = 0;
  let packets = 0;
  let report: RoomReport | null = null;
  let reported = () => {};
  const meter = createMeter({
    clock: { now: () => new Date(nowMs), after: () => () => {}, every: () => () => {} },
    monotonicMs: () => nowMs,
    log: { error: (problem: unknown) => expect(problem).toBeUndefined() },
    owner: onlyNode,
    reports: {
      rooms: () => new Map(report && [["luna", report]]),
      flows: async () => [],
      onReport: (listener) => {
        reported = listener;
        return () => {};
      },
    },
    keep: async () => new Map([[1, { rate: rates[raises] ?? 0, modelPaused: false, offerExpired: false }]]),
    slice: async (_id, { price }) => ({ spent: 0, held: price?.held ?? 0, limited: false }),
    adopt: async () => [],
    moved: () => {},
    over: async () => {},
  });
  meter.take(show(1));
  const flowed = [0, 0, 0, 0];
  const intervals: { fromMs: number; toMs: number; flowedMs: number }[] = [];
  const tick = async (toldMs: number) => {
    packets += 1;
    const told = intervals.flatMap(({ fromMs, toMs }) => {
      const endMs = Math.min(toMs, toldMs);
      return endMs > fromMs ? [{ fromMs, toMs: endMs, flowedMs: endMs - fromMs }] : [];
    });
    const viewer = { sessionId: "a", tag: viewerTag({ fanId: 7, mode: "private" }), flowed: told };
    report = {
      room: "luna",
      publisherSessionId: "model",
      mediaReceiving: true,
      held: false,
      packetsIn: packets,
      bytesIn: 0,
      viewers: [{ ...viewer, connected: true, packetsSent: packets, lossRatio: 0 }],
      departed: [],
    };
    reported();
    // Everything that the meter does about it is done.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const flow = (flows: boolean, ms: number) => {
    if (flows && ms > 0) intervals.push({ fromMs: nowMs, toMs: nowMs + ms, flowedMs: ms });
    if (flows) flowed[raises] = (flowed[raises] ?? 0) + ms;
    nowMs += ms;
  };
  for (const { flows, toldLateMs, raisedAtMs } of seconds) {
    const beforeMs = raisedAtMs === null || raises === rates.length - 1 ? 1_000 : raisedAtMs;
    flow(flows, beforeMs);
    if (beforeMs < 1_000) {
      raises += 1;
      // As the fan's answer is followed by the next report, which tells the meter of it.
      await tick(nowMs - toldLateMs);
      flow(flows, 1_000 - beforeMs);
    }
    await tick(nowMs - toldLateMs);
  }
  await tick(nowMs);
  const units = meter.meterOf(1)?.price?.units ?? 0;
  meter.stop();
  return { raises, flowed, charged: rates.map((rate) => Math.floor(units / rate) % base) };
}

const sumFrom = (values: readonly number[], at: number) =>
  values.slice(at).reduce((sum, one) => sum + one, 0);

test("R-OPEN-69: a second is charged at a rate that the fan had agreed to before any of it flowed, however late it is told", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(second, { minLength: 1, maxLength: 40 }), async (seconds) => {
      const { raises, flowed, charged } = await meterShow(seconds);
      // Of two raises soon after each other the lower rate may count for both, so what is dear is bounded from above.
      for (const at of rates.keys())
        expect(sumFrom(charged, at) * 1_000).toBeLessThanOrEqual(sumFrom(flowed, at));
      expect(sumFrom(charged, 0) * 1_000).toBeGreaterThan(sumFrom(flowed, 0) - 1_000 * (raises + 1));
    }),
    { numRuns: 300 },
  );
});
