import { describe, expect, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { buildNack, buildPli, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { roomWithViewer } from "#testing/media-engine/room-with-viewer.ts";

describe("a viewer", () => {
  test("gets nothing before a keyframe, then everything without a gap, numbered far from the wrap", () => {
    const { start, headers, publishFrame, keyframesWanted } = roomWithViewer();
    start(0);
    publishFrame(10, false, true);
    expect(keyframesWanted()).toBe(1);
    expect(headers()).toEqual([]);
    publishFrame(50, true, true);
    publishFrame(90, false, true);
    const numbers = headers().map((header) => header.sequence);
    const first = numbers[0] ?? 0;
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
    expect(numbers.length).toBe(8);
    expect(first).toBeGreaterThanOrEqual(0x400);
    expect(first).toBeLessThan(0x4000);
    expect(headers().map((header) => header.marker)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(headers().every((header) => header.payloadType === 100)).toBe(true);
  });

  test("is sent whatever comes when no keyframe shows within two seconds", () => {
    const { start, headers, publishFrame } = roomWithViewer();
    start(0);
    publishFrame(0, false, true);
    publishFrame(2000, false, true);
    expect(headers().length).toBe(4);
  });

  test("R-OPEN-63: counts what it is sent at once of before, which who always joins anew would watch for nothing", () => {
    const { viewer, start, publishFrame } = roomWithViewer();
    publishFrame(0, true, false);
    for (let frame = 1; frame <= 10; frame++) publishFrame(frame * 33, false, false);
    start(400);
    expect(viewer.sentMs).toBeGreaterThanOrEqual(400);
    expect(viewer.flowed(400)).toEqual([]);
  });

  test("who joins after a keyframe gets the picture at once, its past squeezed close to the present", () => {
    const { start, headers, publishFrame, keyframesWanted } = roomWithViewer();
    publishFrame(0, true, false);
    for (let frame = 1; frame <= 10; frame++) publishFrame(frame * 33, false, false);
    start(400);
    expect(keyframesWanted()).toBe(0);
    const burst = headers();
    expect(burst.length).toBe(44);
    const timestamps = [...new Set(burst.map((header) => header.timestamp))];
    expect(timestamps.length).toBe(11);
    expect(timestamps).toEqual([...timestamps].sort((a, b) => a - b));
    expect((timestamps.at(-1) ?? 0) - (timestamps[0] ?? 0)).toBeLessThan(90 * 40);
    publishFrame(433, false, true);
    const next = headers().at(44);
    expect(next?.sequence).toBe((burst.at(-1)?.sequence ?? 0) + 1);
    expect((next?.timestamp ?? 0) - (timestamps.at(-1) ?? 0)).toBe(3000);
  });

  test("who joins while a packet of the past is missing gets it with the timestamp that its frame was sent with", () => {
    const { start, headers, publishFrame } = roomWithViewer();
    publishFrame(0, true, false);
    const repairs = [1, 2, 3].map((frame) => publishFrame(frame * 33, false, false, 2));
    start(120);
    const burst = headers();
    for (const repair of repairs) repair(140);
    const sequences = burst.map((header) => header.sequence);
    for (const late of headers().slice(burst.length)) {
      expect(sequences).not.toContain(late.sequence);
      const frame = burst.find((header) => header.sequence === late.sequence - 1);
      expect(late.timestamp).toBe(frame?.timestamp);
    }
    expect(headers().length).toBe(burst.length + 3);
    publishFrame(160, false, true);
    expect((headers().at(-1)?.timestamp ?? 0) - (burst.at(-1)?.timestamp ?? 0)).toBe(3000);
  });

  test("gets a lost packet again, as a retransmission with the same bytes and timestamp", () => {
    const { start, viewer, video, sent, headers, publishFrame } = roomWithViewer();
    publishFrame(0, true, false);
    publishFrame(33, false, false);
    start(50);
    const lost = sent[2] as Buffer;
    viewer.receive(buildNack(video.ssrc, [headers()[2]?.sequence ?? 0]), 0);
    const repeat = sent.at(-1) as Buffer;
    expect(sent.length).toBe(9);
    expect(readRtpHeader(repeat)).toMatchObject({
      payloadType: 101,
      ssrc: video.rtxSsrc,
      timestamp: lost.readUInt32BE(4),
    });
    expect(repeat.subarray(12, 14)).toEqual(lost.subarray(2, 4));
    expect(repeat.subarray(14)).toEqual(lost.subarray(12));
  });

  test("without retransmission support gets the very same packet again", () => {
    const { start, viewer, video, sent, headers, publishFrame } = roomWithViewer({ rtxPayloadType: null });
    publishFrame(0, true, false);
    start(0);
    viewer.receive(buildNack(video.ssrc, [headers()[1]?.sequence ?? 0]), 0);
    expect(sent.length).toBe(5);
    expect(sent[4]).toEqual(sent[1]);
  });

  test("cannot make the engine repeat without end, nor repeat what came before its time", () => {
    const { start, viewer, video, sent, headers, publishFrame } = roomWithViewer();
    publishFrame(0, true, false);
    publishFrame(33, true, false);
    start(40);
    const first = headers()[0]?.sequence ?? 0;
    viewer.receive(buildNack(video.ssrc, [first - 1]), 0);
    expect(sent.length).toBe(4);
    for (let round = 0; round < 2000; round++) viewer.receive(buildNack(video.ssrc, [first]), 0);
    expect(sent.length).toBe(4 + 600);
  });

  test("is served when it asks for a keyframe or reports loss, and noise is ignored", () => {
    const { viewer, video, keyframesWanted } = roomWithViewer();
    viewer.receive(buildPli(video.ssrc), 0);
    expect(keyframesWanted()).toBe(1);
    const report = {
      lostPackets: 1,
      highestSequence: 1,
      jitter: 0,
      lastSenderReport: 0,
      delaySinceSenderReport: 0,
    };
    viewer.receive(buildReceiverReport([{ ssrc: video.ssrc, lossRatio: 0.5, ...report }]), 1000);
    expect(viewer.lossRatio).toBe(0.5);
    viewer.receive(Buffer.from([0x80, 96, 1, 2, 3]), 9000);
    viewer.receive(Buffer.alloc(0), 9000);
    expect(keyframesWanted()).toBe(1);
    expect([viewer.isListening(8999), viewer.isListening(9000)]).toEqual([true, false]);
  });

  test("R-OPEN-63: whose picture ends is confirmed by what it reports of the sound, not of the repeats of the picture", () => {
    const { viewer, start, audio, video, publishFrame, publishSound, report, highest } = roomWithViewer();
    publishFrame(0, true, false);
    start(0);
    for (let nowMs = 40; nowMs <= 20_000; nowMs += 40) {
      if (nowMs <= 3000) publishFrame(nowMs, false, true);
      publishSound(nowMs);
      if (nowMs % 1000 !== 0) continue;
      report(nowMs, [video.ssrc, highest(video.ssrc)], [video.rtxSsrc, 0x8000]);
      report(nowMs, [audio.ssrc, highest(audio.ssrc)]);
    }
    expect(viewer.isCutOff(20_000)).toBe(false);
    expect(viewer.flowed(20_000).at(-1)?.toMs).toBeGreaterThan(20_000 - limits.flowGapMs);
  });

  test("has what its reports lack counted of sound and picture, and nothing of the repeats", () => {
    const { viewer, start, audio, video, loss, publishFrame, publishSound, report, highest } =
      roomWithViewer();
    const frames = (fromMs: number) => {
      for (let nowMs = fromMs; nowMs < fromMs + 1000; nowMs += 40) {
        publishFrame(nowMs, nowMs === 0, true);
        publishSound(nowMs);
      }
    };
    start(0);
    frames(0);
    report(1000, [video.ssrc, highest(video.ssrc), 7], [audio.ssrc, highest(audio.ssrc), 2]);
    const [pictures, sounds] = [highest(video.ssrc), highest(audio.ssrc)];
    frames(1000);
    report(
      2000,
      [video.ssrc, highest(video.ssrc), 12],
      [audio.ssrc, highest(audio.ssrc), 3],
      [video.rtxSsrc, 500, 100],
    );
    const sent = highest(video.ssrc) - pictures + highest(audio.ssrc) - sounds;
    expect(sent).toBeGreaterThan(60);
    expect(loss).toEqual({ expected: sent, lost: 6 });
    expect(viewer.packetsSent).toBeGreaterThanOrEqual(sent);
  });

  test("that never sends reports is not taken for gone", () => {
    expect(roomWithViewer().viewer.isListening(100_000)).toBe(true);
  });
});
