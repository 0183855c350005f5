/** The payload descriptor of VP8 in RTP (RFC 7741, section 4.2). Offsets count from the first byte of the payload. */
export type Vp8Descriptor = {
  /** Where the VP8 payload header stands. */
  bytes: number;
  startsFrame: boolean;
  /** Where the picture id stands; 0 without one. */
  pictureIdAt: number;
  /** The number of the picture; `pictureIdBits`: whether it counts to 2^7 or 2^15. */
  pictureId: number;
  pictureIdBits: 7 | 15;
  /** Where the running index of temporal base layer frames stands; 0 without one. */
  baseIndexAt: number;
  baseIndex: number;
};

/** Reads the descriptor at `start` of a packet; null when it is cut short. */
export function readVp8Descriptor(packet: Buffer, start: number, end: number): Vp8Descriptor | null {
  const first = packet[start];
  if (first === undefined || start >= end) return null;
  const descriptor: Vp8Descriptor = {
    bytes: 1,
    startsFrame: (first & 0x17) === 0x10,
    pictureIdAt: 0,
    pictureId: 0,
    pictureIdBits: 7,
    baseIndexAt: 0,
    baseIndex: 0,
  };
  if (!(first & 0x80)) return descriptor;
  const extensions = packet[start + 1] ?? 0;
  let offset = 2;
  if (extensions & 0x80) {
    const high = packet[start + offset] ?? 0;
    const isLong = (high & 0x80) !== 0;
    descriptor.pictureIdAt = offset;
    descriptor.pictureIdBits = isLong ? 15 : 7;
    descriptor.pictureId = isLong ? ((high & 0x7f) << 8) | (packet[start + offset + 1] ?? 0) : high;
    offset += isLong ? 2 : 1;
  }
  if (extensions & 0x40) {
    descriptor.baseIndexAt = offset;
    descriptor.baseIndex = packet[start + offset] ?? 0;
    offset += 1;
  }
  if (extensions & 0x30) offset += 1;
  descriptor.bytes = offset;
  return start + offset <= end ? descriptor : null;
}

/** Width times height of the keyframe that begins behind the descriptor (RFC 6386, section 9.1); null when unreadable. */
export function vp8KeyframePixels(packet: Buffer, start: number, end: number): number | null {
  const startCode = 0x9d012a;
  if (start + 10 > end || packet.readUIntBE(start + 3, 3) !== startCode) return null;
  return (packet.readUInt16LE(start + 6) & 0x3fff) * (packet.readUInt16LE(start + 8) & 0x3fff);
}
