import type { FlowInterval } from "#engine/ipc/protocol.ts";

/** A viewer's report of the media that reached them in this session: packets, and for how long they came, ms. */
export type ReceivedReport = { packets: number; ms: number };

/** The attribute of their participant in which a viewer's page reports it, `<packets> <ms>`, about each second. */
export const receivedAttribute = "received";

/** Reads a report; null for anything else. */
export function readReceived(value: string | undefined): ReceivedReport | null {
  const [, packets, ms] = /^(\d{1,12}) (\d{1,12})$/.exec(value ?? "") ?? [];
  return packets === undefined || ms === undefined ? null : { packets: Number(packets), ms: Number(ms) };
}

/** So much of what is reported may be later than its time. */
const lateMsMax = 2_000;
/** How long ago what is reported may have flowed. */
const keptMs = 30_000;

/**
 * When media has flowed to one viewer, which is what a fan pays for. LiveKit shows nobody what a viewer's receiver
 * reports contain, so the viewer's own report stands for them, as far as it is borne out: never more than the time that
 * has passed, and never more than what we received of the publisher in it. At which moments between two of their
 * reports it flowed is not known. Reports come at odd times: what one claims beyond the time since the one before is counted
 * with the next, as far as the publisher sent more than was claimed before it.
 */
export class ReceivedFlow {
  #intervals: FlowInterval[] = [];
  #packets = 0;
  #report: ReceivedReport = { packets: 0, ms: 0 };
  #atMs: number;
  #publishedMs: number;
  /** The publisher's recent media that was not claimed, and the claims that were not counted, ms. */
  #unclaimedMs = 0;
  #lateMs = 0;
  #sentMs = 0;
  #sentUntilMs: number;

  /** `atMs`: of CLOCK_MONOTONIC; `publishedMs`: for how long the room's publisher has sent when the session begins. */
  constructor(atMs: number, publishedMs: number) {
    this.#atMs = atMs;
    this.#publishedMs = publishedMs;
    this.#sentUntilMs = publishedMs;
  }

  /** For how long the publisher's media was sent to this session, in whole ms, as far as it was noted. */
  get sentMs(): number {
    return Math.floor(this.#sentMs);
  }

  /** The confirmed part of the last half minute. */
  get intervals(): FlowInterval[] {
    return this.#intervals;
  }

  get packets(): number {
    return this.#packets;
  }

  /** Notes what the publisher has sent since the last time, and whether LiveKit passed it on to this session. */
  noteSent(publishedMs: number, isPassedOn: boolean): void {
    if (isPassedOn) this.#sentMs += publishedSince(this.#sentUntilMs, publishedMs);
    this.#sentUntilMs = publishedMs;
  }

  take(report: ReceivedReport, atMs: number, publishedMs: number): void {
    const published = publishedSince(this.#publishedMs, publishedMs);
    const isMore = report.packets > this.#report.packets;
    const claimed = isMore ? Math.max(0, report.ms - this.#report.ms) + this.#lateMs : 0;
    const flowedMs = Math.floor(Math.max(0, Math.min(claimed, atMs - this.#atMs, published)));
    this.#unclaimedMs = Math.min(lateMsMax, this.#unclaimedMs + published - flowedMs);
    this.#lateMs = Math.min(claimed - flowedMs, this.#unclaimedMs);
    const recent = this.#intervals.filter(({ toMs }) => toMs > atMs - keptMs);
    this.#intervals = flowedMs > 0 ? [...recent, { fromMs: this.#atMs, toMs: atMs, flowedMs }] : recent;
    this.#packets = Math.max(this.#packets, report.packets);
    this.#report = report;
    this.#atMs = atMs;
    this.#publishedMs = publishedMs;
  }
}

/** Another publisher counts from the beginning. */
function publishedSince(beforeMs: number, nowMs: number): number {
  return nowMs >= beforeMs ? nowMs - beforeMs : nowMs;
}
