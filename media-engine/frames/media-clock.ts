import type { ReceiveStream } from "#engine/rtp/receive-stream.ts";

/** How fast the time of a stream is moved to where its sender reports show it: sound and picture stay smooth meanwhile. */
const correction = 0.02;
/** Reports that differ by more than this, seconds, are not believed. */
const believedSeconds = 3;

/**
 * The one time of a publisher's sound and pictures: their wall clock, shifted so that it begins where the engine's own clock
 * was. Known once any of its streams has reported; until then each stream counts from when it came.
 */
export class SharedTime {
  /** Media time of the wall clock's zero, µs; null before the first report. */
  #originUs: number | null = null;

  /** Where media of that wall clock belong; `nowUs` is where they stand now, and stay if they are the first. */
  place(wallUs: number, nowUs: number): number {
    this.#originUs ??= nowUs - wallUs;
    return this.#originUs + wallUs;
  }

  reset(): void {
    this.#originUs = null;
  }
}

/** Maps the RTP timestamps of one kind or layer of media to {@link SharedTime}, in whole µs that always grow. */
export class MediaClock {
  readonly #clockHz: number;
  readonly #shared: SharedTime;
  #source: ReceiveStream | null = null;
  #timestamp = 0;
  #exactUs = 0;
  #lastUs = -1;

  constructor(clockHz: number, shared: SharedTime) {
    this.#clockHz = clockHz;
    this.#shared = shared;
  }

  /** The media time of a frame that came at `nowMs`. */
  timeUs(source: ReceiveStream, timestamp: number, nowMs: number): number {
    const ticks = (timestamp - this.#timestamp) | 0;
    const isFollowing = source === this.#source && Math.abs(ticks) < this.#clockHz * 10;
    const stepUs = (ticks * 1e6) / this.#clockHz;
    const plainUs = isFollowing ? this.#exactUs + stepUs : nowMs * 1000;
    this.#source = source;
    this.#timestamp = timestamp;
    this.#exactUs = plainUs + this.#correctionOf(plainUs, isFollowing ? Math.abs(stepUs) : null);
    this.#lastUs = Math.max(this.#lastUs + 1, Math.round(this.#exactUs));
    return this.#lastUs;
  }

  /** By how much to move a frame towards where its sender's clock shows it; of the first frame, at once. */
  #correctionOf(plainUs: number, stepUs: number | null): number {
    const report = this.#source?.senderReport?.report;
    if (!report) return 0;
    const ticks = (this.#timestamp - report.rtpTimestamp) | 0;
    const wallUs = (report.ntpSeconds + ticks / this.#clockHz) * 1e6;
    const offUs = this.#shared.place(wallUs, plainUs) - plainUs;
    if (Math.abs(offUs) > believedSeconds * 1e6) return 0;
    if (stepUs === null) return offUs;
    const mostUs = stepUs * correction;
    return Math.max(-mostUs, Math.min(mostUs, offUs));
  }
}
