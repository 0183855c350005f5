import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findExtension } from "#engine/rtp/extensions.ts";
import { beginsKeyframe } from "#engine/rtp/keyframe.ts";
import { isRtcp, plainPacket, readRtpHeader } from "#engine/rtp/packet.ts";
import { restoreOriginal, wrapRetransmission } from "#engine/rtp/retransmission.ts";

/** Marker set, payload type 96, one contributing source, one-byte extensions 3 = "ab" and 5 = 0x1234, 2 bytes padding. */
const rich = Buffer.from(
  `b1e0${"3039"}00010000deadbeef${"0000000c"}bede0002${"316162"}00${"511234"}00${"909090"}${"0002"}`,
  "hex",
);

describe("an RTP packet", () => {
  test("is read with its extensions and without its padding", () => {
    const header = readRtpHeader(rich);
    expect(header).toMatchObject({
      marker: true,
      payloadType: 96,
      sequence: 0x3039,
      timestamp: 0x10000,
      ssrc: 0xdeadbeef,
    });
    if (!header) return;
    expect(rich.subarray(header.payloadStart, header.payloadEnd).toString("hex")).toBe("909090");
    expect(findExtension(rich, header, 3)?.toString()).toBe("ab");
    expect(findExtension(rich, header, 5)?.toString("hex")).toBe("1234");
    expect(findExtension(rich, header, 4)).toBeNull();
  });

  test("is read with two-byte extensions too", () => {
    const packet = Buffer.from(
      `9060${"0001"}0000000000000001${"1000"}0002${"0702"}abcd${"09010100"}ff`,
      "hex",
    );
    const header = readRtpHeader(packet);
    if (!header) throw new Error("unreadable");
    expect(findExtension(packet, header, 7)?.toString("hex")).toBe("abcd");
    expect(findExtension(packet, header, 9)?.toString("hex")).toBe("01");
  });

  test("loses sources, extensions and padding on its way to viewers, and nothing else", () => {
    const header = readRtpHeader(rich);
    if (!header) throw new Error("unreadable");
    const plain = plainPacket(rich, header, 7, 9);
    expect(plain.toString("hex")).toBe("80e030390000000900000007909090");
  });

  test("is refused when its lengths do not fit", () => {
    for (const length of [0, 4, 11, 13, 18, 25]) expect(readRtpHeader(rich.subarray(0, length))).toBeNull();
    const paddedTooFar = Buffer.from(rich);
    paddedTooFar[rich.length - 1] = 200;
    expect(readRtpHeader(paddedTooFar)).toBeNull();
    const wrongVersion = Buffer.from(rich);
    wrongVersion[0] = 0x31;
    expect(readRtpHeader(wrongVersion)).toBeNull();
  });

  test("of arbitrary bytes never makes a reader throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 0, max: 15 }), (bytes, id) => {
        const packet = Buffer.from(bytes);
        if (packet.length > 0) packet[0] = (packet[0] ?? 0) | 0x90;
        isRtcp(packet);
        const header = readRtpHeader(packet);
        if (!header) return;
        findExtension(packet, header, id);
        beginsKeyframe("VP8", packet, header);
        beginsKeyframe("H264", packet, header);
        restoreOriginal(packet, header, { ssrc: 1, payloadType: 96 });
        plainPacket(packet, header, 1, 1);
      }),
      { numRuns: 2000 },
    );
  });
});

test("a retransmission restores to the packet it repeats", () => {
  const original = Buffer.from("80e0303900000009000000075a5b5c", "hex");
  const wrapped = wrapRetransmission(original, { ssrc: 70, payloadType: 97, sequence: 5 }, 0x3039);
  const header = readRtpHeader(wrapped);
  expect(header).toMatchObject({ ssrc: 70, payloadType: 97, sequence: 5, marker: true });
  const restored = header && restoreOriginal(wrapped, header, { ssrc: 7, payloadType: 96 });
  if (!restored) throw new Error("not restored");
  expect(plainPacket(restored.packet, restored.header, 7, 9).equals(original)).toBe(true);
});

test("a retransmission without payload is a probe and restores to nothing", () => {
  const probe = Buffer.from("8061000500000009000000460000", "hex");
  const header = readRtpHeader(probe);
  expect(header && restoreOriginal(probe, header, { ssrc: 7, payloadType: 96 })).toBeNull();
});

describe("the beginning of a keyframe", () => {
  const begins = (codec: "VP8" | "H264", payloadHex: string) => {
    const packet = Buffer.from(`8060000100000000${"00000001"}${payloadHex}`, "hex");
    const header = readRtpHeader(packet);
    return header !== null && beginsKeyframe(codec, packet, header);
  };

  test.each([
    ["VP8", "1000", true, "a bare descriptor and a key frame header"],
    ["VP8", "1001", false, "an inter frame"],
    ["VP8", "0000", false, "a later packet of a frame"],
    ["VP8", "1100", false, "a later partition"],
    ["VP8", "9080810100", true, "a 15-bit picture id"],
    ["VP8", "90e08101052000", true, "picture id, layer and key index"],
    ["VP8", "90e08101052001", false, "the same of an inter frame"],
    ["VP8", "90", false, "a descriptor cut short"],
    ["H264", "6742e01f", true, "parameter sets"],
    ["H264", "65b800", true, "a whole refresh picture"],
    ["H264", "41aa", false, "an ordinary slice"],
    ["H264", "7c85aa", true, "the first fragment of a refresh picture"],
    ["H264", "7c05aa", false, "a later fragment of it"],
    ["H264", "7881aa", false, "an aggregate cut short"],
    ["H264", "7800026742000268ce", true, "an aggregate of parameter sets"],
    ["H264", "78000241aa000241bb", false, "an aggregate of slices"],
  ] as ["VP8" | "H264", string, boolean, string][])("%s %s is %s: %s", (codec, payload, expected) => {
    expect(begins(codec, payload)).toBe(expected);
  });
});
