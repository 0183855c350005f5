import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import type { FlowInterval } from "#engine/ipc/protocol.ts";
import { SentTimes } from "./sent-times.ts";

type Kind = "video" | "audio";

/** A page's clock may stand this far behind the last frame: how long it is shown. */
const lastFrameUs = 500_000;

/**
 * When media flowed to a viewer over HTTPS: by the rule of {@link ConfirmedFlow}, where the frames that were sent are its
 * packets and the page's report of what it has shown is its receiver report. Nothing is counted without a report.
 */
export class ShownFlow {
  readonly #flow = new ConfirmedFlow({ believesTheSilent: false });
  readonly #sent = { video: new SentTimes(), audio: new SentTimes() };
  /** The page's confirmations of each kind, as a receiver report counts them. */
  readonly #reported = { video: { highest: 0, lost: 0 }, audio: { highest: 0, lost: 0 } };
  #shownUs = -1;

  /** The newest media time that was sent of one kind; -1 before the first. */
  newestUs(kind: Kind): number {
    return this.#sent[kind].newestUs;
  }

  get sentMs(): number {
    return this.#flow.sentMs;
  }

  get framesSent(): number {
    return this.#sent.video.newest + this.#sent.audio.newest;
  }

  intervals(nowMs: number): FlowInterval[] {
    return this.#flow.intervals(nowMs);
  }

  unconfirmedMs(nowMs: number): number {
    return this.#flow.unconfirmedMs(nowMs);
  }

  resume(nowMs: number): void {
    this.#flow.resume(nowMs);
  }

  /** Notes a frame that was sent. */
  note(kind: Kind, timeUs: number, nowMs: number): void {
    this.#sent[kind].add(timeUs, nowMs);
    this.#flow.countSent(this.#sent.audio.newest, this.#sent.video.newest, nowMs);
  }

  /**
   * Takes in what a page has shown. Answers for how long that has been on its way, ms; null where it says nothing: a time
   * that was never sent, or that is long past.
   */
  report({ shown, missed = 0 }: { shown: number; missed?: number }, nowMs: number): number | null {
    // Nothing is on show yet: what comes later does not confirm what was sent until now.
    if (shown === 0 && this.#shownUs < 0) this.#flow.report({}, nowMs);
    if (shown > Math.max(this.newestUs("video"), this.newestUs("audio")) + lastFrameUs) return null;
    const video = this.#sent.video.by(shown);
    const audio = this.#sent.audio.by(shown);
    const newest = video ?? audio;
    if (!newest) return null;
    const stepUs = shown - this.#shownUs;
    const share = this.#shownUs < 0 || stepUs <= 0 ? 0 : Math.min(1, missed / stepUs);
    this.#flow.report(
      {
        ...(video ? { video: this.#block("video", video.number, share) } : {}),
        ...(audio ? { audio: this.#block("audio", audio.number, share) } : {}),
      },
      nowMs,
    );
    this.#shownUs = Math.max(this.#shownUs, shown);
    return nowMs - newest.sentMs;
  }

  #block(kind: Kind, highest: number, share: number) {
    const reported = this.#reported[kind];
    const fresh = Math.max(0, highest - reported.highest);
    reported.highest += fresh;
    reported.lost += Math.round(fresh * share);
    return { ssrc: 0, lossRatio: share, ...reported };
  }
}
