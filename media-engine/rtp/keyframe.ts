import type { RtpHeader } from "#engine/rtp/packet.ts";
import { readVp8Descriptor, type Vp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

/** Video codecs the engine forwards. */
export type VideoCodec = "VP8" | "H264";

/** True when this packet begins (or, for H264, belongs to the beginning of) a picture that decodes by itself. */
export function beginsKeyframe(codec: VideoCodec, packet: Buffer, header: RtpHeader): boolean {
  if (codec === "H264") return h264BeginsKeyframe(packet.subarray(header.payloadStart, header.payloadEnd));
  const descriptor = readVp8Descriptor(packet, header.payloadStart, header.payloadEnd);
  return descriptor !== null && vp8BeginsKeyframe(packet, header, descriptor);
}

/** In the frame's own header (RFC 6386, section 9.1) a zero bit marks a keyframe. */
export function vp8BeginsKeyframe(packet: Buffer, header: RtpHeader, descriptor: Vp8Descriptor): boolean {
  const frameAt = header.payloadStart + descriptor.bytes;
  return descriptor.startsFrame && frameAt < header.payloadEnd && (packet.readUInt8(frameAt) & 0x01) === 0;
}

const nal = { idr: 5, sequenceParameters: 7, aggregate: 24, fragment: 28 };

/** Parameter sets or the first slice of an instantaneous refresh, alone, aggregated or fragmented (RFC 6184). */
function h264BeginsKeyframe(payload: Buffer): boolean {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === nal.aggregate) return aggregateHoldsKey(payload);
  if (type === nal.fragment) {
    const fragment = payload[1] ?? 0;
    return (fragment & 0x80) !== 0 && isKeyNal(fragment & 0x1f);
  }
  return isKeyNal(type);
}

function aggregateHoldsKey(payload: Buffer): boolean {
  let offset = 1;
  while (offset + 3 <= payload.length) {
    if (isKeyNal(payload.readUInt8(offset + 2) & 0x1f)) return true;
    offset += 2 + payload.readUInt16BE(offset);
  }
  return false;
}

function isKeyNal(type: number): boolean {
  return type === nal.idr || type === nal.sequenceParameters;
}
