import { randomInt } from "node:crypto";
import type { OutPacket, OutStream } from "#engine/rtp/out-stream.ts";

/** The newest packet that a viewer was sent, in the stream's numbers and in the viewer's own. */
export type LastSent = { packet: OutPacket; by: Continuation };

/** Two clocks that differ by more than this, seconds, are not the same clock: then the time of arrival counts. */
const believedSeconds = 1;

/**
 * How packets of one stream are numbered for one viewer: sequence numbers, timestamps and VP8's picture ids go on from what
 * the viewer was sent before, of whatever stream that was. The first numbers of all are far from the wrap: a join just
 * before it, with loss, would leave the two SRTP ends with different rollover counters.
 */
export class Continuation {
  readonly stream: OutStream;
  /** The stream's number of the first packet, and the viewer's own for it. */
  readonly first: number;
  readonly ownFirst: number;
  readonly #sequenceShift: number;
  readonly #timestampShift: number;
  readonly #pictureShift: number;
  readonly #baseShift: number;

  constructor(first: OutPacket, last: LastSent | null) {
    this.stream = first.stream;
    this.first = first.sequence;
    this.ownFirst = last ? last.by.ownSequence(last.packet) + 1 : randomInt(0x400, 0x4000);
    this.#sequenceShift = this.ownFirst - first.sequence;
    this.#timestampShift = last ? timestampAfter(last, first) - first.timestamp : 0;
    const [before, now] = [last?.packet.vp8, first.vp8];
    this.#pictureShift = last && before && now ? last.by.pictureId(before) + 1 - now.pictureId : 0;
    this.#baseShift = last && before && now ? last.by.baseIndex(before) + 1 - now.baseIndex : 0;
  }

  ownSequence(packet: OutPacket): number {
    return packet.sequence + this.#sequenceShift;
  }

  ownTimestamp(timestamp: number): number {
    return (timestamp + this.#timestampShift) >>> 0;
  }

  pictureId(vp8: NonNullable<OutPacket["vp8"]>): number {
    return vp8.pictureId + this.#pictureShift;
  }

  baseIndex(vp8: NonNullable<OutPacket["vp8"]>): number {
    return vp8.baseIndex + this.#baseShift;
  }

  /** The kept packet of one of the viewer's own numbers; null when it is gone, or was sent of another stream. */
  find(ownSequence: number): OutPacket | null {
    return ownSequence < this.ownFirst ? null : this.stream.find(ownSequence - this.#sequenceShift);
  }

  /** Writes the viewer's numbers into the shared packet. On the hot path: each viewer overwrites those of the one before. */
  write(packet: OutPacket, payloadType: number): void {
    const bytes = packet.bytes;
    const sequence = packet.sequence + this.#sequenceShift;
    const timestamp = packet.timestamp + this.#timestampShift;
    bytes[1] = (packet.marker ? 0x80 : 0) | payloadType;
    bytes[2] = sequence >>> 8;
    bytes[3] = sequence;
    bytes[4] = timestamp >>> 24;
    bytes[5] = timestamp >>> 16;
    bytes[6] = timestamp >>> 8;
    bytes[7] = timestamp;
    if (packet.vp8) this.#writePicture(bytes, packet.vp8);
  }

  #writePicture(bytes: Buffer, vp8: NonNullable<OutPacket["vp8"]>): void {
    if (vp8.pictureIdAt > 0) {
      const at = payloadStart + vp8.pictureIdAt;
      const pictureId = vp8.pictureId + this.#pictureShift;
      if (vp8.pictureIdBits === 15) {
        bytes[at] = 0x80 | ((pictureId >>> 8) & 0x7f);
        bytes[at + 1] = pictureId;
      } else bytes[at] = pictureId & 0x7f;
    }
    if (vp8.baseIndexAt > 0) bytes[payloadStart + vp8.baseIndexAt] = vp8.baseIndex + this.#baseShift;
  }
}

/** Behind the plain header that the stream's packets have. */
const payloadStart = 12;

/**
 * When the first packet of another stream is shown, in the viewer's timestamps: as far behind the last one as it was
 * captured after it, where sender reports of both streams show it, and else as it arrived after it.
 */
function timestampAfter(last: LastSent, first: OutPacket): number {
  const { packet, by } = last;
  const arrived = Math.round(((first.atMs - packet.atMs) * first.stream.clockHz) / 1000);
  const capturedAt = first.stream.ntpSecondsOf(first.timestamp);
  const there = capturedAt === null ? null : packet.stream.timestampAt(capturedAt);
  const captured = there === null ? arrived : (there - packet.timestamp) | 0;
  const isBelieved = Math.abs(captured - arrived) <= believedSeconds * first.stream.clockHz;
  return by.ownTimestamp(packet.timestamp) + Math.max(1, isBelieved ? captured : arrived);
}
