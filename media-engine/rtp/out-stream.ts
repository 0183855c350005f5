import { limits } from "#engine/limits.ts";
import { plainPacket, type RtpHeader } from "#engine/rtp/packet.ts";
import type { ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { buildSenderReport } from "#engine/rtp/rtcp-write.ts";
import type { Vp8Descriptor } from "#engine/rtp/vp8-descriptor.ts";

/** One packet as all viewers get it, but for what each viewer writes into it ({@link Continuation}). */
export type OutPacket = {
  stream: OutStream;
  bytes: Buffer;
  /** Full sequence number in the stream's own numbering. */
  sequence: number;
  timestamp: number;
  marker: boolean;
  atMs: number;
  beginsKeyframe: boolean;
  vp8: Vp8Descriptor | null;
};

/** A forward jump wider than this is a new numbering, not loss. */
const rebaseDistance = 1000;

/**
 * One kind of media in one quality, ready to be sent: sources, timestamps and numbers of who publishes are mapped onto one
 * unbroken stream, so that a source may change, and the newest packets are kept.
 */
export class OutStream {
  readonly ssrc: number;
  readonly clockHz: number;
  readonly #history: (OutPacket | undefined)[] = new Array(limits.historyPackets);
  #source: ReceiveStream | null = null;
  /** Source numbering: the first number after the last rebase, and the newest. */
  #sourceFirst = 0;
  #sourceNewest = 0;
  #sequenceShift = 0;
  #timestampShift = 0;
  #newest: OutPacket | null = null;
  #keyframe: OutPacket | null = null;

  constructor(clockHz: number, ssrc: number) {
    this.clockHz = clockHz;
    this.ssrc = ssrc;
  }

  /** Maps a received packet into the stream and keeps it. Answers null for packets older than the source's turn. */
  push(media: ReceivedMedia, nowMs: number): OutPacket | null {
    const { stream: source, packet, header, full, beginsKeyframe, vp8 } = media;
    if (source !== this.#source || full > this.#sourceNewest + rebaseDistance) {
      this.#rebase(source, header, full, nowMs);
    }
    if (full < this.#sourceFirst) return null;
    const timestamp = (header.timestamp + this.#timestampShift) >>> 0;
    const out: OutPacket = {
      stream: this,
      bytes: plainPacket(packet, header, this.ssrc, timestamp),
      sequence: full + this.#sequenceShift,
      timestamp,
      marker: header.marker,
      atMs: nowMs,
      beginsKeyframe,
      vp8,
    };
    this.#sourceNewest = Math.max(this.#sourceNewest, full);
    this.#remember(out);
    return out;
  }

  /** Packets are left out from here on: the next one that comes joins on behind the last, and nobody begins with those before. */
  interrupt(): void {
    this.#source = null;
    this.#keyframe = null;
  }

  /** Nobody begins with packets from before, and late ones of them are left out. */
  seal(): void {
    this.#keyframe = null;
    this.#sourceFirst = this.#sourceNewest + 1;
  }

  /** The kept packet of this full sequence number; null when it is gone. */
  find(sequence: number): OutPacket | null {
    const packet = this.#history[sequence % limits.historyPackets];
    return packet?.sequence === sequence ? packet : null;
  }

  /** All kept packets from the newest keyframe on, for a joiner; null when it is too old, too long or not there. */
  sinceKeyframe(nowMs: number): OutPacket[] | null {
    const [first, last] = [this.#keyframe, this.#newest];
    if (!first || !last || nowMs - first.atMs > limits.joinBurstAgeMs) return null;
    if (last.sequence - first.sequence >= limits.joinBurstPackets) return null;
    const packets: OutPacket[] = [];
    for (let sequence = first.sequence; sequence <= last.sequence; sequence++) {
      const packet = this.find(sequence);
      if (packet) packets.push(packet);
    }
    return packets;
  }

  /** How old the newest keyframe is; Infinity without one. */
  keyframeAgeMs(nowMs: number): number {
    return this.#keyframe ? nowMs - this.#keyframe.atMs : Number.POSITIVE_INFINITY;
  }

  /**
   * The media clock at a moment of the publisher's wall clock, and the other way round: by the source's last sender report,
   * null before it has sent any. Seconds are those of NTP.
   */
  timestampAt(ntpSeconds: number): number | null {
    const report = this.#source?.senderReport?.report;
    if (!report) return null;
    const ticks = Math.round((ntpSeconds - report.ntpSeconds) * this.clockHz);
    return (report.rtpTimestamp + this.#timestampShift + ticks) >>> 0;
  }

  ntpSecondsOf(timestamp: number): number | null {
    const report = this.#source?.senderReport?.report;
    if (!report) return null;
    const ticks = (timestamp - report.rtpTimestamp - this.#timestampShift) | 0;
    return report.ntpSeconds + ticks / this.clockHz;
  }

  /** A sender report for this moment, from the source's last one; null before the source has sent any. */
  senderReport(nowMs: number): Buffer | null {
    const known = this.#source?.senderReport;
    if (!known) return null;
    const ntpSeconds = known.report.ntpSeconds + (nowMs - known.atMs) / 1000;
    return buildSenderReport(this.ssrc, ntpSeconds, this.timestampAt(ntpSeconds) ?? 0);
  }

  /** Joins a new source on behind the last packet, its clock as far on as time has passed. */
  #rebase(source: ReceiveStream, header: RtpHeader, full: number, nowMs: number): void {
    const last = this.#newest;
    this.#source = source;
    this.#sourceFirst = full;
    this.#sourceNewest = full;
    this.#keyframe = null;
    this.#sequenceShift = (last ? last.sequence + 1 : 0x10000) - full;
    if (!last) return;
    const elapsedTicks = Math.max(1, Math.round(((nowMs - last.atMs) * this.clockHz) / 1000));
    this.#timestampShift = last.timestamp + elapsedTicks - header.timestamp;
  }

  #remember(packet: OutPacket): void {
    this.#history[packet.sequence % limits.historyPackets] = packet;
    if (!this.#newest || packet.sequence > this.#newest.sequence) this.#newest = packet;
    // Parameter sets and the picture behind them share a timestamp: the first of them is where a decoder starts.
    if (packet.beginsKeyframe && packet.timestamp !== this.#keyframe?.timestamp) this.#keyframe = packet;
  }
}
