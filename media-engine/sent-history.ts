/** Newest sequence number that was sent of each kind; 0 before the first. */
export type SentPackets = { audio: number; video: number };

/** A mark each so many ms: twelve seconds in all, which is more than a viewer may be silent. */
const stepMs = 50;
const marks = 256;

/** Remembers of the last seconds which packets had been sent to one viewer when. */
export class SentHistory {
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
