/** Newest sequence number that was sent of each kind; 0 before the first. */
export type SentPackets = { audio: number; video: number };

/** A mark each so many ms of flow: twelve seconds in all, which is more than a viewer may be silent. */
const stepMs = 50;
const marks = 256;

/** Remembers of the last seconds which packets had been sent to one viewer after how much flow of media. */
export class SentHistory {
  readonly #sequences = { audio: new Uint32Array(marks), video: new Uint32Array(marks) };
  readonly #flowedMs = new Float64Array(marks);
  #count = 0;

  /** On the hot path: no allocation once it has begun. `flowedMs` never falls. */
  note(sent: SentPackets, flowedMs: number): void {
    if (this.#count > 0 && flowedMs - (this.#flowedMs[(this.#count - 1) % marks] ?? 0) < stepMs) return;
    const at = this.#count % marks;
    this.#sequences.audio[at] = sent.audio;
    this.#sequences.video[at] = sent.video;
    this.#flowedMs[at] = flowedMs;
    this.#count += 1;
  }

  /** How much had flowed when the packet was sent, ms, rounded down to a mark; null when that is longer ago than is known. */
  flowedWhen(kind: keyof SentPackets, sequence: number): number | null {
    const sequences = this.#sequences[kind];
    for (let nth = this.#count - 1; nth >= Math.max(0, this.#count - marks); nth--) {
      if ((sequences[nth % marks] ?? 0) <= sequence) return this.#flowedMs[nth % marks] ?? null;
    }
    return null;
  }
}
