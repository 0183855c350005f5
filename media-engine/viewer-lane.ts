import { Continuation } from "#engine/rtp/continuation.ts";
import type { OutPacket, OutStream } from "#engine/rtp/out-stream.ts";
import { senderReportOffsets } from "#engine/rtp/rtcp-write.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";

/** Sends one packet synchronously; false when the connection cannot take it. */
export type SendPacket = (packet: Buffer) => boolean;

const headerBytes = 12;

/** One kind of media on its way to one viewer, in numbers of the viewer's own, of one stream at a time. */
export class ViewerLane {
  /** Payload type the viewer expects; null = the viewer takes no such media. */
  payloadType: number | null;
  /** The stream that is forwarded; null before the first packet and at rest. */
  stream: OutStream | null = null;
  packetsSent = 0;
  /** The viewer's own number of the newest packet that was sent; 0 before the first. */
  newestSent = 0;
  #octetsSent = 0;
  #numbers: Continuation | null = null;
  /** The stream before this one, whose last packets may be asked for again. */
  #before: Continuation | null = null;
  #newest: OutPacket | null = null;
  readonly #send: SendPacket;

  constructor(send: SendPacket, payloadType: number | null) {
    this.#send = send;
    this.payloadType = payloadType;
  }

  /** Makes this packet the first of its stream: the viewer's numbers go on, packets of the stream before are left out. */
  begin(first: OutPacket): void {
    const last = this.#numbers && this.#newest ? { packet: this.#newest, by: this.#numbers } : null;
    // Packets from before a rest are not repeated.
    this.#before = this.stream === null ? null : this.#numbers;
    this.#numbers = new Continuation(first, last);
    this.#newest = null;
    this.stream = first.stream;
  }

  /** Forwards no stream until another one begins. */
  rest(): void {
    this.stream = null;
  }

  /** Writes the viewer's numbers into the shared packet and sends it before anyone else touches it. */
  forward(packet: OutPacket): void {
    const numbers = this.#numbers;
    if (this.payloadType === null || numbers === null || packet.sequence < numbers.first) return;
    if (this.#newest === null || packet.sequence > this.#newest.sequence) this.#newest = packet;
    numbers.write(packet, this.payloadType);
    if (!this.#send(packet.bytes)) return;
    this.newestSent = numbers.ownSequence(this.#newest);
    this.packetsSent += 1;
    this.#octetsSent += packet.bytes.length - headerBytes;
  }

  /** The kept packet that went out under this 16-bit number; null when it is gone. */
  find(sequence16: number): OutPacket | null {
    if (!this.#numbers || !this.#newest || this.stream === null) return null;
    const sequence = unwrapSequence(sequence16, this.#numbers.ownSequence(this.#newest));
    const numbers = sequence < this.#numbers.ownFirst ? this.#before : this.#numbers;
    return numbers?.find(sequence) ?? null;
  }

  /** Writes the numbers that a packet of {@link find} went out under. */
  rewrite(packet: OutPacket): void {
    const numbers = packet.stream === this.stream ? this.#numbers : this.#before;
    if (this.payloadType !== null) numbers?.write(packet, this.payloadType);
  }

  /** Sends a sender report with this viewer's own timestamp and counters written in. */
  sendReport(nowMs: number): void {
    const report = this.stream?.senderReport(nowMs);
    if (!report || !this.#numbers || this.payloadType === null) return;
    const { timestamp, packets, octets } = senderReportOffsets;
    report.writeUInt32BE(this.#numbers.ownTimestamp(report.readUInt32BE(timestamp)), timestamp);
    report.writeUInt32BE(this.packetsSent % 2 ** 32, packets);
    report.writeUInt32BE(this.#octetsSent % 2 ** 32, octets);
    this.#send(report);
  }
}
