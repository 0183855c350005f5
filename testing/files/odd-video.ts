import { testVideo } from "./test-video.ts";

const u16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const zeros = (length: number) => Buffer.alloc(length);

/** One box of an MP4 file (ISO/IEC 14496-12, 4.2). */
function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body]);
}
/** A box with version 0 and no flags. */
const fullBox = (type: string, ...content: Uint8Array[]) => box(type, zeros(4), ...content);

export type OddMovie = {
  /** Samples that the table of decoding times declares, and composition offsets that make readers list each of them. */
  samples?: number;
  /** Units of time in a second. */
  timescale?: number;
  width?: number;
  height?: number;
  /** Width and height of a pixel. */
  pixel?: [number, number];
  /** Chunks that are all the one sample of the file, which has so many bytes. */
  chunks?: number;
  sampleBytes?: number;
  /** The number of bytes that the table says the sample has, of which the file has the first. */
  frameBytes?: number;
};

/** A well-formed MP4 of a kilobyte with one track of H.264, whose metadata declare what no film has. */
export async function oddVideo({
  samples = 1,
  timescale = 1000,
  width = 320,
  height = 180,
  pixel = [1, 1],
  chunks = 1,
  sampleBytes = 8,
  frameBytes = sampleBytes,
}: OddMovie = {}): Promise<Buffer> {
  const film = Buffer.from(await testVideo());
  const at = film.indexOf("avcC") - 4;
  const decoder = film.subarray(at, at + film.readUInt32BE(at));
  const entry = box(
    "avc1",
    ...[zeros(6), u16(1), zeros(16), u16(width), u16(height), u32(0x480000), u32(0x480000), zeros(4)],
    ...[u16(1), zeros(32), u16(24), u16(0xffff), decoder, box("pasp", u32(pixel[0]), u32(pixel[1]))],
  );
  const head = box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomavc1"));
  // One slice of a keyframe (ITU-T H.264, 7.3.1), behind its length.
  const sample = Buffer.concat([u32(frameBytes - 4), Buffer.from([0x65]), zeros(sampleBytes - 5)]);
  const table = box(
    "stbl",
    fullBox("stsd", u32(1), entry),
    fullBox("stts", u32(1), u32(samples), u32(100)),
    fullBox("ctts", u32(1), u32(1), u32(0)),
    fullBox("stsc", u32(1), u32(1), u32(1), u32(1)),
    fullBox("stsz", u32(frameBytes), u32(samples)),
    fullBox("stco", u32(chunks), Buffer.alloc(4 * chunks, u32(head.length + 8))),
  );
  const identity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32);
  const header = fullBox(
    "mvhd",
    zeros(8),
    u32(1000),
    u32(1000),
    u32(0x10000),
    zeros(12),
    ...identity,
    zeros(28),
  );
  const trackHeader = fullBox(
    "tkhd",
    ...[zeros(8), u32(1), zeros(4), u32(1000), zeros(16), ...identity, zeros(8)],
  );
  const media = box(
    "mdia",
    fullBox("mdhd", zeros(8), u32(timescale), u32(1000), u32(0x55c40000)),
    fullBox("hdlr", zeros(4), Buffer.from("vide"), zeros(13)),
    box("minf", fullBox("vmhd", zeros(8)), table),
  );
  return Buffer.concat([head, box("mdat", sample), box("moov", header, box("trak", trackHeader, media))]);
}
