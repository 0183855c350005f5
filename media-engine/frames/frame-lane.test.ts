import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeFramesMessage } from "#contract/media-frames.ts";
import { art } from "#demo/art.ts";
import { readClip, readVp8Clip } from "#demo/broadcaster/library.ts";
import { readMp4 } from "#demo/broadcaster/mp4.ts";
import { readIvf } from "#demo/ivf.ts";
import { limits } from "#engine/limits.ts";
import { beginsKeyframe, type VideoCodec } from "#engine/rtp/keyframe.ts";
import { readRtpHeader } from "#engine/rtp/packet.ts";
import { type ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { seededRandom } from "#server/kit/random.ts";
import { PictureLane, SoundLane } from "./frame-lane.ts";
import { SharedTime } from "./media-clock.ts";
import type { SharedFrame } from "./shared-message.ts";

const ticksPerFrame = 90_000 / 24;
const mp4 = readFileSync(art.clip("alexia", "cheer-small"));
const ivf = readFileSync(art.broadcastClip("alexia", "cheer-small", "vp8"));

/** The RTP packets of a clip of the demo, which a real encoder made, sent twice or more; numbers and timestamps wrap soon. */
function packetsOf(codec: VideoCodec, stream: ReceiveStream, times = 2): ReceivedMedia[] {
  const clip = codec === "H264" ? readClip(mp4) : readVp8Clip(ivf);
  const pictures = Array.from({ length: times }, () => clip.pictures).flat();
  let sequence = 65_500;
  return pictures.flatMap(({ payloads }, nth) =>
    payloads.map((payload, index) => {
      const head = Buffer.alloc(12);
      head[0] = 0x80;
      head[1] = 96 | (index === payloads.length - 1 ? 0x80 : 0);
      head.writeUInt16BE(sequence & 0xffff, 2);
      head.writeUInt32BE((2 ** 32 - 20_000 + nth * ticksPerFrame) % 2 ** 32, 4);
      head.writeUInt32BE(1, 8);
      return mediaOf(Buffer.concat([head, payload]), stream, (sequence += 1), codec);
    }),
  );
}

function mediaOf(
  packet: Buffer,
  stream: ReceiveStream,
  full: number,
  codec: VideoCodec | null,
): ReceivedMedia {
  const header = readRtpHeader(packet);
  if (!header) throw new Error("no packet");
  return {
    stream,
    packet,
    header,
    full,
    beginsKeyframe: codec !== null && beginsKeyframe(codec, packet, header),
    vp8: null,
  };
}

/** The message of a frame, without the head of its WebSocket frame. */
function messageOf({ message }: SharedFrame) {
  const mark = message[1] ?? 0;
  const read = decodeFramesMessage(Uint8Array.from(message.subarray(mark < 126 ? 2 : mark === 126 ? 4 : 10)));
  if (read?.kind !== "video" && read?.kind !== "audio") throw new Error("no frame");
  return { ...read, data: Buffer.from(read.data).toString("hex") };
}

const twice = (pictures: string[]) => [...pictures, ...pictures];
/** The encoder's pictures, one by one. */
const made: Record<VideoCodec, string[]> = {
  H264: twice(
    readMp4(mp4).pictures.map((units) =>
      units
        .filter((unit) => ((unit[0] ?? 0) & 0x1f) <= 5)
        .map((unit) => unit.length.toString(16).padStart(8, "0") + unit.toString("hex"))
        .join(""),
    ),
  ),
  VP8: twice(readIvf(ivf).pictures.map((frame) => Buffer.from(frame).toString("hex"))),
};

test.each(["H264", "VP8"] as const)(
  "%s of a real encoder comes out as it was made, however its packets are shuffled and repeated",
  (codec) => {
    const random = seededRandom(codec);
    const stream = new ReceiveStream(1, "video", 90_000);
    const packets = packetsOf(codec, stream);
    const shuffled = packets
      .map((media, at) => ({ media, at: at === 0 ? -1 : at + random() * 12 }))
      .sort((a, b) => a.at - b.at)
      .flatMap(({ media }) => (random() < 0.1 ? [media, media] : [media]));
    const lane = new PictureLane(codec, new SharedTime());
    const frames = shuffled.flatMap((media, at) => lane.receive(media, at)).map(messageOf);
    expect(frames.map(({ data }) => data)).toEqual(made[codec]);
    expect(frames[0]?.key).toBe(true);
    const steps = frames.slice(1).map(({ timeUs }, at) => timeUs - (frames[at]?.timeUs ?? 0));
    for (const step of steps) expect(Math.abs(step - 1e6 / 24)).toBeLessThanOrEqual(1);
  },
);

test.each(["H264", "VP8"] as const)(
  "after a packet of %s that never comes there is nothing before the next keyframe, and everything from there",
  (codec) => {
    const stream = new ReceiveStream(1, "video", 90_000);
    const packets = packetsOf(codec, stream);
    const lane = new PictureLane(codec, new SharedTime());
    const lost = packets.findIndex(({ header }) => header.timestamp === packets[40]?.header.timestamp);
    const frames = packets
      .flatMap((media, at) => (at === lost ? [] : lane.receive(media, at * 50)))
      .map(messageOf);
    const gap = frames.findIndex(({ data }, at) => data !== made[codec][at]);
    const missing = made[codec].length - frames.length;
    expect(missing).toBeGreaterThan(0);
    expect(frames[gap]?.key).toBe(true);
    expect(frames.slice(gap).map(({ data }) => data)).toEqual(made[codec].slice(gap + missing));
  },
);

test("rubbish in place of packets makes no frame that is none, and keeps little", () => {
  const random = seededRandom("rubbish");
  for (const codec of ["H264", "VP8"] as const) {
    const stream = new ReceiveStream(1, "video", 90_000);
    const lane = new PictureLane(codec, new SharedTime());
    const before = process.memoryUsage().heapUsed + process.memoryUsage().external;
    for (let n = 0; n < 100_000; n += 1) {
      const packet = Buffer.from(
        Array.from({ length: 12 + Math.floor(random() * 30) }, () => random() * 256),
      );
      packet[0] = 0x80;
      const header = readRtpHeader(packet);
      if (header) lane.receive({ ...mediaOf(packet, stream, n + Math.floor(random() * 3), codec) }, n);
    }
    lane.expire(200_000);
    const grown = process.memoryUsage().heapUsed + process.memoryUsage().external - before;
    expect(grown).toBeLessThan(64 * 2 ** 20);
  }
});

test("a picture whose packets never end is none, however little they contain", () => {
  const stream = new ReceiveStream(1, "video", 90_000);
  const [first] = packetsOf("VP8", stream);
  if (!first) throw new Error("no packet");
  const lane = new PictureLane("VP8", new SharedTime());
  lane.receive(first, 0);
  expect(lane.needsKey).toBe(false);
  const empty = Buffer.from(first.packet.subarray(0, 12));
  for (let nth = 1; nth <= limits.framePackets; nth += 1)
    lane.receive(mediaOf(empty, stream, first.full + nth, "VP8"), nth);
  expect(lane.needsKey).toBe(true);
});

/** One Opus packet of 20 ms: its first byte says so. */
function sound(stream: ReceiveStream, nth: number, timestamp: number): ReceivedMedia {
  const packet = Buffer.from([0x80, 111, 0, nth, 0, 0, 0, 0, 0, 0, 0, 2, 0xfc, nth]);
  packet.writeUInt32BE(timestamp, 4);
  return mediaOf(packet, stream, nth, null);
}

test("sound that is lost or left out in silence is filled with empty packets of its length, longer gaps are not", () => {
  const stream = new ReceiveStream(2, "audio", 48_000);
  const lane = new SoundLane(new SharedTime());
  const at = (nth: number, timestamp: number, nowMs: number) =>
    lane.receive(sound(stream, nth, timestamp), nowMs).map(messageOf);
  expect(at(1, 0, 0).map(({ data }) => data)).toEqual(["fc01"]);
  // The second is lost, the fourth waits for it.
  expect(at(3, 1920, 40)).toEqual([]);
  const later = lane.expire(40 + limits.soundRepairMs).map(messageOf);
  expect(later.map(({ data }) => data)).toEqual(["fc", "fc03"]);
  expect(later.map(({ timeUs }) => timeUs)).toEqual([20_000, 40_000]);
  expect(at(4, 1920 + 4 * 960, 200).map(({ data }) => data)).toEqual(["fc", "fc", "fc", "fc04"]);
  expect(at(5, 960_000, 20_000).map(({ data }) => data)).toEqual(["fc05"]);
});

test("sound and picture come to one time by their sender's clock, without a jump", () => {
  const time = new SharedTime();
  const [pictures, sounds] = [new PictureLane("VP8", time), new SoundLane(time)];
  const video = new ReceiveStream(1, "video", 90_000);
  const audio = new ReceiveStream(2, "audio", 48_000);
  const packets = packetsOf("VP8", video, 40);
  // Sound comes 200 ms later than the picture it belongs to.
  const lateMs = 200;
  const times = { video: [] as number[], audio: [] as number[] };
  const firstTimestamp = packets[0]?.header.timestamp ?? 0;
  let next = 0;
  for (let nowMs = 0; nowMs < 20_000; nowMs += 20) {
    if (nowMs === 1_000) {
      const report = { ssrc: 1, compactNtp: 0 };
      video.senderReport = {
        report: { ...report, ntpSeconds: 1_000, rtpTimestamp: firstTimestamp },
        atMs: nowMs,
      };
      audio.senderReport = { report: { ...report, ntpSeconds: 1_000, rtpTimestamp: 0 }, atMs: nowMs };
    }
    while (
      next < packets.length &&
      (((packets[next]?.header.timestamp ?? 0) - firstTimestamp) >>> 0) / 90 <= nowMs
    ) {
      const media = packets[next++];
      if (media) times.video.push(...pictures.receive(media, nowMs).map(({ timeUs }) => timeUs));
    }
    if (nowMs >= lateMs) {
      const nth = (nowMs - lateMs) / 20;
      const frames = sounds.receive(sound(audio, nth + 1, nth * 960), nowMs);
      times.audio.push(...frames.map(({ timeUs }) => timeUs));
    }
  }
  expect(times.audio[0]).toBe(lateMs * 1_000);
  for (const [at, timeUs] of times.audio.slice(1).entries())
    expect(Math.abs(timeUs - (times.audio[at] ?? 0) - 20_000)).toBeLessThanOrEqual(401);
  // The same moment of the sender's clock, 19 s on.
  expect(Math.abs((times.audio[950] ?? 0) - 19_000_000)).toBeLessThan(1_000);
});
