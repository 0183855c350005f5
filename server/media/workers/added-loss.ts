import type { MediaLoss } from "#engine/ipc/protocol.ts";

const none: MediaLoss = { expected: 0, lost: 0 };
const sum = (a: MediaLoss, b: MediaLoss): MediaLoss => ({
  expected: a.expected + b.expected,
  lost: a.lost + b.lost,
});

/**
 * Adds up what each of several workers has counted since it began. What one had counted that is gone stays in the sum, which
 * never falls: a total that falls is taken for one that began again, and all of it for new.
 */
export class AddedLoss {
  readonly #latest = new Map<number, MediaLoss>();
  #former = none;

  report(worker: number, loss: MediaLoss): void {
    this.#latest.set(worker, loss);
  }

  /** A worker is gone; its successor counts from nothing. */
  lose(worker: number): void {
    this.#former = sum(this.#former, this.#latest.get(worker) ?? none);
    this.#latest.delete(worker);
  }

  total(): MediaLoss {
    return [...this.#latest.values()].reduce(sum, this.#former);
  }
}
