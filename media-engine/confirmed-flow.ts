import { limits } from "#engine/limits.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";
import { SentHistory, type SentPackets } from "#engine/sent-history.ts";

type Blocks = { audio?: ReportBlock | undefined; video?: ReportBlock | undefined };

const kinds = ["video", "audio"] as const;

/**
 * For how long media has flowed to one viewer, which is what a fan pays for: time counts once the viewer's receiver
 * reports (RFC 3550, section 6.4) name a packet that was sent at its end. What reaches the engine of the viewer says
 * nothing about what reaches the viewer, and a packet that came says nothing about those sent after it. While there is
 * video, only the video counts.
 */
export class ConfirmedFlow {
  /** All that was sent, and how far of it the reports have come. */
  #flowedMs = 0;
  #flowedAtMs = 0;
  #videoAtMs = 0;
  #reachedMs = 0;
  #confirmedMs = 0;
  readonly #sent: SentPackets = { audio: 0, video: 0 };
  readonly #history = new SentHistory();
  #hasReported = false;
  /** Of the last report that told of something new: when it came, what had been sent by then, what it said. */
  #confirmedAtMs = 0;
  #sentWhenConfirmed: SentPackets = { audio: 0, video: 0 };
  readonly #reported: Blocks = {};

  /** The confirmed time, ms; it never falls. A viewer that sends no reports is believed. */
  get ms(): number {
    return Math.round(this.#hasReported ? this.#confirmedMs : this.#flowedMs);
  }

  /**
   * Counts the time since the last packets that were sent, which is no flow when it is more than `limits.flowGapMs`. Takes
   * the newest sequence numbers that the viewer was sent, 0 before the first. On the hot path: no allocation.
   */
  countSent(audio: number, video: number, atMs: number): void {
    const sent = this.#sent;
    if (sent.audio === audio && sent.video === video) return;
    const gapMs = atMs - this.#flowedAtMs;
    if (sent.audio + sent.video > 0 && gapMs <= limits.flowGapMs) this.#flowedMs += gapMs;
    if (sent.video !== video) this.#videoAtMs = atMs;
    sent.audio = audio;
    sent.video = video;
    this.#flowedAtMs = atMs;
    this.#history.note(sent, this.#flowedMs);
  }

  /** For how long a viewer that sends reports has told of nothing new although something was sent, ms. */
  unconfirmedMs(nowMs: number): number {
    return this.#hasReported && this.#kindSent(nowMs) !== undefined ? nowMs - this.#confirmedAtMs : 0;
  }

  /** Takes in the blocks of one report of the viewer; none when it has received nothing. */
  report(blocks: Blocks, nowMs: number): void {
    if (!this.#hasReported) {
      this.#hasReported = true;
      this.#confirmedMs = this.#flowedMs;
      this.#reachedMs = this.#flowedMs;
      this.#confirmedAtMs = nowMs;
    }
    const judged = this.#kindSent(nowMs);
    if (judged === undefined) {
      this.#confirmedAtMs = nowMs;
      return;
    }
    const block = blocks[judged];
    const before = this.#reported[judged];
    // Extended sequence numbers wrap at 32 bits.
    if (!block || (before && ((block.highest - before.highest) | 0) <= 0)) return;
    const newest = unwrapSequence(block.highest & 0xffff, this.#sent[judged]);
    const newMs = Math.max(0, (this.#history.flowedWhen(judged, newest) ?? 0) - this.#reachedMs);
    this.#confirmedMs += newMs * this.#shareOf(block, before, newMs);
    this.#reachedMs += newMs;
    this.#confirmedAtMs = nowMs;
    this.#sentWhenConfirmed = { ...this.#sent };
    for (const kind of kinds) this.#reported[kind] = blocks[kind] ?? this.#reported[kind];
  }

  /** What the next report is judged by. Of a picture that has ended the last packets may never come. */
  #kindSent(nowMs: number): "video" | "audio" | undefined {
    const hasEnded = this.#sent.audio > 0 && nowMs - this.#videoAtMs > limits.silenceMs;
    if (hasEnded) this.#sentWhenConfirmed.video = this.#sent.video;
    return kinds.find((kind) => this.#sent[kind] > this.#sentWhenConfirmed[kind]);
  }

  /**
   * Losses are part of watching. Where most is lost, or much time passes without a report, the network may have been away:
   * only the share of what came counts then.
   */
  #shareOf(block: ReportBlock, before: ReportBlock | undefined, newMs: number): number {
    if (!before) return 1;
    const expected = (block.highest - before.highest) | 0;
    const share = Math.min(1, Math.max(0, 1 - (block.lost - before.lost) / expected));
    return newMs > limits.reportGapMs || share < 0.5 ? share : 1;
  }
}
