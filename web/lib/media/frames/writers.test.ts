import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from "mediabunny";
import { expect, test } from "vitest";
import { joinBytes } from "./bytes.ts";
import { createMp4Writer } from "./mp4.ts";
import type { Sample, Track, TrackWriter } from "./track.ts";
import { createWebmWriter } from "./webm.ts";

/** Constrained Baseline of 432 × 768, with one sequence and one picture parameter set. */
const avcC = Uint8Array.from(
  [0x01, 0x42, 0xc0, 0x1f, 0xff, 0xe1, 0x00, 0x0a, 0x67, 0x42, 0xc0, 0x1f, 0xda, 0x06, 0xc0, 0xc3].concat([
    0xa0, 0x80, 0x01, 0x00, 0x04, 0x68, 0xce, 0x3c, 0x80,
  ]),
);
const h264: Track = { kind: "h264", width: 432, height: 768, avcC };
const vp8: Track = { kind: "vp8", width: 720, height: 1280 };
const opus: Track = { kind: "opus", channels: 2 };

/** The size of a VP8 picture stands in its keyframe (RFC 6386, section 9.1). */
const vp8Key = Uint8Array.from([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0xd0, 0x02, 0x00, 0x05, 7]);

const samplesOf = (durationUs: number, first: Uint8Array): Sample[] =>
  [0, 1, 2, 3].map((index) => ({
    timeUs: 1_000_000 + index * durationUs,
    durationUs,
    isKey: index === 0,
    data: index === 0 ? first : Uint8Array.from([index, index, index]),
  }));

/** The contents that a reader of whole files finds in the pieces written one by one. */
async function readBack(writer: TrackWriter, track: Track, samples: readonly Sample[]) {
  const file = joinBytes([writer.head(track), ...samples.map((sample) => writer.sample(sample))]);
  const input = new Input({ source: new BufferSource(file), formats: [MP4, WEBM] });
  const [read] = await input.getTracks();
  if (!read) throw new Error("the file has no track");
  const packets: { timeUs: number; durationUs: number; isKey: boolean; data: Uint8Array }[] = [];
  for await (const packet of new EncodedPacketSink(read as never).packets())
    packets.push({
      timeUs: packet.microsecondTimestamp,
      durationUs: packet.microsecondDuration,
      isKey: packet.type === "key",
      data: packet.data,
    });
  return { track: read, packets };
}

test.each([
  ["H.264 in MP4", createMp4Writer, h264, "avc", samplesOf(40_000, Uint8Array.from([0, 0, 0, 1, 0x65]))],
  ["VP8 in WebM", createWebmWriter, vp8, "vp8", samplesOf(40_000, vp8Key)],
] as const)(
  "a picture of %s is read as it was written, frame by frame",
  async (_what, create, track, codec, samples) => {
    const read = await readBack(create(), track, samples);
    if (!read.track.isVideoTrack()) throw new Error("no picture");
    expect(await read.track.getCodec()).toBe(codec);
    expect([await read.track.getCodedWidth(), await read.track.getCodedHeight()]).toEqual([
      track.width,
      track.height,
    ]);
    expect(read.packets).toEqual(samples);
  },
);

test.each([
  ["MP4", createMp4Writer],
  ["WebM", createWebmWriter],
] as const)("sound of Opus in %s is read as it was written", async (_what, create) => {
  const samples = samplesOf(20_000, Uint8Array.from([0xfc, 0xff, 0xfe])).map((sample) => ({
    ...sample,
    isKey: true,
  }));
  const read = await readBack(create(), opus, samples);
  if (!read.track.isAudioTrack()) throw new Error("no sound");
  expect(await read.track.getCodec()).toBe("opus");
  expect([await read.track.getSampleRate(), await read.track.getNumberOfChannels()]).toEqual([48_000, 2]);
  expect(read.packets).toEqual(samples);
});

test("a WebM of broken milliseconds has neither gaps nor overlaps", async () => {
  const samples = samplesOf(33_366, vp8Key);
  const { packets } = await readBack(createWebmWriter(), vp8, samples);
  for (const [index, { timeUs }] of packets.slice(1).entries()) {
    const before = packets[index];
    expect(timeUs).toBe((before?.timeUs ?? 0) + (before?.durationUs ?? 0));
  }
});

test("what a container has no place for is refused", () => {
  expect(() => createMp4Writer().head(vp8)).toThrow();
  expect(() => createWebmWriter().head(h264)).toThrow();
});
