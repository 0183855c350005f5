import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import type { EventMeta } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { insertNotifications, publishNews } from "./items.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { isReachable } from "./rules/is-reachable.ts";
import { publicAgainEmail } from "./rules/public-again-email.ts";
import type { UnsubscribeCodes } from "./rules/unsubscribe-codes.ts";
import type { Alert } from "./store/alerts-store.ts";
import { deleteAwaiting, insertAwaiting, isAwaited, takeAwaiting } from "./store/public-again-store.ts";
import { fansWhoMuted, settingsOf } from "./store/settings-store.ts";

export const publicAgainJob = "tell_public_again";

/** `eventId` names the occasion: of each one a fan is notified once. */
const payload = z.object({ modelId: z.int(), eventId: z.int(), afterFan: z.int() });
const batchSize = 100;
const triesMax = 8;

/** A show that lasts longer has made the fan forget: they are not written to out of the blue. */
const awaitedMs = 24 * 3600 * 1000;

/** Lets a fan wait for a model to be public again, or not. Banned fans get the answer that there is no such model. */
export function awaitPublic({ db, clock, catalog }: NotificationsNeeds) {
  return ({ tell, ...pair }: Alert & { tell: boolean }): Promise<Result<object, "unknown_model">> =>
    inTransaction(db, async (tx) => {
      if (!tell) {
        await deleteAwaiting(tx, pair);
        return ok({});
      }
      const model = await catalog.model(tx, pair.modelId, pair.fanId);
      if (!model?.listed || model.banned) return refuse("unknown_model");
      await insertAwaiting(tx, pair, clock.now());
      return ok({});
    });
}

/** Handles the events by which a room may be public: queues the notifications, so that many fans do not block the outbox. */
export function queuePublicAgain({ db }: Pick<NotificationsNeeds, "db">) {
  return ({ modelId }: { modelId: number }, { id }: Pick<EventMeta, "id">): Promise<void> =>
    inTransaction(db, async (tx) => {
      if (await isAwaited(tx, modelId)) await queue(tx, { modelId, eventId: id, afterFan: 0 });
    });
}

/**
 * Writes to the next hundred who wait for a model who is public again, and queues the rest. They are forgotten in the same
 * transaction: it sends one mail, however often the job runs. While the room is in another show or off the air they go on
 * waiting.
 */
export function mailPublicAgain(needs: NotificationsNeeds, codes: UnsubscribeCodes) {
  const { db, clock, catalog } = needs;
  return async (job: unknown): Promise<void> => {
    const { modelId, eventId, afterFan } = payload.parse(job);
    const notified = await inTransaction(db, async (tx) => {
      const model = await catalog.model(tx, modelId);
      if (!model?.listed || model.status === "stopped" || model.type !== "public") return [];
      const since = new Date(clock.now().getTime() - awaitedMs);
      const taken = await takeAwaiting(tx, modelId, { since, afterFan, limit: batchSize });
      const fanIds: number[] = [];
      for (const fanId of taken.fanIds)
        if (await mail(tx, needs, codes, { fanId, modelId })) fanIds.push(fanId);
      if (taken.last !== null) await queue(tx, { modelId, eventId, afterFan: taken.last });
      return insertNotifications(tx, needs, {
        fanIds,
        key: `public_again:${eventId}`,
        kind: "public_again",
        modelId,
      });
    });
    publishNews(needs, notified);
  };
}

function queue(tx: Tx, next: z.output<typeof payload>): Promise<void> {
  return enqueue(tx, { name: publicAgainJob, payload: next, triesMax, urgency: "later" });
}

/** False for a fan who is not to be notified; a mail goes only to a confirmed address. */
async function mail(
  tx: Tx,
  needs: NotificationsNeeds,
  codes: UnsubscribeCodes,
  { fanId, modelId }: Alert,
): Promise<boolean> {
  const fan = await needs.accounts.byId(tx, fanId);
  const model = await needs.catalog.model(tx, modelId, fanId);
  if (!fan || !isReachable(fan) || !model || model.banned) return false;
  if (!fan.email || fan.validation !== "confirmed") return true;
  if ((await fansWhoMuted(tx, [fanId], { subject: "public_again", modelId })).has(fanId)) return true;
  const email = publicAgainEmail({
    discreet: (await settingsOf(tx, fanId)).discreet,
    unsubscribeUrl: `${needs.publicOrigin}/stop-notices/${codes.make({ fanId, about: "public_again" })}`,
    to: { login: fan.login, email: fan.email, language: fan.language },
    model: { login: model.login, name: model.artistic_name },
    publicOrigin: needs.publicOrigin,
  });
  await needs.mailer.enqueue(tx, email);
  return true;
}
