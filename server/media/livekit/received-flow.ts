import type { FlowInterval } from "#engine/ipc/protocol.ts";

/** What a viewer says of what reached them in this session: packets, and for how long they came, ms. */
export type ReceivedReport = { packets: number; ms: number };

/** The attribute of their participant in which a viewer's page says it, `<packets> <ms>`, about each second. */
export const receivedAttribute = "received";

/** Reads a report; null for anything else. */
export function readReceived(value: string | undefined): ReceivedReport | null {
  const [, packets, ms] = /^(\d{1,12}) (\d{1,12})$/.exec(value ?? "") ?? [];
  return packets === undefined || ms === undefined ? null : { packets: Number(packets), ms: Number(ms) };
}

/** How long ago may what is told have flowed. */
const keptMs = 30_000;

/**
 * When media has flowed to one viewer, which is what a fan pays for. LiveKit tells nobody what a viewer's receiver reports
 * say, so the viewer's own report stands for them, as far as it is borne out: never more than the time that has passed,
 * and never more than what we heard of the publisher in it. At which moments between two of their reports it flowed is not
 * known.
 */
export class ReceivedFlow {
  #intervals: FlowInterval[] = [];
  #packets = 0;
  #report: ReceivedReport = { packets: 0, ms: 0 };
  #atMs: number;
  #heardMs: number;

  /** `atMs`: of CLOCK_MONOTONIC; `heardMs`: for how long media of the room's publisher has been heard when the session begins. */
  constructor(atMs: number, heardMs: number) {
    this.#atMs = atMs;
    this.#heardMs = heardMs;
  }

  /** What is confirmed of the last half minute. */
  get intervals(): FlowInterval[] {
    return this.#intervals;
  }

  get packets(): number {
    return this.#packets;
  }

  take(report: ReceivedReport, atMs: number, heardMs: number): void {
    // Another publisher is heard from the beginning.
    const heard = heardMs >= this.#heardMs ? heardMs - this.#heardMs : heardMs;
    const claimed = report.packets > this.#report.packets ? report.ms - this.#report.ms : 0;
    const flowedMs = Math.floor(Math.max(0, Math.min(claimed, atMs - this.#atMs, heard)));
    const recent = this.#intervals.filter(({ toMs }) => toMs > atMs - keptMs);
    this.#intervals = flowedMs > 0 ? [...recent, { fromMs: this.#atMs, toMs: atMs, flowedMs }] : recent;
    this.#packets = Math.max(this.#packets, report.packets);
    this.#report = report;
    this.#atMs = atMs;
    this.#heardMs = heardMs;
  }
}
