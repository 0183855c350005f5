import { randomInt } from "node:crypto";
import { limits } from "#engine/limits.ts";
import { plainPacket, type RtpHeader } from "#engine/rtp/packet.ts";
import type { ReceiveStream } from "#engine/rtp/receive-stream.ts";
import { buildSenderReport } from "#engine/rtp/rtcp-write.ts";

/** One packet as all viewers of a room get it, but for payload type and sequence number, which each viewer writes. */
export type OutPacket = {
  bytes: Buffer;
  /** Full sequence number in the room's own numbering. */
  sequence: number;
  timestamp: number;
  marker: boolean;
  atMs: number;
  beginsKeyframe: boolean;
};

/** A forward jump wider than this is a new numbering, not loss. */
const rebaseDistance = 1000;

/**
 * The outgoing side of a room for one kind of media. Sources, timestamps and numbers of whoever publishes are mapped onto
 * one unbroken stream, so that viewers stay while publishers and simulcast layers change.
 */
export class OutStream {
  readonly ssrc = randomInt(1, 2 ** 32 - 1);
  readonly rtxSsrc = randomInt(1, 2 ** 32 - 1);
  readonly #clockHz: number;
  readonly #history: (OutPacket | undefined)[] = new Array(limits.historyPackets);
  #source: ReceiveStream | null = null;
  /** Source numbering: the first number after the last rebase, and the newest. */
  #sourceFirst = 0;
  #sourceNewest = 0;
  #sequenceShift = 0;
  #timestampShift = 0;
  #newest: OutPacket | null = null;
  #keyframe: OutPacket | null = null;

  constructor(clockHz: number) {
    this.#clockHz = clockHz;
  }

  /**
   * Maps a received packet into the room's stream and keeps it for retransmission. `full` is its full sequence number at
   * its source. Answers null for packets older than the source's turn.
   */
  push(
    source: ReceiveStream,
    packet: Buffer,
    header: RtpHeader,
    full: number,
    beginsKeyframe: boolean,
    nowMs: number,
  ): OutPacket | null {
    if (source !== this.#source || full > this.#sourceNewest + rebaseDistance) {
      this.#rebase(source, header, full, nowMs);
    }
    if (full < this.#sourceFirst) return null;
    const timestamp = (header.timestamp + this.#timestampShift) >>> 0;
    const out: OutPacket = {
      bytes: plainPacket(packet, header, this.ssrc, timestamp),
      sequence: full + this.#sequenceShift,
      timestamp,
      marker: header.marker,
      atMs: nowMs,
      beginsKeyframe,
    };
    this.#sourceNewest = Math.max(this.#sourceNewest, full);
    this.#remember(out);
    return out;
  }

  /** The kept packet that carries the low 16 bits of a room sequence number; null when it is gone. */
  find(sequence16: number): OutPacket | null {
    if (!this.#newest) return null;
    const sequence = this.#newest.sequence - ((this.#newest.sequence - sequence16) & 0xffff);
    return this.#at(sequence);
  }

  /** All kept packets from the newest keyframe on, for a joiner; null when it is too old, too long or not there. */
  sinceKeyframe(nowMs: number): OutPacket[] | null {
    const [first, last] = [this.#keyframe, this.#newest];
    if (!first || !last || nowMs - first.atMs > limits.joinBurstAgeMs) return null;
    if (last.sequence - first.sequence >= limits.joinBurstPackets) return null;
    const packets: OutPacket[] = [];
    for (let sequence = first.sequence; sequence <= last.sequence; sequence++) {
      const packet = this.#at(sequence);
      if (packet) packets.push(packet);
    }
    return packets;
  }

  /** How old the newest keyframe is; Infinity without one. */
  keyframeAgeMs(nowMs: number): number {
    return this.#keyframe ? nowMs - this.#keyframe.atMs : Number.POSITIVE_INFINITY;
  }

  /** A sender report for this moment, from the source's last one; null before the source has sent any. */
  senderReport(nowMs: number): Buffer | null {
    const known = this.#source?.senderReport;
    if (!known) return null;
    const elapsedMs = nowMs - known.atMs;
    const elapsedTicks = Math.round((elapsedMs * this.#clockHz) / 1000);
    const rtpTimestamp = (known.report.rtpTimestamp + elapsedTicks + this.#timestampShift) >>> 0;
    return buildSenderReport(this.ssrc, known.report.ntpSeconds + elapsedMs / 1000, rtpTimestamp);
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
    const elapsedTicks = Math.max(1, Math.round(((nowMs - last.atMs) * this.#clockHz) / 1000));
    this.#timestampShift = last.timestamp + elapsedTicks - header.timestamp;
  }

  #remember(packet: OutPacket): void {
    this.#history[packet.sequence % limits.historyPackets] = packet;
    if (!this.#newest || packet.sequence > this.#newest.sequence) this.#newest = packet;
    // Parameter sets and the picture behind them share a timestamp: the first of them is where a decoder starts.
    if (packet.beginsKeyframe && packet.timestamp !== this.#keyframe?.timestamp) this.#keyframe = packet;
  }

  #at(sequence: number): OutPacket | null {
    const packet = this.#history[sequence % limits.historyPackets];
    return packet?.sequence === sequence ? packet : null;
  }
}
