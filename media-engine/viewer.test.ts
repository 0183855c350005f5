import { describe, expect, test } from "vitest";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { buildNack, buildPli, buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { createVp8Source } from "#engine/testing/vp8-source.ts";
import { VideoLayer } from "#engine/video-layer.ts";
import { Viewer } from "#engine/viewer.ts";

const codec = { payloadType: 100, clockHz: 90_000, channels: null, parameters: "" };

function roomWithViewer({ rtxPayloadType = 101 as number | null } = {}) {
  const sent: Buffer[] = [];
  const video = { ssrc: 9, rtxSsrc: 10 };
  const layer = new VideoLayer(video.ssrc);
  const source = new ReceiveStream(1111, "video", 90_000);
  const frames = createVp8Source({ firstSequence: 65_530 });
  let keyframesWanted = 0;
  const viewer = new Viewer({
    sessionId: "v",
    tag: "fan:1|public",
    media: { audio: null, video: [{ name: "VP8", ...codec, rtxPayloadType }] },
    video,
    send: (packet) => sent.push(Buffer.from(packet)) > 0,
    onKeyframeWanted: () => {
      keyframesWanted += 1;
    },
  });
  viewer.sendVideoAs("VP8");
  /** The room receives a frame; `then` sees each of its packets. */
  const publishFrame = (nowMs: number, keyframe: boolean, forward: boolean) => {
    for (const [index, packet] of frames.nextFrame({ keyframe }).entries()) {
      const header = readRtpHeader(packet);
      const full = header && source.receive(header.sequence, header.timestamp, nowMs);
      if (!header || full === null) throw new Error("not received");
      const beginsKeyframe = keyframe && index === 0;
      const media = { stream: source, packet, header, full, beginsKeyframe, vp8: null };
      layer.note(media, nowMs);
      if (forward) viewer.steer([layer], nowMs);
      const shared = layer.out.push(media, nowMs);
      if (shared && forward) viewer.forwardVideo(shared);
    }
  };
  const start = (nowMs: number) => viewer.start([layer], nowMs);
  const headers = () => sent.map((packet) => readRtpHeader(packet)).filter((header) => header !== null);
  return { viewer, start, video, sent, headers, publishFrame, keyframesWanted: () => keyframesWanted };
}

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

  test("that never sends reports is not taken for gone", () => {
    expect(roomWithViewer().viewer.isListening(100_000)).toBe(true);
  });
});
