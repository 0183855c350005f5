import type { RtpHeader } from "#engine/rtp/packet.ts";

/** A retransmission (RFC 4588) turned back into the packet it repeats. */
export type Restored = { packet: Buffer; header: RtpHeader };

/**
 * Restores the original from an RTX packet: its first two payload bytes are the original sequence number. Answers null
 * for padding probes, which repeat nothing. The header extensions stay where they were.
 */
export function restoreOriginal(
  packet: Buffer,
  header: RtpHeader,
  original: { ssrc: number; payloadType: number },
): Restored | null {
  if (header.payloadEnd - header.payloadStart < 3) return null;
  const sequence = packet.readUInt16BE(header.payloadStart);
  return {
    packet,
    header: {
      ...header,
      sequence,
      ssrc: original.ssrc,
      payloadType: original.payloadType,
      payloadStart: header.payloadStart + 2,
    },
  };
}

/** Wraps a plain 12-byte-header packet for retransmission to a viewer. `sequence` is the viewer's own number for it. */
export function wrapRetransmission(
  packet: Buffer,
  rtx: { ssrc: number; payloadType: number; sequence: number },
  sequence: number,
): Buffer {
  const wrapped = Buffer.allocUnsafe(packet.length + 2);
  packet.copy(wrapped, 0, 0, 12);
  wrapped[1] = (packet.readUInt8(1) & 0x80) | rtx.payloadType;
  wrapped.writeUInt16BE(rtx.sequence, 2);
  wrapped.writeUInt32BE(rtx.ssrc, 8);
  wrapped.writeUInt16BE(sequence, 12);
  packet.copy(wrapped, 14, 12);
  return wrapped;
}
