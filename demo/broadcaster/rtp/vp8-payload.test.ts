import { expect, test } from "vitest";
import { payloadBytesMax } from "./h264-payload.ts";
import { isVp8Keyframe, packetizeVp8 } from "./vp8-payload.ts";

test("a frame is cut into payloads of which the first alone begins it (RFC 7741, 4.2)", () => {
  const frame = Buffer.alloc(2 * payloadBytesMax, 7);
  const payloads = packetizeVp8(frame);
  expect(payloads.map((payload) => payload[0])).toEqual([0x10, 0x00, 0x00]);
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(payloadBytesMax);
  expect(Buffer.concat(payloads.map((payload) => payload.subarray(1))).equals(frame)).toBe(true);
});

test("a frame that fills its packet to the last byte is one payload, and an empty one none", () => {
  expect(packetizeVp8(Buffer.alloc(payloadBytesMax - 1))).toHaveLength(1);
  expect(packetizeVp8(Buffer.alloc(0))).toEqual([]);
});

test("a keyframe is known by its first bit (RFC 6386, 9.1)", () => {
  expect(isVp8Keyframe(Buffer.from([0x10]))).toBe(true);
  expect(isVp8Keyframe(Buffer.from([0x11]))).toBe(false);
  expect(isVp8Keyframe(Buffer.alloc(0))).toBe(false);
});
