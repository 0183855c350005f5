import type { VideoConfig } from "#contract/media-frames.ts";
import { pictureSize } from "./sequence-parameters.ts";
import type { EncodedPicture } from "./vp8-picture.ts";

const nal = { slice: 1, refresh: 5, sequence: 7, picture: 8, aggregate: 24, fragment: 28 } as const;
const lengthBytes = 4;
/** More parameter sets than an AVCDecoderConfigurationRecord counts are nothing that an encoder sends. */
const setsMax = 31;

/**
 * Puts an H.264 access unit together from its RTP payloads: single units, aggregates (STAP-A) and fragments (FU-A) of RFC
 * 6184, sections 5.6 to 5.8. Its slices stand behind their lengths, its parameter sets in the configuration alone; what
 * else there is (delimiters, supplemental information) no decoder needs. Null when they are no picture.
 */
export function h264Picture(payloads: readonly Buffer[]): EncodedPicture | null {
  const units = unitsOf(payloads);
  if (!units) return null;
  const slices = units.filter((unit) => typeOf(unit) >= nal.slice && typeOf(unit) <= nal.refresh);
  if (slices.length === 0) return null;
  const data = Buffer.concat(slices.flatMap((slice) => [lengthOf(slice), slice]));
  const isKey = slices.some((slice) => typeOf(slice) === nal.refresh);
  return { data, isKey, config: configOf(units) };
}

/**
 * What the format parameters of an offer say about the decoder (RFC 6184, section 8.1): some encoders name their parameter
 * sets there and never in the stream. Null where they name no pair of them.
 */
export function configOfParameters(parameters: string): VideoConfig | null {
  const sets = /(?:^|;)\s*sprop-parameter-sets=([^;\s]*)/i.exec(parameters)?.[1] ?? "";
  return configOf(sets.split(",").map((set) => Buffer.from(set, "base64")));
}

const typeOf = (unit: Buffer) => (unit[0] ?? 0) & 0x1f;

function unitsOf(payloads: readonly Buffer[]): Buffer[] | null {
  const units: Buffer[] = [];
  let fragments: Buffer[] | null = null;
  for (const payload of payloads) {
    const type = typeOf(payload);
    if (type === nal.fragment) {
      const head = payload[1];
      if (head === undefined) return null;
      if (head & 0x80) fragments = [Buffer.from([((payload[0] ?? 0) & 0xe0) | (head & 0x1f)])];
      if (!fragments) return null;
      fragments.push(payload.subarray(2));
      if (head & 0x40) {
        units.push(Buffer.concat(fragments));
        fragments = null;
      }
    } else if (type === nal.aggregate) {
      const aggregated = aggregatedUnits(payload);
      if (!aggregated) return null;
      units.push(...aggregated);
    } else if (payload.length > 0) units.push(payload);
  }
  // A fragment whose end is missing.
  return fragments ? null : units;
}

function aggregatedUnits(payload: Buffer): Buffer[] | null {
  const units: Buffer[] = [];
  for (let at = 1; at < payload.length;) {
    if (at + 2 > payload.length) return null;
    const end = at + 2 + payload.readUInt16BE(at);
    if (end > payload.length || end === at + 2) return null;
    units.push(payload.subarray(at + 2, end));
    at = end;
  }
  return units;
}

function lengthOf(unit: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(unit.length);
  return length;
}

/** The parameter sets among the units as a page needs them; null when there is no pair of them. */
function configOf(units: readonly Buffer[]): VideoConfig | null {
  const sequences = units.filter((unit) => typeOf(unit) === nal.sequence).slice(0, setsMax);
  const pictures = units.filter((unit) => typeOf(unit) === nal.picture).slice(0, setsMax);
  const [first] = sequences;
  if (!first || first.length < 4 || pictures.length === 0) return null;
  const size = pictureSize(first);
  if (!size) return null;
  return {
    codec: `avc1.${first.toString("hex", 1, 4)}`,
    description: decoderConfiguration(first, sequences, pictures).toString("base64"),
    ...size,
  };
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, section 5.3.3.1), without what only higher profiles add. */
function decoderConfiguration(
  first: Buffer,
  sequences: readonly Buffer[],
  pictures: readonly Buffer[],
): Buffer {
  const withLength = (unit: Buffer) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit];
  return Buffer.concat([
    Buffer.from([1, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0, 0xfc | (lengthBytes - 1)]),
    Buffer.from([0xe0 | sequences.length]),
    ...sequences.flatMap(withLength),
    Buffer.from([pictures.length]),
    ...pictures.flatMap(withLength),
  ]);
}
