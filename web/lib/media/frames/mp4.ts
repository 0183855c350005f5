import { ascii, bigEndian, joinBytes, type Part } from "./bytes.ts";
import { opusHz, type Sample, type Track, type TrackWriter } from "./track.ts";

/** Ticks a second of the file: microseconds. */
const timescale = 1_000_000;
const trackId = 1;
const sampleIsKey = 0x02_00_00_00;
const sampleDepends = 0x01_01_00_00;

/**
 * Writes one track of H.264 or Opus as fragmented MP4 (ISO/IEC 14496-12, 14496-15; Opus in ISOBMFF), each sample a fragment of
 * its own: a live picture may have no keyframe for minutes, and what waits for one to close a fragment is late by as much.
 */
export function createMp4Writer(): TrackWriter {
  let sequence = 0;
  return {
    head: (track) => joinBytes([fileType, movie(track)]),
    sample(sample) {
      sequence += 1;
      return joinBytes([fragment(sequence, sample), box("mdat", sample.data)]);
    },
  };
}

const uint16 = (value: number) => bigEndian(value, 2);
const uint32 = (value: number) => bigEndian(value, 4);
const zeros = (count: number) => Array.from<number>({ length: count }).fill(0);
/** The matrix that leaves a picture as it is. */
const unity = [
  ...uint32(0x1_00_00),
  ...zeros(12),
  ...uint32(0x1_00_00),
  ...zeros(12),
  ...uint32(0x40_00_00_00),
];

function box(type: string, ...parts: Part[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return joinBytes([uint32(size), ascii(type), ...parts]);
}

const fullBox = (type: string, version: number, flags: number, ...parts: Part[]) =>
  box(type, [version, ...bigEndian(flags, 3)], ...parts);

const fileType = box("ftyp", ascii("iso5"), uint32(0x2_00), ascii("iso5iso6mp41"));

function movie(track: Track): Uint8Array {
  const header = fullBox(
    "mvhd",
    0,
    0,
    [...zeros(8), ...uint32(timescale), ...zeros(4), ...uint32(0x1_00_00), ...uint16(0x1_00), ...zeros(10)],
    [...unity, ...zeros(24), ...uint32(trackId + 1)],
  );
  const defaults = fullBox("trex", 0, 0, [...uint32(trackId), ...uint32(1), ...zeros(12)]);
  return box("moov", header, trackBox(track), box("mvex", defaults));
}

function trackBox(track: Track): Uint8Array {
  const isSound = track.kind === "opus";
  const [width, height] = isSound ? [0, 0] : [track.width, track.height];
  const header = fullBox("tkhd", 0, 3, [
    ...zeros(8),
    ...uint32(trackId),
    ...zeros(20),
    ...uint16(isSound ? 0x1_00 : 0),
    ...zeros(2),
    ...unity,
    ...uint32(width * 0x1_00_00),
    ...uint32(height * 0x1_00_00),
  ]);
  const mediaHeader = fullBox("mdhd", 0, 0, [
    ...zeros(8),
    ...uint32(timescale),
    ...zeros(4),
    0x55,
    0xc4,
    0,
    0,
  ]);
  const handler = fullBox("hdlr", 0, 0, zeros(4), ascii(isSound ? "soun" : "vide"), zeros(13));
  const typeHeader = isSound ? fullBox("smhd", 0, 0, zeros(4)) : fullBox("vmhd", 0, 1, zeros(8));
  const here = box("dinf", fullBox("dref", 0, 0, uint32(1), fullBox("url ", 0, 1)));
  const tables = box(
    "stbl",
    fullBox("stsd", 0, 0, uint32(1), sampleEntry(track)),
    fullBox("stts", 0, 0, uint32(0)),
    fullBox("stsc", 0, 0, uint32(0)),
    fullBox("stsz", 0, 0, zeros(8)),
    fullBox("stco", 0, 0, uint32(0)),
  );
  return box("trak", header, box("mdia", mediaHeader, handler, box("minf", typeHeader, here, tables)));
}

function sampleEntry(track: Track): Uint8Array {
  const start = [...zeros(6), ...uint16(1)];
  if (track.kind === "opus") {
    const { channels } = track;
    const shape = [
      ...zeros(8),
      ...uint16(channels),
      ...uint16(16),
      ...zeros(4),
      ...uint32(opusHz * 0x1_00_00),
    ];
    const config = [0, channels, ...uint16(0), ...uint32(opusHz), ...uint16(0), 0];
    return box("Opus", start, shape, box("dOps", config));
  }
  if (track.kind === "vp8") throw new Error("VP8 has no place in MP4");
  const { width, height, avcC } = track;
  const size = [...zeros(16), ...uint16(width), ...uint16(height)];
  const dpi72 = uint32(0x48_00_00);
  const rest = [...dpi72, ...dpi72, ...zeros(4), ...uint16(1), ...zeros(32), ...uint16(0x18), 0xff, 0xff];
  return box("avc1", start, size, rest, box("avcC", avcC));
}

function fragment(sequence: number, { timeUs, durationUs, isKey, data }: Sample): Uint8Array {
  const flags = isKey ? sampleIsKey : sampleDepends;
  const make = (dataOffset: number) =>
    box(
      "moof",
      fullBox("mfhd", 0, 0, uint32(sequence)),
      box(
        "traf",
        // 0x020000: data offsets count from the beginning of the fragment.
        fullBox("tfhd", 0, 0x02_00_00, uint32(trackId)),
        fullBox("tfdt", 1, 0, bigEndian(timeUs, 8)),
        // Present: the data's offset (1), and of each sample its duration (0x100), size (0x200) and flags (0x400).
        fullBox(
          "trun",
          0,
          0x07_01,
          uint32(1),
          uint32(dataOffset),
          uint32(durationUs),
          uint32(data.length),
          uint32(flags),
        ),
      ),
    );
  return make(make(0).length + 8);
}
