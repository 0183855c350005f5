import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { insertNotifications, publishNews } from "./items.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { reachable } from "./notify-fans.ts";
import { claimUnnotified, hasAlerts } from "./store/alerts-store.ts";

export const remindFansJob = "remind_fans";

const payload = z.object({ modelId: z.int(), from: z.iso.datetime(), afterFan: z.int() });
type Job = z.output<typeof payload>;

/** Reminders go out this long before the time that a model planned. */
const aheadMs = 30 * 60_000;
const batchSize = 100;
const triesMax = 5;

/** Queues the reminders of what is planned to begin within half an hour. The job repeats it every few minutes. */
export function remindOfBroadcasts({ db, clock, catalog }: NotificationsNeeds) {
  return async (): Promise<void> => {
    const now = clock.now();
    const until = new Date(now.getTime() + aheadMs);
    for (const { modelId, from } of await catalog.schedules.beginning(db, { after: now, until }))
      await inTransaction(db, async (tx) => {
        if (await hasAlerts(tx, modelId)) await queue(tx, { modelId, from: from.toISOString(), afterFan: 0 });
      });
  };
}

/**
 * Reminds the next hundred fans with an alert for a model, each once of one planned broadcast, and queues the rest. Nobody
 * is reminded of a model who is live already or out of sight, nor after the time.
 */
export function remindFans(needs: NotificationsNeeds) {
  const { db, clock, catalog } = needs;
  return async (queued: unknown): Promise<void> => {
    const { modelId, from, afterFan } = payload.parse(queued);
    const broadcast = new Date(from);
    const notified = await inTransaction(db, async (tx) => {
      const model = await catalog.model(tx, modelId);
      if (!model?.listed || model.status !== "stopped" || broadcast <= clock.now()) return [];
      const fans = await claimUnnotified(
        tx,
        { modelId, broadcast, afterFan, limit: batchSize },
        "reminded_of",
      );
      const last = fans.at(-1);
      if (last !== undefined && fans.length === batchSize) await queue(tx, { modelId, from, afterFan: last });
      const fanIds = (await reachable(tx, needs, modelId, fans)).map(({ id }) => id);
      return insertNotifications(tx, needs, {
        fanIds,
        key: `schedule:${modelId}:${from}`,
        kind: "schedule",
        modelId,
      });
    });
    publishNews(needs, notified);
  };
}

function queue(tx: Tx, next: Job): Promise<void> {
  return enqueue(tx, { name: remindFansJob, payload: next, triesMax, urgency: "later" });
}
