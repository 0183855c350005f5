import { expect, test } from "vitest";
import { createLane } from "./lane.ts";

test("packets are numbered one after the other and carry type, marker, time and source", () => {
  const lane = createLane(96);
  const first = lane.packet(Buffer.from([1, 2]), 0, false);
  const second = lane.packet(Buffer.from([3]), 6_000, true);
  expect(first[0]).toBe(0x80);
  expect(first[1]).toBe(96);
  expect(second[1]).toBe(96 | 0x80);
  expect(second.readUInt16BE(2)).toBe(first.readUInt16BE(2) + 1);
  expect((second.readUInt32BE(4) - first.readUInt32BE(4) + 2 ** 32) % 2 ** 32).toBe(6_000);
  expect(first.readUInt32BE(8)).toBe(lane.ssrc);
  expect([...second.subarray(12)]).toEqual([3]);
});

test("the latest packets can be sent again, old ones and strangers cannot", () => {
  const lane = createLane(96);
  const first = lane.packet(Buffer.from([1]), 0, true);
  const number = first.readUInt16BE(2);
  expect(lane.kept(number)).toBe(first);
  expect(lane.kept((number + 1) & 0xffff)).toBeUndefined();
  for (let sent = 0; sent < 300; sent++) lane.packet(Buffer.from([2]), sent, true);
  expect(lane.kept(number)).toBeUndefined();
});

test("a sender report ties the media's time to the wall clock and counts what was sent", () => {
  const lane = createLane(111);
  const packet = lane.packet(Buffer.alloc(50), 960, false);
  const report = lane.senderReport(960, Date.UTC(2026, 0, 1) + 500);
  expect(report[1]).toBe(200);
  expect(report.readUInt16BE(2)).toBe(6);
  expect(report.readUInt32BE(4)).toBe(lane.ssrc);
  expect(report.readUInt32BE(8)).toBe((Date.UTC(2026, 0, 1) / 1000 + 2_208_988_800) % 2 ** 32);
  expect(report.readUInt32BE(12)).toBe(2 ** 31);
  expect(report.readUInt32BE(16)).toBe(packet.readUInt32BE(4));
  expect(report.readUInt32BE(20)).toBe(1);
  expect(report.readUInt32BE(24)).toBe(50);
});
