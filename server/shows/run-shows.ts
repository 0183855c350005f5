import { randomUUID } from "node:crypto";
import type { ShowEnd, ShowState } from "#contract/realtime-events.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createMediaWatch } from "./media-watch.ts";
import type { ShowsNeeds } from "./needs.ts";
import { meterOf, presentShow } from "./present.ts";
import { advance, gapMsMax, type Meter, secondsServed } from "./rules/meter.ts";
import { adoptShows, closeShow, keepProgress, type ShowRow } from "./store/shows-store.ts";

/** A lease this old belongs to a process that is gone. */
const leaseMs = 5_000;
const adoptEveryMs = 2_000;
const tellEverySeconds = 5;

type Running = { row: ShowRow; slug: string; meter: Meter; seenMs: number; toldSeconds: number };

/** Meters the open shows of this process and ends them when they are over. */
export type ShowRunner = {
  /** Who keeps a show that is opened now, and until when. */
  lease(): { keeper: string; lease_until: Date };
  take(row: ShowRow): void;
  /** Ends a model's show; false when there was none. */
  end(row: ShowRow, reason: ShowEnd): Promise<boolean>;
  /** How a show stands this second. */
  stateOf(row: ShowRow): ShowState;
  /** Takes over what a process that is gone has left open. */
  adopt(): Promise<void>;
  stop(): void;
};

/** Starts the one ticker of all shows: it moves with the media engine's reports, each second. */
export function runShows(needs: ShowsNeeds): ShowRunner {
  const { db, clock, log, media, live, catalog } = needs;
  const keeper = randomUUID();
  const running = new Map<number, Running>();
  const watch = createMediaWatch();
  const nowMs = () => clock.now().getTime();
  const leaseUntil = () => new Date(nowMs() + leaseMs);
  let reportedMs = nowMs();
  let busy = false;

  async function take(row: ShowRow): Promise<void> {
    const model = await catalog.model(db, row.model_id, "house");
    if (!model) return;
    const meter = meterOf(row);
    running.set(row.id, { row, slug: model.login, meter, seenMs: nowMs(), toldSeconds: 0 });
  }

  /** Sees every show, keeps how far each has come, tells those that changed and ends those that are over. */
  async function tick(): Promise<void> {
    if (busy || running.size === 0) return;
    busy = true;
    try {
      const silent = nowMs() - reportedMs > gapMsMax;
      const seen = [...running.values()].map((show) => ({ show, ...look(show, silent) }));
      const progress = seen.map(({ show: { row, meter } }) => ({
        id: row.id,
        servedMs: meter.servedMs,
        pause: meter.pause,
      }));
      const kept = await inTransaction(db, (tx) => keepProgress(tx, keeper, leaseUntil(), progress));
      for (const { show, over, changed } of seen) {
        if (!kept.has(show.row.id)) running.delete(show.row.id);
        else if (over) await end(show.row, over);
        else if (changed || secondsServed(show.meter) - show.toldSeconds >= tellEverySeconds) tell(show);
      }
    } finally {
      busy = false;
    }
  }

  function look(show: Running, silent: boolean) {
    const elapsedMs = Math.max(0, nowMs() - show.seenMs);
    const sight = silent ? nothingSeen : watch.see(show.slug, show.row, media.rooms());
    const before = show.meter.pause;
    const { meter, over } = advance(show.meter, { ...sight, elapsedMs });
    show.meter = meter;
    show.seenMs += elapsedMs;
    return { over, changed: before !== meter.pause };
  }

  function tell(show: Running): void {
    show.toldSeconds = secondsServed(show.meter);
    const event = { model_id: show.row.model_id, slug: show.slug, show: presentShow(show.row, show.meter) };
    for (const person of [show.row.fan_id, show.row.model_id])
      needs.realtime.publish(`person:${person}`, "ShowMeter", event);
  }

  async function end(row: ShowRow, reason: ShowEnd): Promise<boolean> {
    const meter = running.get(row.id)?.meter ?? meterOf(row);
    const progress = { id: row.id, servedMs: meter.servedMs };
    const ended = await live.endShow(row.model_id, row.id, (tx) =>
      closeShow(tx, progress, reason, clock.now()),
    );
    running.delete(row.id);
    watch.forget(row.id);
    if (ended) await tellEnd(needs, row, presentShow(row, { ...meter, pause: null }), reason);
    return ended;
  }

  async function adopt(): Promise<void> {
    const rows = await inTransaction(db, (tx) => adoptShows(tx, keeper, clock.now(), leaseUntil()));
    for (const row of rows) await take(row);
  }

  const safely = (work: () => Promise<void>) => () =>
    void work().catch((err) => log.error({ err }, "shows could not be kept"));
  const stops = [
    media.onReport(() => {
      reportedMs = nowMs();
      safely(tick)();
    }),
    // Without reports nothing is served, and a fan who is away still leaves.
    clock.every(gapMsMax, () => nowMs() - reportedMs > gapMsMax && safely(tick)()),
    clock.every(adoptEveryMs, safely(adopt)),
  ];
  return {
    lease: () => ({ keeper, lease_until: leaseUntil() }),
    take: (row) => safely(() => take(row))(),
    end,
    stateOf: (row) => presentShow(row, running.get(row.id)?.meter ?? meterOf(row)),
    adopt,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const nothingSeen = { modelMedia: false, fanConnected: false };

async function tellEnd(
  { db, catalog, realtime }: ShowsNeeds,
  row: ShowRow,
  show: ShowState,
  reason: ShowEnd,
): Promise<void> {
  const model = await catalog.model(db, row.model_id);
  if (!model) return;
  const event = { model_id: row.model_id, slug: model.login, show, reason };
  for (const person of [row.fan_id, row.model_id]) realtime.publish(`person:${person}`, "ShowEnded", event);
  realtime.publish(`person:${row.model_id}`, "PromosChanged", {});
}
