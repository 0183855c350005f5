import { ascii, bigEndian, joinBytes, type Part } from "./bytes.ts";
import { opusHz, type Sample, type Track, type TrackWriter } from "./track.ts";

/** A size that is not known yet, in eight bytes (RFC 8794, section 6.2). */
const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const trackNumber = 1;
const usPerTick = 1_000;

/** Writes one track of VP8 or Opus as WebM (RFC 9559), each sample a cluster of its own. */
export function createWebmWriter(): TrackWriter {
  return {
    head: (track) => joinBytes([fileHeader, [0x18, 0x53, 0x80, 0x67], unknownSize, info, tracks(track)]),
    sample: cluster,
  };
}

/** `id` as it is written, with its length marker. */
function element(id: number, ...parts: Part[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return joinBytes([
    wholeNumber(id),
    [0x10 + Math.floor(size / 2 ** 24), ...bigEndian(size % 2 ** 24, 3)],
    ...parts,
  ]);
}

function wholeNumber(value: number): number[] {
  const bytes = bigEndian(value, 6);
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? [0] : bytes.slice(first);
}

const uint = (id: number, value: number) => element(id, wholeNumber(value));
const text = (id: number, value: string) => element(id, ascii(value));

const fileHeader = element(
  0x1a_45_df_a3,
  uint(0x42_86, 1),
  uint(0x42_f7, 1),
  uint(0x42_f2, 4),
  uint(0x42_f3, 8),
  text(0x42_82, "webm"),
  uint(0x42_87, 4),
  uint(0x42_85, 2),
);

const info = element(
  0x15_49_a9_66,
  uint(0x2a_d7_b1, usPerTick * 1_000),
  text(0x4d_80, "Fanlight"),
  text(0x57_41, "Fanlight"),
);

function tracks(track: Track): Uint8Array {
  const ids = [uint(0xd7, trackNumber), uint(0x73_c5, trackNumber), uint(0x9c, 0)];
  return element(0x16_54_ae_6b, element(0xae, ...ids, ...description(track)));
}

function description(track: Track): Uint8Array[] {
  if (track.kind === "opus") {
    const rate = new DataView(new ArrayBuffer(8));
    rate.setFloat64(0, opusHz);
    const sound = element(0xe1, element(0xb5, new Uint8Array(rate.buffer)), uint(0x9f, track.channels));
    return [uint(0x83, 2), text(0x86, "A_OPUS"), element(0x63_a2, opusHead(track.channels)), sound];
  }
  if (track.kind === "h264") throw new Error("H.264 has no place in WebM");
  const size = element(0xe0, uint(0xb0, track.width), uint(0xba, track.height));
  return [uint(0x83, 1), text(0x86, "V_VP8"), size];
}

/** RFC 7845, section 5.1: version, channels, no samples to skip, 48,000 Hz with the lowest byte first, no gain, plain stereo. */
const opusHead = (channels: number): number[] => [
  ...ascii("OpusHead"),
  ...[1, channels, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0],
];

/** The end is rounded like the next sample's beginning, so that no gap and no overlap comes of it. */
function cluster({ timeUs, durationUs, isKey, data }: Sample): Uint8Array<ArrayBuffer> {
  const time = Math.round(timeUs / usPerTick);
  const duration = Math.max(1, Math.round((timeUs + durationUs) / usPerTick) - time);
  const block = element(0xa1, [0x80 + trackNumber, 0, 0, 0], data);
  // A block that refers to the one before is no keyframe.
  const reference = isKey ? [] : element(0xfb, [0xff]);
  const group = element(0xa0, block, uint(0x9b, duration), reference);
  return joinBytes([element(0x1f_43_b6_75, uint(0xe7, time), group)]);
}
