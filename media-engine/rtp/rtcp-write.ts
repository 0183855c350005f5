import { rtcpTypes } from "#engine/rtp/rtcp-read.ts";

/** The engine's own source id in the feedback it sends. */
const ownSsrc = 1;
const canonicalName = "room";

/** The part of a receiver report about one source (RFC 3550, section 6.4.1). */
export type ReceptionReport = {
  ssrc: number;
  lossRatio: number;
  lostPackets: number;
  highestSequence: number;
  /** In units of the media clock. */
  jitter: number;
  lastSenderReport: number;
  /** In units of 1/65536 s. */
  delaySinceSenderReport: number;
};

/** Picture loss indication: asks `ssrc` for a keyframe (RFC 4585, section 6.3.1). */
export function buildPli(ssrc: number): Buffer {
  return buildFeedback(rtcpTypes.payloadFeedback, 1, ssrc, Buffer.alloc(0));
}

/** Generic NACK for the given 16-bit sequence numbers, in ascending order of loss (RFC 4585, section 6.2.1). */
export function buildNack(ssrc: number, sequences: number[]): Buffer {
  const entries: { packetId: number; bitmask: number }[] = [];
  for (const sequence of sequences) {
    const last = entries.at(-1);
    const distance = last ? (sequence - last.packetId) & 0xffff : 0;
    if (last && distance >= 1 && distance <= 16) last.bitmask |= 1 << (distance - 1);
    else entries.push({ packetId: sequence, bitmask: 0 });
  }
  const body = Buffer.alloc(entries.length * 4);
  for (const [index, { packetId, bitmask }] of entries.entries()) {
    body.writeUInt16BE(packetId, index * 4);
    body.writeUInt16BE(bitmask, index * 4 + 2);
  }
  return buildFeedback(rtcpTypes.transportFeedback, 1, ssrc, body);
}

/** A feedback packet about `ssrc`; `body` is a multiple of four bytes. */
export function buildFeedback(type: number, format: number, ssrc: number, body: Buffer): Buffer {
  const packet = Buffer.alloc(12 + body.length);
  writeHead(packet, 0, format, type, packet.length);
  packet.writeUInt32BE(ownSsrc, 4);
  packet.writeUInt32BE(ssrc, 8);
  body.copy(packet, 12);
  return packet;
}

/** A receiver report about up to 31 sources. */
export function buildReceiverReport(reports: ReceptionReport[]): Buffer {
  const included = reports.slice(0, 31);
  const packet = Buffer.alloc(8 + included.length * 24);
  writeHead(packet, 0, included.length, rtcpTypes.receiverReport, packet.length);
  packet.writeUInt32BE(ownSsrc, 4);
  for (const [index, report] of included.entries()) writeReceptionReport(packet, 8 + index * 24, report);
  return packet;
}

/** Ends what the engine receives: a last report and a goodbye (RFC 3550, section 6.6). */
export function buildGoodbye(reports: ReceptionReport[]): Buffer {
  const goodbye = Buffer.alloc(8);
  writeHead(goodbye, 0, 1, rtcpTypes.goodbye, goodbye.length);
  goodbye.writeUInt32BE(ownSsrc, 4);
  return Buffer.concat([buildReceiverReport(reports), goodbye]);
}

function writeReceptionReport(packet: Buffer, offset: number, report: ReceptionReport): void {
  packet.writeUInt32BE(report.ssrc, offset);
  packet.writeUInt8(Math.min(255, Math.round(report.lossRatio * 256)), offset + 4);
  packet.writeUIntBE(Math.min(report.lostPackets, 0x7fffff), offset + 5, 3);
  packet.writeUInt32BE(report.highestSequence % 2 ** 32, offset + 8);
  packet.writeUInt32BE(Math.min(Math.round(report.jitter), 0xffffffff), offset + 12);
  packet.writeUInt32BE(report.lastSenderReport, offset + 16);
  packet.writeUInt32BE(Math.round(report.delaySinceSenderReport) % 2 ** 32, offset + 20);
}

/** Where the media timestamp and the two counters of a packet built by {@link buildSenderReport} stand. */
export const senderReportOffsets = { timestamp: 16, packets: 20, octets: 24 };

/** A sender report with the canonical name that ties audio and video together (RFC 3550, sections 6.4.1 and 6.5). */
export function buildSenderReport(ssrc: number, ntpSeconds: number, rtpTimestamp: number): Buffer {
  const reportBytes = 28;
  const nameBytes = 16;
  const packet = Buffer.alloc(reportBytes + nameBytes);
  writeHead(packet, 0, 0, rtcpTypes.senderReport, reportBytes);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeUInt32BE(Math.floor(ntpSeconds) % 2 ** 32, 8);
  packet.writeUInt32BE(Math.floor((ntpSeconds % 1) * 2 ** 32), 12);
  packet.writeUInt32BE(rtpTimestamp, 16);
  writeHead(packet, reportBytes, 1, 202, nameBytes);
  packet.writeUInt32BE(ssrc, reportBytes + 4);
  packet.writeUInt8(1, reportBytes + 8);
  packet.writeUInt8(canonicalName.length, reportBytes + 9);
  packet.write(canonicalName, reportBytes + 10);
  return packet;
}

function writeHead(packet: Buffer, offset: number, format: number, type: number, lengthBytes: number): void {
  packet.writeUInt8(0x80 | format, offset);
  packet.writeUInt8(type, offset + 1);
  packet.writeUInt16BE(lengthBytes / 4 - 1, offset + 2);
}
