/** The parts of an RTP header (RFC 3550, section 5.1) that the engine works with. */
export type RtpHeader = {
  marker: boolean;
  payloadType: number;
  /** 16-bit sequence number as sent. */
  sequence: number;
  /** 32-bit media timestamp as sent. */
  timestamp: number;
  ssrc: number;
  /** Where the header extension's data begins and ends; equal when there is none. */
  extensionStart: number;
  extensionEnd: number;
  /** Profile of the header extension: 0xbede for one-byte, 0x100x for two-byte elements, 0 without extension. */
  extensionProfile: number;
  /** Where the payload begins, and where it ends without padding. */
  payloadStart: number;
  payloadEnd: number;
};

const fixedHeaderBytes = 12;

/** Distinguishes RTCP from RTP on a shared port (RFC 5761, section 4). */
export function isRtcp(packet: Buffer): boolean {
  const type = packet.length > 1 ? packet.readUInt8(1) : 0;
  return type >= 192 && type <= 223;
}

/** Reads an RTP header, or answers null when the bytes are not a whole RTP packet. */
export function readRtpHeader(packet: Buffer): RtpHeader | null {
  if (packet.length < fixedHeaderBytes) return null;
  const first = packet.readUInt8(0);
  const second = packet.readUInt8(1);
  if (first >> 6 !== 2) return null;
  let offset = fixedHeaderBytes + (first & 0x0f) * 4;
  let extensionStart = offset;
  let extensionProfile = 0;
  if (first & 0x10) {
    if (offset + 4 > packet.length) return null;
    extensionProfile = packet.readUInt16BE(offset);
    extensionStart = offset + 4;
    offset = extensionStart + packet.readUInt16BE(offset + 2) * 4;
  }
  if (offset > packet.length) return null;
  const padding = first & 0x20 ? packet.readUInt8(packet.length - 1) : 0;
  const payloadEnd = packet.length - padding;
  if (payloadEnd < offset) return null;
  return {
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensionStart,
    extensionEnd: offset,
    extensionProfile,
    payloadStart: offset,
    payloadEnd,
  };
}

/**
 * Builds a packet with a plain 12-byte header from a received one: contributing sources, header extensions and padding
 * are left out, because none of them means anything to a viewer.
 */
export function plainPacket(packet: Buffer, header: RtpHeader, ssrc: number, timestamp: number): Buffer {
  const plain = Buffer.allocUnsafe(fixedHeaderBytes + header.payloadEnd - header.payloadStart);
  plain[0] = 0x80;
  plain[1] = (header.marker ? 0x80 : 0) | header.payloadType;
  plain.writeUInt16BE(header.sequence, 2);
  plain.writeUInt32BE(timestamp, 4);
  plain.writeUInt32BE(ssrc, 8);
  packet.copy(plain, fixedHeaderBytes, header.payloadStart, header.payloadEnd);
  return plain;
}
