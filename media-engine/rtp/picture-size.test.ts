import fc from "fast-check";
import { expect, test } from "vitest";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { pictureSize } from "#engine/rtp/picture-size.ts";
import { readVp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

const header = "80600001000000000000000a";

function sizeIn(codec: VideoCodec, payload: Buffer) {
  const packet = Buffer.concat([Buffer.from(header, "hex"), payload]);
  const read = readRtpHeader(packet);
  if (!read) throw new Error("unreadable");
  const vp8 = codec === "VP8" ? readVp8Descriptor(packet, read.payloadStart, read.payloadEnd) : null;
  return pictureSize(codec, packet, read, vp8);
}

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
/** Baseline, 1280 × 720: 80 by 45 macroblocks. */
const widescreen = "67 42 e0 1f da 01 40 16 e8 40";

test("a VP8 keyframe names its size, whatever its scaling bits say (RFC 6386, 9.1)", () => {
  expect(sizeIn("VP8", hex("10 100000 9d012a 0003 b001 00"))).toEqual({ width: 768, height: 432 });
  expect(sizeIn("VP8", hex("10 100000 9d012a 0043 b081 00"))).toEqual({ width: 768, height: 432 });
  expect(sizeIn("VP8", hex("10 100000 9d012b 0003 b001 00"))).toBeNull();
  expect(sizeIn("VP8", hex("10 100000 9d012a 00"))).toBeNull();
});

test("an H264 parameter set names its size, alone or aggregated", () => {
  const size = { width: 1280, height: 720 };
  const set = hex(widescreen);
  expect(sizeIn("H264", set)).toEqual(size);
  expect(sizeIn("H264", Buffer.concat([hex("78 0002 06ff"), hex("000a"), set]))).toEqual(size);
  expect(sizeIn("H264", hex("65 88 84"))).toBeNull();
  expect(sizeIn("H264", set.subarray(0, 5))).toBeNull();
});

test("rubbish has no size, or one of a picture", () => {
  fc.assert(
    fc.property(fc.constantFrom("VP8" as const, "H264" as const), fc.uint8Array(), (codec, bytes) => {
      for (const begin of [[], [0x67, 0x42, 0xe0, 0x1f], [0x78]]) {
        const size = sizeIn(codec, Buffer.from([...begin, ...bytes]));
        if (size) expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(16_384);
      }
    }),
  );
});
