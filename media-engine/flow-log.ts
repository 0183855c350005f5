import type { FlowInterval } from "#engine/ipc/protocol.ts";
import { limits } from "#engine/limits.ts";

type Stretch = { fromMs: number; toMs: number };

/** When something flowed within the last `limits.flowKeptMs`, as stretches in the order of time. */
export class FlowLog {
  #entries: (Stretch & { flowedMs: number })[] = [];
  /** How long {@link note} has found that something flowed, ms, since the beginning. */
  notedMs = 0;

  /** Notes a packet: one that comes no later than `limits.flowGapMs` after the one before goes on with its stretch. On the hot path. */
  note(atMs: number): void {
    const last = this.#entries.at(-1);
    if (last && atMs - last.toMs <= limits.flowGapMs) {
      this.notedMs += atMs - last.toMs;
      last.toMs = atMs;
      last.flowedMs = atMs - last.fromMs;
    } else this.#push({ fromMs: atMs, toMs: atMs, flowedMs: 0 });
  }

  /** Adds a later stretch in a share, 0..1, of which something flowed. */
  add({ fromMs, toMs }: Stretch, share: number): void {
    const last = this.#entries.at(-1);
    const isWhole = last && last.flowedMs === last.toMs - last.fromMs;
    if (isWhole && share === 1 && last.toMs === fromMs) {
      last.toMs = toMs;
      last.flowedMs = toMs - last.fromMs;
    } else this.#push({ fromMs, toMs, flowedMs: (toMs - fromMs) * share });
  }

  /** The stretches later than `fromMs` and not later than `toMs`. */
  between(fromMs: number, toMs: number): Stretch[] {
    return this.#entries
      .map((entry) => ({ fromMs: Math.max(entry.fromMs, fromMs), toMs: Math.min(entry.toMs, toMs) }))
      .filter((stretch) => stretch.toMs > stretch.fromMs);
  }

  /** All of it in whole ms, rounded down; of what flowed all the time no more than the last `limits.flowKeptMs`. */
  intervals(nowMs: number): FlowInterval[] {
    const sinceMs = nowMs - limits.flowKeptMs;
    return this.#entries.flatMap((entry) => {
      if (entry.toMs <= sinceMs) return [];
      const toMs = Math.floor(entry.toMs);
      if (entry.flowedMs < entry.toMs - entry.fromMs)
        return [{ fromMs: Math.floor(entry.fromMs), toMs, flowedMs: Math.floor(entry.flowedMs) }];
      const fromMs = Math.ceil(Math.max(entry.fromMs, sinceMs));
      return toMs > fromMs ? [{ fromMs, toMs, flowedMs: toMs - fromMs }] : [];
    });
  }

  #push(entry: Stretch & { flowedMs: number }): void {
    const sinceMs = entry.toMs - limits.flowKeptMs;
    if ((this.#entries[0]?.toMs ?? sinceMs) < sinceMs)
      this.#entries = this.#entries.filter(({ toMs }) => toMs >= sinceMs);
    this.#entries.push(entry);
  }
}
