import { MissingPackets } from "#engine/rtp/missing-packets.ts";
import type { RtpHeader } from "#engine/rtp/packet.ts";
import type { SenderReport } from "#engine/rtp/rtcp-read.ts";
import type { ReceptionReport } from "#engine/rtp/rtcp-write.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";
import type { Vp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

/** A jump this wide is a sender that started its numbering afresh, once the packet after it follows on. */
const restartDistance = 3000;

/** One received packet that is to go on to the viewers. */
export type ReceivedMedia = {
  stream: ReceiveStream;
  packet: Buffer;
  header: RtpHeader;
  /** Full sequence number at its source. */
  full: number;
  beginsKeyframe: boolean;
  /** Null for other codecs. */
  vp8: Vp8Descriptor | null;
};

/** One RTP source of a publisher: its order, loss, jitter and clock. */
export class ReceiveStream {
  readonly ssrc: number;
  readonly kind: "audio" | "video";
  readonly missing = new MissingPackets();
  /** The source's newest sender report and when it came. */
  senderReport: { report: SenderReport; atMs: number } | null = null;
  readonly #clockHz: number;
  #first = -1;
  #newest = -1;
  #received = 0;
  #restartCandidate = -1;
  #jitter = 0;
  #transit: number | null = null;
  #reported = { expected: 0, received: 0 };

  constructor(ssrc: number, kind: "audio" | "video", clockHz: number) {
    this.ssrc = ssrc;
    this.kind = kind;
    this.#clockHz = clockHz;
  }

  /**
   * Takes a packet in and answers its full sequence number, or null for a duplicate: browsers probe for bandwidth by
   * sending old packets again.
   */
  receive(sequence: number, timestamp: number, nowMs: number): number | null {
    if (this.#newest < 0) return this.#restart(sequence + 0x10000);
    const full = unwrapSequence(sequence, this.#newest);
    const distance = full - this.#newest;
    if (Math.abs(distance) > restartDistance) return this.#afterJump(sequence);
    this.#restartCandidate = -1;
    if (distance > 0) {
      this.missing.add(this.#newest + 1, full, nowMs);
      this.#newest = full;
      this.#measureJitter(timestamp, nowMs);
    } else if (!this.missing.arrived(full)) return null;
    this.#received += 1;
    return full;
  }

  /** The part of a receiver report about this source; loss is counted since the previous call. */
  report(nowMs: number): ReceptionReport {
    const expected = this.#newest - this.#first + 1;
    const expectedSince = expected - this.#reported.expected;
    const lostSince = expectedSince - (this.#received - this.#reported.received);
    this.#reported = { expected, received: this.#received };
    const clock = this.senderReport;
    return {
      ssrc: this.ssrc,
      lossRatio: expectedSince > 0 ? Math.max(0, lostSince / expectedSince) : 0,
      lostPackets: Math.max(0, expected - this.#received),
      highestSequence: this.#newest,
      jitter: this.#jitter,
      lastSenderReport: clock ? clock.report.compactNtp : 0,
      delaySinceSenderReport: clock ? (nowMs - clock.atMs) * 65.536 : 0,
    };
  }

  /** Follows a new numbering only when two packets in a row agree on it (RFC 3550, appendix A.1). */
  #afterJump(sequence: number): number | null {
    if (sequence !== this.#restartCandidate) {
      this.#restartCandidate = (sequence + 1) & 0xffff;
      return null;
    }
    // Far ahead of everything before, so that the mapping of these numbers sees the break.
    const ahead = this.#newest + 0x20000;
    return this.#restart(ahead - (ahead & 0xffff) + sequence);
  }

  #restart(full: number): number {
    this.#first = full;
    this.#newest = full;
    this.#received = 1;
    this.#restartCandidate = -1;
    this.#transit = null;
    this.#reported = { expected: 0, received: 0 };
    this.missing.clear();
    return full;
  }

  #measureJitter(timestamp: number, nowMs: number): void {
    const transit = (nowMs * this.#clockHz) / 1000 - timestamp;
    if (this.#transit !== null) {
      const change = Math.abs(transit - this.#transit);
      // A wrapped or restarted media clock is no jitter.
      if (change < this.#clockHz * 10) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
