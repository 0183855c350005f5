import { expect, test } from "vitest";
import { ReceiveStream } from "#engine/rtp/receive-stream.ts";

const stream = () => new ReceiveStream(1, "video", 90_000);

test("numbers go on over the wrap of 16 bits", () => {
  const source = stream();
  const first = source.receive(65_534, 0, 0) ?? 0;
  expect([65_535, 0, 1].map((sequence) => (source.receive(sequence, 0, 0) ?? 0) - first)).toEqual([1, 2, 3]);
});

test("a packet that comes twice counts once", () => {
  const source = stream();
  source.receive(10, 0, 0);
  source.receive(12, 0, 0);
  expect(source.receive(12, 0, 0)).toBeNull();
  expect(source.receive(11, 0, 0)).not.toBeNull();
  expect(source.receive(11, 0, 0)).toBeNull();
  expect(source.report(0)).toMatchObject({ lostPackets: 0, lossRatio: 0 });
});

test("a lost packet is asked for after 5 ms, then every 60 ms, and given up within a second", () => {
  const source = stream();
  source.receive(10, 0, 0);
  source.receive(13, 0, 0);
  expect(source.missing.due(4)).toEqual([]);
  expect(source.missing.due(5)).toEqual([11, 12]);
  expect(source.missing.due(40)).toEqual([]);
  source.receive(12, 0, 50);
  expect(source.missing.due(65)).toEqual([11]);
  const asked = Array.from({ length: 40 }, (_, index) => source.missing.due(100 + index * 50)).flat();
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(source.missing.due(5000)).toEqual([]);
});

test("loss is reported as the share since the last report", () => {
  const source = stream();
  for (const sequence of [1, 2, 4, 5]) source.receive(sequence, 0, 0);
  expect(source.report(0).lossRatio).toBeCloseTo(0.2);
  for (const sequence of [6, 7, 8]) source.receive(sequence, 0, 0);
  expect(source.report(0)).toMatchObject({ lossRatio: 0, lostPackets: 1 });
});

test("a gap too wide to repair is not asked for packet by packet", () => {
  const source = stream();
  source.receive(10, 0, 0);
  source.receive(1010, 0, 0);
  expect(source.missing.due(100)).toEqual([]);
});

test("a restarted numbering is followed once two packets agree on it", () => {
  const source = stream();
  const before = source.receive(100, 0, 0) ?? 0;
  expect(source.receive(40_000, 0, 0)).toBeNull();
  const after = source.receive(40_001, 0, 0) ?? 0;
  expect(after & 0xffff).toBe(40_001);
  expect(after - before).toBeGreaterThan(0xffff);
  expect(source.receive(40_002, 0, 0)).toBe(after + 1);
});
