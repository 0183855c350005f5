import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asksForKeyframe,
  feedbackSource,
  readNack,
  readReportBlocks,
  readSenderReport,
  rtcpParts,
  rtcpTypes,
} from "#engine/rtp/rtcp-read.ts";
import {
  buildGoodbye,
  buildNack,
  buildPli,
  buildReceiverReport,
  buildSenderReport,
} from "#engine/rtp/rtcp-write.ts";

const sequence16 = fc.integer({ min: 0, max: 0xffff });

describe("RTCP", () => {
  test("a PLI is what RFC 4585 specifies", () => {
    expect(buildPli(0xdeadbeef).toString("hex")).toBe("81ce000200000001deadbeef");
    const part = [...rtcpParts(buildPli(5))][0];
    expect(part && asksForKeyframe(part.type, part.format)).toBe(true);
  });

  test("a NACK packs what lies within 16 of each other", () => {
    expect(buildNack(5, [100, 101, 116, 117]).toString("hex")).toBe(
      "81cd0004000000010000000500648001" + "00750000",
    );
    expect(buildNack(5, [65_535, 0]).toString("hex")).toBe("81cd00030000000100000005ffff0001");
  });

  test("a NACK reads as the numbers it was built from", () => {
    fc.assert(
      fc.property(sequence16, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 }), (first, gaps) => {
        const lost = [first];
        for (const gap of gaps) lost.push(((lost.at(-1) ?? 0) + gap) & 0xffff);
        const packet = buildNack(9, lost);
        expect(feedbackSource(packet)).toBe(9);
        expect(readNack(packet)).toEqual(lost);
      }),
    );
  });

  test("a sender report reads back with the same clock", () => {
    const packet = buildSenderReport(77, 3_900_000_000.25, 123_456);
    const parts = [...rtcpParts(packet)];
    expect(parts.map((part) => part.type)).toEqual([200, 202]);
    const report = parts[0] && readSenderReport(parts[0].part);
    expect(report).toMatchObject({ ssrc: 77, rtpTimestamp: 123_456 });
    expect(report?.ntpSeconds).toBeCloseTo(3_900_000_000.25, 5);
    expect(report?.compactNtp).toBe((((3_900_000_000 & 0xffff) << 16) | 0x4000) >>> 0);
  });

  test("a goodbye follows a receiver report, as a compound packet must begin", () => {
    expect([...rtcpParts(buildGoodbye([]))].map(({ type, format }) => [type, format])).toEqual([
      [rtcpTypes.receiverReport, 0],
      [rtcpTypes.goodbye, 1],
    ]);
  });

  test("a receiver report carries loss, position and jitter", () => {
    const packet = buildReceiverReport([
      {
        ssrc: 3,
        lossRatio: 0.25,
        lostPackets: 10,
        highestSequence: 0x1_0005,
        jitter: 12.4,
        lastSenderReport: 99,
        delaySinceSenderReport: 65_536,
      },
    ]);
    expect(packet.toString("hex")).toBe(
      `81c9000700000001${"00000003"}4000000a${"00010005"}0000000c${"00000063"}00010000`,
    );
    expect(readReportBlocks(rtcpTypes.receiverReport, 1, packet)).toMatchObject([
      { ssrc: 3, lossRatio: 0.25 },
    ]);
  });

  test("of arbitrary bytes never makes a reader throw or run on", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const packet = Buffer.from(bytes);
        for (let offset = 0; offset < packet.length; offset += 8)
          packet[offset] = 0x80 | ((packet[offset] ?? 0) & 0x1f);
        for (const { type, format, part } of rtcpParts(packet)) {
          readSenderReport(part);
          readReportBlocks(type, format, part);
          readNack(part);
          feedbackSource(part);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
