import { limits } from "#engine/limits.ts";

type Missing = { sinceMs: number; nextRequestMs: number; requests: number };

const firstRequestDelayMs = 5;
const repeatDelayMs = 60;
const requestsMax = 8;
const hopelessAfterMs = 1000;

/** The packets of one source that have not arrived, and when each is to be asked for next. */
export class MissingPackets {
  readonly #missing = new Map<number, Missing>();

  /** Notes full sequence numbers `from` to `to - 1` as lost. A gap too wide to repair is not noted. */
  add(from: number, to: number, nowMs: number): void {
    if (to - from + this.#missing.size > limits.missingPackets) return;
    for (let sequence = from; sequence < to; sequence++) {
      this.#missing.set(sequence, {
        sinceMs: nowMs,
        nextRequestMs: nowMs + firstRequestDelayMs,
        requests: 0,
      });
    }
  }

  /** Strikes a packet that has arrived after all; false when it was not missing, so a duplicate. */
  arrived(sequence: number): boolean {
    return this.#missing.delete(sequence);
  }

  clear(): void {
    this.#missing.clear();
  }

  /** The 16-bit sequence numbers to ask for now. Forgets those asked for too often or lost too long ago. */
  due(nowMs: number): number[] {
    const due: number[] = [];
    for (const [sequence, missing] of this.#missing) {
      if (missing.requests >= requestsMax || nowMs - missing.sinceMs > hopelessAfterMs) {
        this.#missing.delete(sequence);
      } else if (nowMs >= missing.nextRequestMs) {
        missing.requests += 1;
        missing.nextRequestMs = nowMs + repeatDelayMs;
        due.push(sequence & 0xffff);
      }
    }
    return due;
  }
}
