const kept = 1024;

/**
 * The media times of the frames of one kind that a viewer was sent lately, each with its number, from 1 on: more than twelve
 * seconds of any frame rate that is sent.
 */
export class SentTimes {
  readonly #timesUs = new Float64Array(kept);
  readonly #sentMs = new Float64Array(kept);
  /** The number of the newest one; 0 before the first. */
  newest = 0;

  get newestUs(): number {
    return this.newest === 0 ? -1 : this.#at(this.#timesUs, this.newest);
  }

  /** `timeUs` is later than that of the frame before. */
  add(timeUs: number, nowMs: number): void {
    this.newest += 1;
    this.#timesUs[this.newest % kept] = timeUs;
    this.#sentMs[this.newest % kept] = nowMs;
  }

  /** The newest frame of no later than this time; null when that is longer ago than is known. */
  by(timeUs: number): { number: number; sentMs: number } | null {
    let [low, high] = [Math.max(1, this.newest - kept + 1), this.newest];
    if (high === 0 || this.#at(this.#timesUs, low) > timeUs) return null;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#at(this.#timesUs, middle) <= timeUs) low = middle;
      else high = middle - 1;
    }
    return { number: low, sentMs: this.#at(this.#sentMs, low) };
  }

  #at(values: Float64Array, number: number): number {
    return values[number % kept] ?? 0;
  }
}
