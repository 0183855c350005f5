import type { RtpHeader } from "#engine/rtp/packet.ts";

/** Header extensions the engine understands, by their registered names. */
export const extensionUris = {
  mid: "urn:ietf:params:rtp-hdrext:sdes:mid",
  rid: "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
  repairedRid: "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
  transportSequence: "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
} as const;

const oneByteProfile = 0xbede;
const twoByteProfile = 0x1000;

/** Finds the value of header extension `id` in either form of RFC 8285; null when it is absent or cut short. */
export function findExtension(packet: Buffer, header: RtpHeader, id: number): Buffer | null {
  if (header.extensionProfile === oneByteProfile) return findOneByte(packet, header, id);
  if ((header.extensionProfile & 0xfff0) === twoByteProfile) return findTwoByte(packet, header, id);
  return null;
}

function findOneByte(packet: Buffer, { extensionStart, extensionEnd }: RtpHeader, id: number): Buffer | null {
  let offset = extensionStart;
  while (offset < extensionEnd) {
    const head = packet.readUInt8(offset);
    if (head === 0) {
      offset += 1;
      continue;
    }
    const end = offset + 2 + (head & 0x0f);
    if (head >> 4 === 15 || end > extensionEnd) return null;
    if (head >> 4 === id) return packet.subarray(offset + 1, end);
    offset = end;
  }
  return null;
}

function findTwoByte(packet: Buffer, { extensionStart, extensionEnd }: RtpHeader, id: number): Buffer | null {
  let offset = extensionStart;
  while (offset + 2 <= extensionEnd) {
    const element = packet.readUInt8(offset);
    if (element === 0) {
      offset += 1;
      continue;
    }
    const end = offset + 2 + packet.readUInt8(offset + 1);
    if (end > extensionEnd) return null;
    if (element === id) return packet.subarray(offset + 2, end);
    offset = end;
  }
  return null;
}
