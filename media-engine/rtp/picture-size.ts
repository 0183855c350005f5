import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { RtpHeader } from "#engine/rtp/packet.ts";
import type { Vp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

/** Pixels of a coded picture; of H264 in whole macroblocks, without what is cropped. */
export type PictureSize = { width: number; height: number };

/** The size that the first packet of a keyframe names; null where it names none. */
export function pictureSize(
  codec: VideoCodec,
  packet: Buffer,
  header: RtpHeader,
  vp8: Vp8Descriptor | null,
): PictureSize | null {
  const payload = packet.subarray(header.payloadStart, header.payloadEnd);
  if (codec === "VP8") return vp8 && vp8Size(payload.subarray(vp8.bytes));
  const parameters = sequenceParameters(payload);
  return parameters && h264Size(parameters);
}

/** RFC 6386, section 9.1: three bytes of the frame, a start code, and 14 bits for each side. */
function vp8Size(frame: Buffer): PictureSize | null {
  if (frame.length < 10 || frame.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff };
}

const nal = { sequenceParameters: 7, aggregate: 24 };

/** The sequence parameter set of a packet, alone or aggregated (RFC 6184, section 5.7.1). */
function sequenceParameters(payload: Buffer): Buffer | null {
  const typeOf = (unit: Buffer) => (unit[0] ?? 0) & 0x1f;
  if (typeOf(payload) === nal.sequenceParameters) return payload;
  if (typeOf(payload) !== nal.aggregate) return null;
  for (let at = 1; at + 2 < payload.length;) {
    const end = at + 2 + payload.readUInt16BE(at);
    const unit = payload.subarray(at + 2, end);
    if (typeOf(unit) === nal.sequenceParameters) return unit;
    at = end;
  }
  return null;
}

/** The profiles without colour formats of their own: the one that is negotiated, and its siblings. */
const plainProfiles = new Set([66, 77, 88]);

/** Reads a sequence parameter set (ITU-T H.264, section 7.3.2.1.1); null where it is cut short or of another profile. */
function h264Size(unit: Buffer): PictureSize | null {
  const bits = bitsOf(unit.subarray(4));
  if (!plainProfiles.has(unit[1] ?? 0)) return null;
  bits.number(); // seq_parameter_set_id
  bits.number(); // log2_max_frame_num_minus4
  const order = bits.number(); // pic_order_cnt_type
  if (order === 0) bits.number();
  else if (order === 1) {
    bits.skip(1);
    bits.number();
    bits.number();
    for (let left = Math.min(bits.number(), 255); left > 0; left--) bits.number();
  }
  bits.number(); // max_num_ref_frames
  bits.skip(1); // gaps_in_frame_num_value_allowed_flag
  const width = (bits.number() + 1) * 16;
  const units = bits.number() + 1;
  const height = units * 16 * (2 - bits.bit());
  return bits.isOver() || width > 16_384 || height > 16_384 ? null : { width, height };
}

/** Bits and Exp-Golomb numbers (section 9.1) without the bytes that only keep start codes apart. */
function bitsOf(unit: Buffer) {
  const bytes = unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0));
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  return {
    bit,
    skip(count: number) {
      at += count;
    },
    number() {
      let zeros = 0;
      while (bit() === 0 && zeros < 31 && at < bytes.length * 8) zeros += 1;
      let value = 1;
      for (let left = zeros; left > 0; left--) value = value * 2 + bit();
      return value - 1;
    },
    /** More was read than is there. */
    isOver: () => at > bytes.length * 8,
  };
}
