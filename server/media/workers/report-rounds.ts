import type { RoomReport } from "#engine/ipc/protocol.ts";

type Latest = { rooms: RoomReport[]; atMs: number };

/** A worker that has not reported for so long is waited for no more. Each reports once a second. */
const silentMs = 2_500;

/**
 * Makes one report a second of those of several workers: it is complete once each of them has reported since the last. So whoever
 * compares a report with the one before finds something new of every room in it. What a silent worker reported last is left out.
 */
export class ReportRounds {
  readonly #latest = new Map<number, Latest>();
  readonly #fresh = new Set<number>();

  /** Takes a worker's report in; answers the report of all when it is complete. */
  report(worker: number, rooms: RoomReport[], nowMs: number): RoomReport[] | null {
    this.#latest.set(worker, { rooms, atMs: nowMs });
    this.#fresh.add(worker);
    return this.#complete(nowMs);
  }

  /** A worker is gone, and waited for no more; answers the report of the others when it is complete now. */
  lose(worker: number, nowMs: number): RoomReport[] | null {
    this.#latest.delete(worker);
    this.#fresh.delete(worker);
    return this.#fresh.size > 0 ? this.#complete(nowMs) : null;
  }

  /** For how long a worker has reported nothing, ms; 0 for one that has just begun. */
  silentMs(worker: number, nowMs: number): number {
    return nowMs - (this.#latest.get(worker)?.atMs ?? nowMs);
  }

  isSilent(worker: number, nowMs: number): boolean {
    return this.silentMs(worker, nowMs) > silentMs;
  }

  #complete(nowMs: number): RoomReport[] | null {
    const heard = [...this.#latest].filter(([worker]) => !this.isSilent(worker, nowMs));
    if (heard.some(([worker]) => !this.#fresh.has(worker))) return null;
    this.#fresh.clear();
    return heard.flatMap(([, { rooms }]) => rooms);
  }
}
