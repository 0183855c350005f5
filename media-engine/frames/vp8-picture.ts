import type { VideoConfig } from "#contract/media-frames.ts";
import { readVp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

/** A picture as an encoder made it; `config` where it says what a decoder needs for it. */
export type EncodedPicture = { data: Buffer; isKey: boolean; config: VideoConfig | null };

const startCode = 0x9d012a;

/** Puts a VP8 frame together from its RTP payloads (RFC 7741, section 4.4); null when they are none. */
export function vp8Picture(payloads: readonly Buffer[]): EncodedPicture | null {
  const parts: Buffer[] = [];
  for (const [index, payload] of payloads.entries()) {
    const descriptor = readVp8Descriptor(payload, 0, payload.length);
    if (!descriptor || (index === 0 && !descriptor.startsFrame)) return null;
    parts.push(payload.subarray(descriptor.bytes));
  }
  const data = Buffer.concat(parts);
  if (data.length < 3) return null;
  // RFC 6386, section 9.1.
  const isKey = (data.readUInt8(0) & 1) === 0;
  if (!isKey) return { data, isKey, config: null };
  if (data.length < 10 || data.readUIntBE(3, 3) !== startCode) return null;
  const [width, height] = [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  return { data, isKey, config: { codec: "vp8", width, height } };
}
