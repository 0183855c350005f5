import { expect, test } from "vitest";
import { nalType, payloadBytesMax, packetize } from "./h264-payload.ts";

const nal = (header: number, bytes: number) =>
  Buffer.concat([Buffer.from([header]), Buffer.alloc(bytes - 1, 0xab)]);

test("a NAL unit that fits travels as it is (RFC 6184, 5.6)", () => {
  const slice = nal(0x41, 500);
  expect(packetize([slice])).toEqual([slice]);
});

test("small neighbours travel together as STAP-A with their sizes (RFC 6184, 5.7.1)", () => {
  const sps = Buffer.from([0x67, 0x42, 0xe0, 0x1f]);
  const pps = Buffer.from([0x68, 0xce]);
  expect(packetize([sps, pps])).toEqual([
    Buffer.from([0x78, 0, 4, 0x67, 0x42, 0xe0, 0x1f, 0, 2, 0x68, 0xce]),
  ]);
});

test("a large NAL unit is cut into FU-A with start, middle and end (RFC 6184, 5.8)", () => {
  const slice = nal(0x65, 2 * payloadBytesMax + 50);
  const payloads = packetize([slice]);
  expect(payloads).toHaveLength(3);
  expect(payloads.map((payload) => payload[0])).toEqual([0x7c, 0x7c, 0x7c]);
  expect(payloads.map((payload) => payload[1])).toEqual([0x85, 0x05, 0x45]);
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(payloadBytesMax);
  const joined = Buffer.concat([Buffer.from([0x65]), ...payloads.map((payload) => payload.subarray(2))]);
  expect(joined.equals(slice)).toBe(true);
});

test("parameter sets go before a large keyframe in a packet of their own", () => {
  const payloads = packetize([nal(0x67, 10), nal(0x68, 5), nal(0x65, 3_000)]);
  expect(payloads.map(nalType)).toEqual([24, 28, 28, 28]);
});

test("one byte over the limit is two packets, never an empty one", () => {
  const payloads = packetize([nal(0x41, payloadBytesMax + 1)]);
  expect(payloads).toHaveLength(2);
  expect(payloads.every((payload) => payload.length > 2)).toBe(true);
  expect(packetize([])).toEqual([]);
});
