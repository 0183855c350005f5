import type { VideoLayer } from "#engine/video-layer.ts";

/** A viewer's choice: the layer that their connection carries, always the lowest, or always the highest. */
export type LayerPreference = "auto" | "low" | "high";

/** Loss in one report that takes a viewer one layer down at once, and to the lowest; in two reports, one layer down. */
const loss = { once: 0.1, severe: 0.3, twice: 0.05, calm: 0.03 };
/** A falling estimate means that the viewer's queues grow; one alone may be chance. */
const estimateFall = 0.9;
const fallsWithinMs = 3000;
/** Reports in this time after a change speak of the layer before it. */
const settleMs = 1500;
const backOff = { firstMs: 8000, longestMs: 128_000 };
/** A layer that is given up again this soon did not fit. */
const provedMs = 20_000;

/**
 * Chooses the layer that fits one viewer: down within a second or two of loss or congestion; up again after a calm
 * time, which doubles each time that the higher layer turns out not to fit.
 */
export class LayerChoice {
  #preference: LayerPreference;
  /** Highest rank that may be sent. */
  #ceiling = Number.POSITIVE_INFINITY;
  #current: VideoLayer | null = null;
  #calmSinceMs = 0;
  #ignoresReportsUntilMs = 0;
  #raisedAtMs = Number.NEGATIVE_INFINITY;
  #backOffMs = backOff.firstMs;
  #lossyReports = 0;
  #estimate: number | null = null;
  #fellAtMs = Number.NEGATIVE_INFINITY;

  constructor(preference: LayerPreference) {
    this.#preference = preference;
  }

  /** Begins afresh: what was too much before may fit by now. */
  prefer(preference: LayerPreference): void {
    this.#preference = preference;
    this.#ceiling = Number.POSITIVE_INFINITY;
    this.#backOffMs = backOff.firstMs;
  }

  /** Share of packets lost, 0..1, by the viewer's report. */
  onLoss(ratio: number, nowMs: number): void {
    if (nowMs < this.#ignoresReportsUntilMs) return;
    if (ratio >= loss.calm) this.#calmSinceMs = nowMs;
    this.#lossyReports = ratio >= loss.twice ? this.#lossyReports + 1 : 0;
    if (ratio >= loss.severe) this.#lower(0, nowMs);
    else if (ratio >= loss.once || this.#lossyReports > 1) this.#lower(this.#rank - 1, nowMs);
  }

  /** The viewer's estimate of its bandwidth, bit/s. Only its fall counts: it never rises far above what is being sent. */
  onEstimate(bitsPerSecond: number, nowMs: number): void {
    const before = this.#estimate;
    this.#estimate = bitsPerSecond;
    if (before === null || nowMs < this.#ignoresReportsUntilMs) return;
    if (bitsPerSecond > before * estimateFall || bitsPerSecond > (this.#current?.bitsPerSecond ?? 0)) return;
    this.#calmSinceMs = nowMs;
    if (nowMs - this.#fellAtMs <= fallsWithinMs) this.#lower(this.#rank - 1, nowMs);
    this.#fellAtMs = nowMs;
  }

  /**
   * The layer to send from now on, of those that a publisher has, the lowest first; `current` is the one that is sent, null
   * when it is none of them. Null when none flows.
   */
  pick(ranked: readonly VideoLayer[], current: VideoLayer | null, nowMs: number): VideoLayer | null {
    this.#current = current;
    const ceiling = this.#ceilingAt(ranked, nowMs);
    let best: VideoLayer | null = null;
    for (const layer of ranked) {
      if (!layer.isFlowing(nowMs)) continue;
      const isUpward = current !== null && layer.rank > current.rank;
      if (best === null || (layer.rank <= ceiling && (!isUpward || layer.isSteady(nowMs)))) best = layer;
    }
    return best;
  }

  get #rank(): number {
    return this.#current?.rank ?? 0;
  }

  #ceilingAt(ranked: readonly VideoLayer[], nowMs: number): number {
    if (this.#preference !== "auto") return this.#preference === "low" ? 0 : Number.POSITIVE_INFINITY;
    const isLowered = this.#ceiling < ranked.length - 1;
    if (isLowered && nowMs - this.#calmSinceMs >= this.#backOffMs) {
      this.#ceiling += 1;
      this.#raisedAtMs = nowMs;
      this.#calmSinceMs = nowMs;
      this.#ignoresReportsUntilMs = nowMs + settleMs;
    }
    return this.#ceiling;
  }

  #lower(rank: number, nowMs: number): void {
    const hasFailed = nowMs - this.#raisedAtMs < provedMs;
    if (this.#rank === 0) return;
    this.#backOffMs = hasFailed ? Math.min(this.#backOffMs * 2, backOff.longestMs) : backOff.firstMs;
    this.#ceiling = Math.max(0, rank);
    this.#calmSinceMs = nowMs;
    this.#ignoresReportsUntilMs = nowMs + settleMs;
    this.#lossyReports = 0;
  }
}
