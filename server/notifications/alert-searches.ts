import { z } from "zod";
import { eachFact } from "#contract/model-facts.ts";
import { filtersOf, type ModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { insertNotifications, publishNews } from "./items.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { reachable } from "./notify-fans.ts";
import { fansWithAlert } from "./store/alerts-store.ts";
import { claimSearches, type SearchRow, searchesFor } from "./store/searches-store.ts";

export const alertSearchesJob = "alert_searches";

const payload = z.object({ modelId: z.int(), news: z.enum(["live", "new"]), after: z.int() });
type News = z.output<typeof payload>;

const batchSize = 100;
const triesMax = 8;
/** A search notifies its fan at most once in this time, however many models it finds. */
const calmMs = 24 * 3_600_000;

/** Queues the alerts about a model who began to stream, or is new. */
export function queueSearchAlerts({ db }: Pick<NotificationsNeeds, "db">) {
  return (news: Omit<News, "after">): Promise<void> =>
    inTransaction(db, (tx) => queue(tx, { ...news, after: 0 }));
}

/**
 * Notifies the fans of the next searches that find a model, and queues the rest: on their pages, by the bell and in browsers that
 * asked for it, not by an email of its own. Each search notifies once a day at most. A fan whom an alert about the
 * model has notified of this broadcast is not notified twice, and nobody is notified of a broadcast that is over or of
 * a model who is not listed any more.
 */
export function alertSearches(needs: NotificationsNeeds) {
  const { db, clock, catalog, realtime } = needs;
  return async (job: unknown): Promise<void> => {
    const { modelId, news, after } = payload.parse(job);
    const notified = await inTransaction(db, async (tx) => {
      const model = await catalog.model(tx, modelId);
      if (!model?.listed || (news === "live" && model.status === "stopped")) return [];
      const at = clock.now();
      const notifiedBefore = new Date(at.getTime() - calmMs);
      const searches = await searchesFor(tx, model, { notifiedBefore, after, limit: batchSize });
      const fitting = await whichFind(tx, needs, model, searches);
      const fans = await whomToNotify(tx, needs, model, news, fitting);
      const ids = fitting.filter(({ fan_id }) => fans.has(fan_id)).map(({ id }) => id);
      const fanIds = await claimSearches(tx, ids, { at, notifiedBefore });
      const last = searches.at(-1);
      if (last !== undefined && searches.length === batchSize)
        await queue(tx, { modelId, news, after: last.id });
      const occasion = news === "live" ? String(model.broadcast_at?.toISOString()) : "listed";
      return insertNotifications(tx, needs, {
        fanIds,
        key: `search:${model.id}:${occasion}`,
        kind: news === "live" ? "search_live" : "search_new",
        modelId: model.id,
      });
    });
    publishNews({ realtime }, notified);
  };
}

function queue(tx: Tx, next: News): Promise<void> {
  return enqueue(tx, { name: alertSearchesJob, payload: next, triesMax, urgency: "later" });
}

/** The searches whose list has the model in it. */
async function whichFind(
  tx: Tx,
  { catalog, clock }: NotificationsNeeds,
  model: ModelRow,
  searches: readonly SearchRow[],
): Promise<SearchRow[]> {
  const fitting: SearchRow[] = [];
  for (const row of searches) {
    const { search, country, age_min, age_max, rate_min, rate_max, only_new } = row;
    const asked = {
      ...eachFact((name) => row[name].join(",")),
      country,
      age_min: age_min ?? undefined,
      age_max: age_max ?? undefined,
      rate_min: rate_min ?? undefined,
      rate_max: rate_max ?? undefined,
      new: only_new ? ("1" as const) : ("" as const),
      sort: "watched" as const,
    };
    if (await catalog.finds(tx, model.id, { search, filters: filtersOf(asked, clock.now()) }))
      fitting.push(row);
  }
  return fitting;
}

async function whomToNotify(
  tx: Tx,
  needs: NotificationsNeeds,
  model: ModelRow,
  news: News["news"],
  searches: readonly SearchRow[],
): Promise<Set<number>> {
  const fanIds = [...new Set(searches.map(({ fan_id }) => fan_id))];
  const alerted = news === "live" ? await fansWithAlert(tx, model.id, fanIds) : new Set<number>();
  const rest = fanIds.filter((id) => !alerted.has(id));
  return new Set((await reachable(tx, needs, model.id, rest)).map(({ id }) => id));
}
