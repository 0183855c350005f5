import type { MediaLoss } from "#engine/ipc/protocol.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";

/**
 * Adds up what the receiver reports (RFC 3550, section 6.4.1) of one viewer say about one source. A report counts from the
 * one before it, the first one as a beginning alone.
 */
export class ReportedLoss {
  readonly #total: MediaLoss;
  #before: { reached: number; lost: number } | null = null;

  /** `total` gets what is counted; viewers share it. */
  constructor(total: MediaLoss) {
    this.#total = total;
  }

  /**
   * Takes in one block. `newestSent` is the newest number that the viewer was sent: nobody can claim more packets than
   * that, nor more losses than packets. A packet that comes twice lowers the sum of those lost, and is no gain here.
   */
  take(block: ReportBlock, newestSent: number): void {
    const reached = Math.min(newestSent, unwrapSequence(block.highest & 0xffff, newestSent));
    const before = this.#before;
    this.#before = { reached: Math.max(reached, before?.reached ?? reached), lost: block.lost };
    if (!before || reached <= before.reached) return;
    const expected = reached - before.reached;
    this.#total.expected += expected;
    this.#total.lost += Math.min(expected, Math.max(0, block.lost - before.lost));
  }
}
