import { FlowLog } from "#engine/flow-log.ts";
import type { FlowInterval } from "#engine/ipc/protocol.ts";
import { limits } from "#engine/limits.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";

type Blocks = { audio?: ReportBlock | undefined; video?: ReportBlock | undefined };

const kinds = ["video", "audio"] as const;

/**
 * When media flowed to one viewer, which is what a fan pays for: time counts once the viewer's receiver reports (RFC 3550,
 * section 6.4) name a packet that was sent at its end. Packets from the viewer prove nothing about packets that
 * reach the viewer, and a packet that came shows nothing of those sent after it. While there is video, only the video
 * counts.
 */
export class ConfirmedFlow {
  /** All that was sent, what of it is confirmed, and until when the reports cover it. */
  readonly #sentFlow = new FlowLog();
  readonly #confirmed = new FlowLog();
  #reachedMs = Number.NEGATIVE_INFINITY;
  #firstSentMs: number | null = null;
  #videoAtMs = 0;
  readonly #sent: SentPackets = { audio: 0, video: 0 };
  readonly #history = new SentHistory();
  #hasReported = false;
  /** The last report that confirmed something new: when it came, what had been sent by then, what it contained. */
  #confirmedAtMs = 0;
  #sentWhenConfirmed: SentPackets = { audio: 0, video: 0 };
  readonly #reported: Blocks = {};
  readonly #believesTheSilent: boolean;

  /** `believesTheSilent`: whether who sends no reports at all is believed to receive, as those who cannot send any are. */
  constructor({ believesTheSilent = true } = {}) {
    this.#believesTheSilent = believesTheSilent;
  }

  /**
   * When media flowed within the last `limits.flowKeptMs`, as far as it is confirmed. A viewer that has sent no reports for
   * `limits.firstReportMs` is believed, unless the silent are not.
   */
  intervals(nowMs: number): FlowInterval[] {
    if (this.#hasReported) return this.#confirmed.intervals(nowMs);
    return this.#isBelieved(nowMs) ? this.#sentFlow.intervals(nowMs) : [];
  }

  /** For how long packets were sent since the beginning, whatever of it is confirmed, ms. */
  get sentMs(): number {
    return Math.floor(this.#sentFlow.notedMs);
  }

  /**
   * Notes the packets that were sent: a gap of more than `limits.flowGapMs` between them is no flow. Takes the newest
   * sequence numbers that the viewer was sent, 0 before the first. On the hot path.
   */
  countSent(audio: number, video: number, atMs: number): void {
    const sent = this.#sent;
    if (sent.audio === audio && sent.video === video) return;
    if (sent.video !== video) this.#videoAtMs = atMs;
    sent.audio = audio;
    sent.video = video;
    this.#firstSentMs ??= atMs;
    this.#sentFlow.note(atMs);
    this.#history.note(sent, atMs);
  }

  /** For how long a viewer that sends reports has confirmed nothing new although something was sent, ms. */
  unconfirmedMs(nowMs: number): number {
    return this.#hasReported && this.#kindSent(nowMs) !== undefined ? nowMs - this.#confirmedAtMs : 0;
  }

  /** Sending goes on after a rest: what had been sent before it is not waited for any more. */
  resume(nowMs: number): void {
    this.#confirmedAtMs = nowMs;
    this.#sentWhenConfirmed = { ...this.#sent };
  }

  /** Takes in the blocks of one report of the viewer; none when it has received nothing. */
  report(blocks: Blocks, nowMs: number): void {
    if (!this.#hasReported) this.#beginReports(nowMs);
    // A packet that is long on its way arrives after the last sent one has been reported on.
    const sentKind = this.#kindSent(nowMs) ?? kinds.find((kind) => this.#isNews(kind, blocks[kind]));
    if (sentKind === undefined) {
      this.#confirmedAtMs = nowMs;
      return;
    }
    const block = blocks[sentKind];
    const before = this.#reported[sentKind];
    // Nothing has come yet: what comes later does not confirm what was sent until now.
    if (isEmpty(blocks) && isEmpty(this.#reported)) this.#reachedMs = Math.max(this.#reachedMs, nowMs);
    if (!block || !this.#isNews(sentKind, block)) return;
    const newest = unwrapSequence(block.highest & 0xffff, this.#sent[sentKind]);
    const sentMs = this.#history.sentBy(sentKind, newest) ?? this.#reachedMs;
    const fresh = this.#sentFlow.between(this.#countedFrom(isEmpty(this.#reported), nowMs), sentMs);
    const share = this.#shareOf(block, before, lengthOf(fresh));
    for (const stretch of fresh) this.#confirmed.add(stretch, share);
    this.#reachedMs = Math.max(this.#reachedMs, sentMs);
    this.#confirmedAtMs = nowMs;
    this.#sentWhenConfirmed = { ...this.#sent };
    for (const kind of kinds) this.#reported[kind] = blocks[kind] ?? this.#reported[kind];
  }

  /** Does a block name later packets than the one before? Extended sequence numbers wrap at 32 bits. */
  #isNews(kind: (typeof kinds)[number], block: ReportBlock | undefined): boolean {
    const before = this.#reported[kind];
    return block !== undefined && (!before || ((block.highest - before.highest) | 0) > 0);
  }

  /** The first report: what a viewer was believed to have received stays confirmed. */
  #beginReports(nowMs: number): void {
    const believed = this.#isBelieved(nowMs);
    this.#hasReported = true;
    this.#confirmedAtMs = nowMs;
    if (!believed) return;
    for (const stretch of this.#sentFlow.between(Number.NEGATIVE_INFINITY, nowMs))
      this.#confirmed.add(stretch, 1);
    this.#reachedMs = nowMs;
  }

  #isBelieved(nowMs: number): boolean {
    return (
      this.#believesTheSilent &&
      this.#firstSentMs !== null &&
      nowMs - this.#firstSentMs >= limits.firstReportMs
    );
  }

  /** The first packets that came confirm those sent shortly before them only. */
  #countedFrom(isFirst: boolean, nowMs: number): number {
    return isFirst ? Math.max(this.#reachedMs, nowMs - limits.firstReportMs) : this.#reachedMs;
  }

  /**
   * The kind of media by which the next report counts. The last packets of a picture that has ended may never come.
   */
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

const isEmpty = ({ audio, video }: Blocks) => !audio && !video;

function lengthOf(stretches: readonly { fromMs: number; toMs: number }[]): number {
  return stretches.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** Newest sequence number that was sent of each kind; 0 before the first. */
type SentPackets = { audio: number; video: number };

/** A mark each so many ms: twelve seconds in all, which is more than a viewer may be silent. */
const stepMs = 50;
const marks = 256;

/** Remembers of the last seconds which packets had been sent to one viewer when. */
class SentHistory {
  readonly #sequences = { audio: new Uint32Array(marks), video: new Uint32Array(marks) };
  readonly #atMs = new Float64Array(marks);
  #count = 0;

  /** On the hot path: no allocation once it has begun. `atMs` never falls. */
  note(sent: SentPackets, atMs: number): void {
    if (this.#count > 0 && atMs - (this.#atMs[(this.#count - 1) % marks] ?? 0) < stepMs) return;
    const at = this.#count % marks;
    this.#sequences.audio[at] = sent.audio;
    this.#sequences.video[at] = sent.video;
    this.#atMs[at] = atMs;
    this.#count += 1;
  }

  /** When the packet had been sent, ms, rounded down to a mark; null when that is longer ago than is known. */
  sentBy(kind: keyof SentPackets, sequence: number): number | null {
    const sequences = this.#sequences[kind];
    for (let nth = this.#count - 1; nth >= Math.max(0, this.#count - marks); nth--) {
      if ((sequences[nth % marks] ?? 0) <= sequence) return this.#atMs[nth % marks] ?? null;
    }
    return null;
  }
}
