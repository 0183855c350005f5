import type { RtpHeader } from "#engine/rtp/packet.ts";

/** Video codecs the engine forwards. */
export type VideoCodec = "VP8" | "H264";

/** True when this packet begins (or, for H264, belongs to the beginning of) a picture that decodes by itself. */
export function beginsKeyframe(codec: VideoCodec, packet: Buffer, header: RtpHeader): boolean {
  const payload = packet.subarray(header.payloadStart, header.payloadEnd);
  return codec === "VP8" ? vp8BeginsKeyframe(payload) : h264BeginsKeyframe(payload);
}

/** Payload descriptor of RFC 7741, section 4.2; in the frame's own header a zero bit marks a keyframe. */
function vp8BeginsKeyframe(payload: Buffer): boolean {
  const descriptor = payload[0];
  if (descriptor === undefined) return false;
  const startsFrame = (descriptor & 0x10) !== 0 && (descriptor & 0x07) === 0;
  if (!startsFrame) return false;
  const frameHeader = payload[vp8DescriptorBytes(payload, descriptor)];
  return frameHeader !== undefined && (frameHeader & 0x01) === 0;
}

function vp8DescriptorBytes(payload: Buffer, descriptor: number): number {
  if (!(descriptor & 0x80)) return 1;
  const extensions = payload[1] ?? 0;
  const pictureId = extensions & 0x80 ? ((payload[2] ?? 0) & 0x80 ? 2 : 1) : 0;
  const layerIndex = extensions & 0x40 ? 1 : 0;
  const keyIndex = extensions & 0x30 ? 1 : 0;
  return 2 + pictureId + layerIndex + keyIndex;
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
