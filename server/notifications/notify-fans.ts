import { z } from "zod";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { insertNotifications, publishNews } from "./items.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { isReachable } from "./rules/is-reachable.ts";
import type { UnsubscribeCodes } from "./rules/unsubscribe-codes.ts";
import { wentLiveEmail } from "./rules/went-live-email.ts";
import { claimUnnotified, hasAlerts } from "./store/alerts-store.ts";
import { fansWhoMuted, settingsOf } from "./store/settings-store.ts";

export const notifyFansJob = "notify_fans";

const payload = z.object({ modelId: z.int(), afterFan: z.int() });
const batchSize = 100;
const triesMax = 8;

/** Handles `stream_began`: queues the notifications, so that a model with many fans does not block the outbox. */
export function queueNotifications({ db }: Pick<NotificationsNeeds, "db">) {
  return ({ modelId }: { modelId: number }): Promise<void> =>
    inTransaction(db, async (tx) => {
      if (await hasAlerts(tx, modelId)) await queue(tx, { modelId, afterFan: 0 });
    });
}

/**
 * Notifies the next hundred fans with an alert for a model, and queues the rest. An email is enqueued in the transaction
 * that marks its fan as notified of this broadcast, so it is sent once however often the job runs. Nobody is notified
 * of a broadcast that has ended by then.
 */
export function notifyFans(needs: NotificationsNeeds, codes: UnsubscribeCodes) {
  return async (job: unknown): Promise<void> => {
    const { modelId, afterFan } = payload.parse(job);
    const notified = await inTransaction(needs.db, async (tx) => {
      const model = await needs.catalog.model(tx, modelId);
      if (!model?.listed || model.status === "stopped" || model.broadcast_at === null) return null;
      const taken = { modelId, broadcast: model.broadcast_at, afterFan, limit: batchSize };
      const fans = await claimUnnotified(tx, taken);
      const reached = await reachable(tx, needs, model.id, fans);
      const ids = reached.map(({ id }) => id);
      const muted = await fansWhoMuted(tx, ids, { subject: "live", modelId: model.id });
      for (const fan of reached) if (!muted.has(fan.id)) await emailFan(tx, needs, codes, fan, model);
      await insertNotifications(tx, needs, {
        fanIds: ids,
        key: `live:${model.id}:${model.broadcast_at.toISOString()}`,
        kind: "live",
        modelId: model.id,
      });
      const last = fans.at(-1);
      if (last !== undefined && fans.length === batchSize) await queue(tx, { modelId, afterFan: last });
      return { model, reached: reached.filter(({ id }) => !muted.has(id)) };
    });
    if (notified) for (const fan of notified.reached) publishTo(needs, fan, notified.model);
  };
}

function queue(tx: Tx, next: z.output<typeof payload>): Promise<void> {
  return enqueue(tx, { name: notifyFansJob, payload: next, triesMax, urgency: "later" });
}

/** The reachable ones among these fans, without those whom the model has banned or who blocked the model. */
export async function reachable(
  tx: Tx,
  { accounts, catalog }: NotificationsNeeds,
  modelId: number,
  ids: number[],
): Promise<Account[]> {
  const apart = await catalog.fansApart(tx, ids, modelId);
  const found: Account[] = [];
  for (const id of ids) {
    const account = await accounts.byId(tx, id);
    if (account && isReachable(account) && !apart.has(id)) found.push(account);
  }
  return found;
}

/** Only to confirmed addresses: others may belong to someone else. */
async function emailFan(
  tx: Tx,
  needs: NotificationsNeeds,
  codes: UnsubscribeCodes,
  fan: Account,
  model: ModelRow,
): Promise<void> {
  if (fan.email === null || fan.validation !== "confirmed") return;
  const { publicOrigin } = needs;
  const { discreet } = await settingsOf(tx, fan.id);
  const code = codes.make({ fanId: fan.id, modelId: model.id });
  await needs.mailer.enqueue(
    tx,
    wentLiveEmail({
      to: { login: fan.login, email: fan.email, language: fan.language },
      model: {
        login: model.login,
        name: model.artistic_name,
        topic: { en: model.topic_en, es: model.topic_es },
      },
      discreet,
      publicOrigin,
      unsubscribeUrl: `${publicOrigin}/stop-notices/${code}`,
    }),
  );
}

/** To the pages that the fan has open; without one there is still the email. */
function publishTo({ realtime }: NotificationsNeeds, fan: Account, model: ModelRow): void {
  const { id, login, artistic_name } = model;
  realtime.publish(`person:${fan.id}`, "ModelWentLive", { model_id: id, slug: login, name: artistic_name });
  publishNews({ realtime }, [fan.id]);
}
