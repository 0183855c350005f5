import { limits } from "#engine/limits.ts";
import type { ReceivedMedia, ReceiveStream } from "#engine/rtp/receive-stream.ts";

/** `followsGap`: something before it is missing for good, or its numbering is another one. */
export type OrderedPacket = { media: ReceivedMedia; followsGap: boolean };

/**
 * Puts the packets of one stream in order. A missing packet is waited for, because repairs come late, but no longer
 * than `waitMs`, and never with more than `limits.framePacketsWaiting` behind it.
 */
export class PacketOrder {
  readonly #waitMs: number;
  readonly #waiting = new Map<number, ReceivedMedia>();
  #source: ReceiveStream | null = null;
  #next = 0;
  #newest = 0;
  #gapSinceMs: number | null = null;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** The packets that are in order with this one. */
  push(media: ReceivedMedia, nowMs: number): OrderedPacket[] {
    const isOther = media.stream !== this.#source;
    if (isOther || media.full > this.#newest + limits.framePacketsWaiting) return this.#restart(media);
    if (media.full < this.#next) return [];
    this.#newest = Math.max(this.#newest, media.full);
    this.#waiting.set(media.full, media);
    const ordered = this.#take(false);
    if (this.#waiting.size === 0) this.#gapSinceMs = null;
    else if (ordered.length > 0) this.#gapSinceMs = nowMs;
    else this.#gapSinceMs ??= nowMs;
    return ordered.length > 0 ? ordered : this.expire(nowMs);
  }

  /** Releases the packets that have waited long enough for the ones before them. */
  expire(nowMs: number): OrderedPacket[] {
    const isOverdue = this.#gapSinceMs !== null && nowMs - this.#gapSinceMs >= this.#waitMs;
    if (!isOverdue && this.#waiting.size <= limits.framePacketsWaiting / 2) return [];
    this.#next = Math.min(...this.#waiting.keys());
    const ordered = this.#take(true);
    this.#gapSinceMs = this.#waiting.size > 0 ? nowMs : null;
    return ordered;
  }

  /** Leaves out whatever has come so far, and what was sent before it and comes late. */
  seal(): void {
    this.#waiting.clear();
    this.#next = this.#newest + 1;
    this.#gapSinceMs = null;
  }

  #restart(media: ReceivedMedia): OrderedPacket[] {
    this.#source = media.stream;
    this.#waiting.clear();
    this.#next = media.full + 1;
    this.#newest = media.full;
    this.#gapSinceMs = null;
    return [{ media, followsGap: true }];
  }

  #take(followsGap: boolean): OrderedPacket[] {
    const ordered: OrderedPacket[] = [];
    for (let media = this.#waiting.get(this.#next); media; media = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#next += 1;
      ordered.push({ media, followsGap: followsGap && ordered.length === 0 });
    }
    return ordered;
  }
}
