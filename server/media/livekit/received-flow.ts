/** What a viewer says of what reached them in this session: packets, and for how long they came, ms. */
export type ReceivedReport = { packets: number; ms: number };

/** The attribute of their participant in which a viewer's page says it, `<packets> <ms>`, about each second. */
export const receivedAttribute = "received";

/** Reads a report; null for anything else. */
export function readReceived(value: string | undefined): ReceivedReport | null {
  const [, packets, ms] = /^(\d{1,12}) (\d{1,12})$/.exec(value ?? "") ?? [];
  return packets === undefined || ms === undefined ? null : { packets: Number(packets), ms: Number(ms) };
}

/**
 * For how long media has flowed to one viewer, which is what a fan pays for. LiveKit tells nobody what a viewer's
 * receiver reports say, so the viewer's own report stands for them, as far as it is borne out: never more than the time
 * that has passed, and never more than what we heard of the publisher in it.
 */
export class ReceivedFlow {
  #ms = 0;
  #packets = 0;
  #report: ReceivedReport = { packets: 0, ms: 0 };
  #atMs: number;
  #heardMs: number;

  /** `heardMs`: for how long media of the room's publisher has been heard when the session begins. */
  constructor(atMs: number, heardMs: number) {
    this.#atMs = atMs;
    this.#heardMs = heardMs;
  }

  /** The confirmed time, ms; it never falls. */
  get ms(): number {
    return Math.floor(this.#ms);
  }

  get packets(): number {
    return this.#packets;
  }

  take(report: ReceivedReport, atMs: number, heardMs: number): void {
    // Another publisher is heard from the beginning.
    const heard = heardMs >= this.#heardMs ? heardMs - this.#heardMs : heardMs;
    const claimed = report.packets > this.#report.packets ? report.ms - this.#report.ms : 0;
    this.#ms += Math.max(0, Math.min(claimed, atMs - this.#atMs, heard));
    this.#packets = Math.max(this.#packets, report.packets);
    this.#report = report;
    this.#atMs = atMs;
    this.#heardMs = heardMs;
  }
}
