/** RTCP packet types (RFC 3550, RFC 4585). */
export const rtcpTypes = {
  senderReport: 200,
  receiverReport: 201,
  goodbye: 203,
  transportFeedback: 205,
  payloadFeedback: 206,
};

/** Where a sender's media clock stood at a moment of its wall clock. */
export type SenderReport = {
  ssrc: number;
  /** NTP time in seconds since 1900, with its fraction. */
  ntpSeconds: number;
  /** The middle 32 bits of the NTP time, which receiver reports give back. */
  compactNtp: number;
  rtpTimestamp: number;
};

/**
 * A receiver's report about one source. `lossRatio` is 0..1 since its previous report; `lost` packets and the
 * extended `highest` sequence number count since it began.
 */
export type ReportBlock = { ssrc: number; lossRatio: number; lost: number; highest: number };

/** Walks a compound RTCP packet; stops at the first part whose length is impossible. */
export function* rtcpParts(packet: Buffer): Generator<{ type: number; format: number; part: Buffer }> {
  let offset = 0;
  while (offset + 4 <= packet.length) {
    const end = offset + (packet.readUInt16BE(offset + 2) + 1) * 4;
    if (end > packet.length || packet.readUInt8(offset) >> 6 !== 2) return;
    const part = packet.subarray(offset, end);
    yield { type: part.readUInt8(1), format: part.readUInt8(0) & 0x1f, part };
    offset = end;
  }
}

/** Reads a sender report part; null when it is too short to be one. */
export function readSenderReport(part: Buffer): SenderReport | null {
  if (part.length < 28) return null;
  return {
    ssrc: part.readUInt32BE(4),
    ntpSeconds: part.readUInt32BE(8) + part.readUInt32BE(12) / 2 ** 32,
    compactNtp: part.readUInt32BE(10),
    rtpTimestamp: part.readUInt32BE(16),
  };
}

/** Reads the report blocks of a sender or receiver report part. */
export function readReportBlocks(type: number, count: number, part: Buffer): ReportBlock[] {
  const first = type === rtcpTypes.senderReport ? 28 : 8;
  const blocks: ReportBlock[] = [];
  for (let index = 0; index < count; index++) {
    const offset = first + index * 24;
    if (offset + 24 > part.length) break;
    blocks.push({
      ssrc: part.readUInt32BE(offset),
      lossRatio: part.readUInt8(offset + 4) / 256,
      lost: part.readIntBE(offset + 5, 3),
      highest: part.readUInt32BE(offset + 8),
    });
  }
  return blocks;
}

/** The source that a feedback part is about (RFC 4585, section 6.1); null when it is too short. */
export function feedbackSource(part: Buffer): number | null {
  return part.length >= 12 ? part.readUInt32BE(8) : null;
}

/** The 16-bit sequence numbers that a generic NACK asks for (RFC 4585, section 6.2.1). */
export function readNack(part: Buffer): number[] {
  const sequences: number[] = [];
  for (let offset = 12; offset + 4 <= part.length; offset += 4) {
    const packetId = part.readUInt16BE(offset);
    const bitmask = part.readUInt16BE(offset + 2);
    sequences.push(packetId);
    for (let bit = 0; bit < 16; bit++) {
      if (bitmask & (1 << bit)) sequences.push((packetId + bit + 1) & 0xffff);
    }
  }
  return sequences;
}

/** A receiver's estimate of its bandwidth, bit/s (REMB, draft-alvestrand-rmcat-remb-03); null for other feedback. */
export function readBandwidthEstimate(type: number, format: number, part: Buffer): number | null {
  const mark = 0x52454d42;
  if (type !== rtcpTypes.payloadFeedback || format !== 15 || part.length < 20) return null;
  if (part.readUInt32BE(12) !== mark) return null;
  const exponent = part.readUInt8(17) >> 2;
  const mantissa = part.readUIntBE(17, 3) & 0x3ffff;
  return mantissa * 2 ** exponent;
}

/** True for the two ways in which a receiver asks for a keyframe: PLI (RFC 4585) and FIR (RFC 5104). */
export function asksForKeyframe(type: number, format: number): boolean {
  return type === rtcpTypes.payloadFeedback && (format === 1 || format === 4);
}
