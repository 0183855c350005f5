import { randomInt } from "node:crypto";
import type { OutPacket } from "#engine/rtp/out-stream.ts";
import { senderReportOffsets } from "#engine/rtp/rtcp-write.ts";

/** Sends one packet synchronously; false when the connection cannot take it. */
export type SendPacket = (packet: Buffer) => boolean;

const headerBytes = 12;

/**
 * One kind of media on its way to one viewer. Each viewer has numbers of its own, begun far from the wrap: a join just
 * before it, with loss, would leave the two SRTP ends with different rollover counters.
 */
export class ViewerLane {
  /** Payload type the viewer expects; null = the viewer takes no such media. */
  payloadType: number | null;
  isStarted = false;
  /** Room sequence number of the first packet sent. */
  firstSequence = 0;
  packetsSent = 0;
  #octetsSent = 0;
  #shift = 0;
  readonly #send: SendPacket;

  constructor(send: SendPacket, payloadType: number | null) {
    this.#send = send;
    this.payloadType = payloadType;
  }

  /** Fixes which of the room's packets is this viewer's first. */
  start(sequence: number): void {
    this.isStarted = true;
    this.firstSequence = sequence;
    this.#shift = randomInt(0x400, 0x4000) - sequence;
  }

  /** Writes the viewer's payload type and number into the shared packet and sends it before anyone else touches it. */
  forward(packet: OutPacket): void {
    if (this.payloadType === null || packet.sequence < this.firstSequence) return;
    const bytes = packet.bytes;
    const sequence = packet.sequence + this.#shift;
    bytes[1] = (packet.marker ? 0x80 : 0) | this.payloadType;
    bytes[2] = sequence >>> 8;
    bytes[3] = sequence;
    if (!this.#send(bytes)) return;
    this.packetsSent += 1;
    this.#octetsSent += bytes.length - headerBytes;
  }

  /** Low 16 bits of the room's number for one of this viewer's. */
  roomSequence16(sequence: number): number {
    return (sequence - this.#shift) & 0xffff;
  }

  /** Sends a sender report with this viewer's own counters written in. */
  sendReport(report: Buffer | null): void {
    if (!report || this.payloadType === null) return;
    report.writeUInt32BE(this.packetsSent % 2 ** 32, senderReportOffsets.packets);
    report.writeUInt32BE(this.#octetsSent % 2 ** 32, senderReportOffsets.octets);
    this.#send(report);
  }
}
