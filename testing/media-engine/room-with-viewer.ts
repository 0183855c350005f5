import { OutStream } from "#engine/rtp/out-stream.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { buildReceiverReport } from "#engine/rtp/rtcp-write.ts";
import { VideoLayer } from "#engine/video-layer.ts";
import { Viewer } from "#engine/viewer.ts";
import { createFrameSource } from "./frame-source.ts";
import { createVp8Source } from "./vp8-source.ts";

const codec = { payloadType: 100, clockHz: 90_000, channels: null, parameters: "" };
const opus = { name: "OPUS", ...codec, payloadType: 111, rtxPayloadType: null } as const;

/** One viewer, and a source of the picture and one of the sound, whose packets come when the test chooses. */
export function roomWithViewer({ rtxPayloadType = 101 as number | null } = {}) {
  const sent: Buffer[] = [];
  const audio = new OutStream(48_000, 8);
  const video = { ssrc: 9, rtxSsrc: 10 };
  const layer = new VideoLayer(video.ssrc);
  const source = new ReceiveStream(1111, "video", 90_000);
  const frames = createVp8Source({ firstSequence: 65_530 });
  const loss = { expected: 0, lost: 0 };
  let keyframesWanted = 0;
  const viewer = new Viewer({
    sessionId: "v",
    tag: "fan:1|public",
    media: { audio: opus, video: [{ name: "VP8", ...codec, rtxPayloadType }] },
    audio,
    video,
    send: (packet) => sent.push(Buffer.from(packet)) > 0,
    loss,
    onKeyframeWanted: () => {
      keyframesWanted += 1;
    },
  });
  viewer.sendVideoAs("VP8");
  const receive = (stream: ReceiveStream, packet: Buffer, nowMs: number, beginsKeyframe = false) => {
    const header = readRtpHeader(packet);
    const full = header && stream.receive(header.sequence, header.timestamp, nowMs);
    if (!header || full === null) throw new Error("not received");
    return { stream, packet, header, full, beginsKeyframe, vp8: null };
  };
  const publish = (packet: Buffer, nowMs: number, beginsKeyframe: boolean, forward: boolean) => {
    const media = receive(source, packet, nowMs, beginsKeyframe);
    layer.note(media, nowMs);
    if (forward) viewer.steer([layer], nowMs);
    const shared = layer.out.push(media, nowMs);
    if (shared && forward) viewer.forwardVideo(shared);
    viewer.countFlow(nowMs);
  };
  /** The room receives a frame but for its packet that is `lost`; returns how that one comes late. */
  const publishFrame = (nowMs: number, keyframe: boolean, forward: boolean, lost = -1) => {
    const packets = frames.nextFrame({ keyframe });
    for (const [index, packet] of packets.entries())
      if (index !== lost) publish(packet, nowMs, keyframe && index === 0, forward);
    return (lateMs: number) => publish(packets[lost] as Buffer, lateMs, false, true);
  };
  const soundSource = new ReceiveStream(2222, "audio", 48_000);
  const sound = createFrameSource({ ssrc: 2222, ticksPerFrame: 960 }, 111, () => [Buffer.alloc(80)]);
  const publishSound = (nowMs: number) => {
    for (const packet of sound.nextFrame()) {
      const shared = audio.push(receive(soundSource, packet, nowMs), nowMs);
      if (shared) viewer.forwardAudio(shared);
    }
    viewer.countFlow(nowMs);
  };
  const start = (nowMs: number) => viewer.start([layer], nowMs);
  const headers = () => sent.map((packet) => readRtpHeader(packet)).filter((header) => header !== null);
  /** One report of the viewer about these sources: the highest sequence number that it knows, how many packets it lost. */
  const report = (nowMs: number, ...blocks: [ssrc: number, highestSequence: number, lost?: number][]) => {
    const rest = { lossRatio: 0, jitter: 0, lastSenderReport: 0, delaySinceSenderReport: 0 };
    const reports = blocks.map(([ssrc, highestSequence, lostPackets = 0]) => ({
      ssrc,
      highestSequence,
      lostPackets,
      ...rest,
    }));
    viewer.receive(buildReceiverReport(reports), nowMs);
  };
  /** The highest sequence number that was sent of a source. */
  const highest = (ssrc: number) => headers().findLast((header) => header.ssrc === ssrc)?.sequence ?? 0;
  return {
    viewer,
    start,
    audio,
    video,
    loss,
    sent,
    headers,
    publishFrame,
    publishSound,
    report,
    highest,
    keyframesWanted: () => keyframesWanted,
  };
}
