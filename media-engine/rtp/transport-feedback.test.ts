import fc from "fast-check";
import { expect, test } from "vitest";
import { TransportFeedback } from "#engine/rtp/transport-feedback.ts";

/** Reads a feedback packet of two-bit status vectors: arrival in ms by 16-bit sequence number, null = lost. */
function decode(packet: Buffer): Map<number, number | null> {
  const base = packet.readUInt16BE(12);
  const count = packet.readUInt16BE(14);
  let timeMs = packet.readIntBE(16, 3) * 64;
  let delta = 20 + Math.ceil(count / 7) * 2;
  const arrivals = new Map<number, number | null>();
  for (let index = 0; index < count; index++) {
    const chunk = packet.readUInt16BE(20 + Math.floor(index / 7) * 2);
    const symbol = (chunk >> (12 - 2 * (index % 7))) & 3;
    if (symbol === 1) timeMs += packet.readUInt8(delta) / 4;
    if (symbol === 2) timeMs += packet.readInt16BE(delta) / 4;
    delta += symbol;
    arrivals.set((base + index) & 0xffff, symbol === 0 ? null : timeMs);
  }
  return arrivals;
}

test("a feedback packet is what the draft specifies", () => {
  const feedback = new TransportFeedback();
  feedback.arrived(7, 64);
  feedback.arrived(9, 66);
  // Base 7, three packets, reference 1 × 64 ms, first feedback; small, lost, small; deltas 0 and 8 × 250 µs; padding.
  expect(feedback.build(5)?.toString("hex")).toBe(
    "8fcd00050000000100000005" + "0007000300000100" + "d1000008",
  );
});

test("whatever arrives in whatever order is reported once, with its time, and the rest as lost", () => {
  const packet = fc.record({ gap: fc.integer({ min: 1, max: 5 }), waitMs: fc.integer({ min: 0, max: 300 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff }),
      fc.array(packet, { minLength: 1, maxLength: 300 }),
      (first, steps) => {
        const feedback = new TransportFeedback();
        const sent = new Map<number, number>();
        let sequence = first;
        let nowMs = 1000;
        for (const { gap, waitMs } of steps) {
          sequence = (sequence + gap) & 0xffff;
          nowMs += waitMs;
          sent.set(sequence, nowMs);
          feedback.arrived(sequence, nowMs);
        }
        const reported = new Map<number, number>();
        for (let packet = feedback.build(5); packet; packet = feedback.build(5)) {
          expect(packet.length).toBe((packet.readUInt16BE(2) + 1) * 4);
          for (const [number, atMs] of decode(packet)) if (atMs !== null) reported.set(number, atMs);
        }
        expect(reported).toEqual(sent);
      },
    ),
    { numRuns: 60 },
  );
});

test("a packet lost between two feedbacks is reported as lost", () => {
  const feedback = new TransportFeedback();
  feedback.arrived(1, 100);
  feedback.build(5);
  feedback.arrived(3, 120);
  const packet = feedback.build(5);
  expect(packet && [...decode(packet)]).toEqual([
    [2, null],
    [3, 120],
  ]);
  expect(feedback.build(5)).toBeNull();
});

test("a jump or an old number leaves it working", () => {
  const feedback = new TransportFeedback();
  feedback.arrived(10, 100);
  feedback.arrived(30_000, 200);
  feedback.arrived(11, 201);
  const packet = feedback.build(5);
  expect(packet && [...decode(packet).keys()]).toEqual([30_000]);
});
