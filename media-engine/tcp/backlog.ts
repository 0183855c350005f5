type Waiting = { packet: Buffer; atMs: number };

/**
 * Packets that a stream cannot take yet. One that has waited for too long is dropped with all before it: what comes late
 * over a stream would delay everything after it, while a receiver asks again for what it misses.
 */
export class Backlog {
  readonly #waitMsMax: number;
  #waiting: Waiting[] = [];
  /** How many were dropped. */
  dropped = 0;

  constructor(waitMsMax: number) {
    this.#waitMsMax = waitMsMax;
  }

  push(packet: Buffer, nowMs: number): void {
    this.#dropLate(nowMs);
    this.#waiting.push({ packet, atMs: nowMs });
  }

  /** Takes out the oldest that is not late; null when none waits. */
  next(nowMs: number): Buffer | null {
    this.#dropLate(nowMs);
    return this.#waiting.shift()?.packet ?? null;
  }

  #dropLate(nowMs: number): void {
    const kept = this.#waiting.findIndex(({ atMs }) => nowMs - atMs <= this.#waitMsMax);
    const late = kept < 0 ? this.#waiting.length : kept;
    if (late === 0) return;
    this.#waiting = this.#waiting.slice(late);
    this.dropped += late;
  }
}
