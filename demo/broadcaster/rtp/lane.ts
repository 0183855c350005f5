import { randomInt } from "node:crypto";

const headerBytes = 12;
const version = 0x80;
const marker = 0x80;
const senderReportType = 200;
/** Seconds from 1900, where NTP counts from, to 1970. */
const ntpEpochSeconds = 2_208_988_800;
/** Packets kept to be sent again; about four seconds of video. */
const keptPackets = 256;

/** One outgoing RTP stream: it numbers packets, keeps the latest, and counts for its sender reports. */
export type Lane = {
  ssrc: number;
  /** Builds the next packet. `timestamp` counts in the clock of the codec from the stream's beginning. */
  packet(payload: Buffer, timestamp: number, last: boolean): Buffer;
  /** A packet sent before, if it is still kept. */
  kept(sequence: number): Buffer | undefined;
  /** A sender report (RFC 3550, §6.4.1) that states which `timestamp` belongs to `nowMs` of the wall clock. */
  senderReport(timestamp: number, nowMs: number): Buffer;
};

/** Opens a stream with a random identity, first sequence number and first timestamp. */
export function createLane(payloadType: number): Lane {
  const ssrc = randomInt(1, 2 ** 32 - 1);
  const firstTimestamp = randomInt(0, 2 ** 32 - 1);
  const ring: (Buffer | undefined)[] = new Array(keptPackets);
  // The first number leaves room before the wrap, so that a receiver's rollover counter starts in peace.
  let sequence = randomInt(0, 2 ** 15);
  let packets = 0;
  let octets = 0;
  const onWire = (timestamp: number) => (firstTimestamp + timestamp) % 2 ** 32;
  return {
    ssrc,
    packet(payload, timestamp, last) {
      const packet = Buffer.allocUnsafe(headerBytes + payload.length);
      packet[0] = version;
      packet[1] = payloadType | (last ? marker : 0);
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(onWire(timestamp), 4);
      packet.writeUInt32BE(ssrc, 8);
      payload.copy(packet, headerBytes);
      ring[sequence % keptPackets] = packet;
      sequence = (sequence + 1) & 0xffff;
      packets += 1;
      octets += payload.length;
      return packet;
    },
    kept(wanted) {
      const packet = ring[wanted % keptPackets];
      return packet?.readUInt16BE(2) === wanted ? packet : undefined;
    },
    senderReport(timestamp, nowMs) {
      const report = Buffer.alloc(28);
      report[0] = version;
      report[1] = senderReportType;
      report.writeUInt16BE(report.length / 4 - 1, 2);
      report.writeUInt32BE(ssrc, 4);
      report.writeUInt32BE((Math.floor(nowMs / 1000) + ntpEpochSeconds) % 2 ** 32, 8);
      report.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32), 12);
      report.writeUInt32BE(onWire(timestamp), 16);
      report.writeUInt32BE(packets % 2 ** 32, 20);
      report.writeUInt32BE(octets % 2 ** 32, 24);
      return report;
    },
  };
}
