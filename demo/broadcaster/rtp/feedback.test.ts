import { expect, test } from "vitest";
import { isGoodbye, isRtcp, readFeedback } from "./feedback.ts";

const part = (format: number, type: number, rest: number[]) =>
  Buffer.from([0x80 | format, type, 0, (8 + rest.length) / 4 + 0, 0, 0, 0, 1, 0, 0, 0, 2, ...rest]).fill(
    (12 + rest.length) / 4 - 1,
    3,
    4,
  );

test("picture loss and full intra requests ask for a keyframe", () => {
  expect(readFeedback(part(1, 206, [])).keyframe).toBe(true);
  expect(readFeedback(part(4, 206, [0, 0, 0, 2, 1, 0, 0, 0])).keyframe).toBe(true);
  expect(readFeedback(part(15, 206, [])).keyframe).toBe(false);
});

test("a NACK names the first lost packet and those of its mask, over the wrap too (RFC 4585, 6.2.1)", () => {
  expect(readFeedback(part(1, 205, [0xff, 0xff, 0b10000000, 0b00000001])).lost).toEqual([0xffff, 0, 15]);
});

test("several packets in one datagram are all read; what is cut short is left out", () => {
  const both = Buffer.concat([part(1, 206, []), part(1, 205, [0, 9, 0, 0])]);
  expect(readFeedback(both)).toEqual({ keyframe: true, lost: [9] });
  expect(readFeedback(both.subarray(0, both.length - 2))).toEqual({ keyframe: true, lost: [] });
  expect(readFeedback(Buffer.alloc(3))).toEqual({ keyframe: false, lost: [] });
});

test("RTCP is distinguished from RTP by its type", () => {
  expect(isRtcp(part(1, 206, []))).toBe(true);
  expect(isRtcp(Buffer.from([0x80, 96 | 0x80, 0, 0, 0, 0, 0, 0]))).toBe(false);
  expect(isRtcp(Buffer.from([0x80, 200]))).toBe(false);
});

test("a goodbye is found anywhere in the datagram", () => {
  const goodbye = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, 1]);
  expect(isGoodbye(Buffer.concat([part(1, 206, []), goodbye]))).toBe(true);
  expect(isGoodbye(part(1, 206, []))).toBe(false);
  expect(isGoodbye(goodbye.subarray(0, 6))).toBe(false);
});
