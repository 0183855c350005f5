import { z } from "zod";
import type { ModelRow } from "#server/catalog/catalog.ts";
import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { liveLetter } from "./rules/live-letter.ts";
import type { OffCodes } from "./rules/off-codes.ts";
import { isWishedFor, takeUntold } from "./store/wishes-store.ts";

export const tellFansJob = "tell_fans";

const payload = z.object({ modelId: z.int(), afterFan: z.int() });
const fansAtOnce = 100;
const triesMax = 8;

/** Handles `stream_began`: queues the telling, so that a model with many fans holds nobody up. */
export function queueTelling({ db }: Pick<NotificationsNeeds, "db">) {
  return ({ modelId }: { modelId: number }): Promise<void> =>
    inTransaction(db, async (tx) => {
      if (await isWishedFor(tx, modelId)) await queue(tx, { modelId, afterFan: 0 });
    });
}

/**
 * Tells the next hundred fans of a model who wait for her, and queues the rest. A mail is posted in the transaction that
 * marks its fan as told of this broadcast, so that it goes out once however often the work is done. A broadcast that is
 * over by then is told to nobody.
 */
export function tellFans(needs: NotificationsNeeds, codes: OffCodes) {
  return async (job: unknown): Promise<void> => {
    const { modelId, afterFan } = payload.parse(job);
    const told = await inTransaction(needs.db, async (tx) => {
      const model = await needs.catalog.model(tx, modelId);
      if (!model?.listed || model.status === "stopped" || model.broadcast_at === null) return null;
      const taken = { modelId, broadcast: model.broadcast_at, afterFan, limit: fansAtOnce };
      const fans = await takeUntold(tx, taken);
      const reached = await reachable(tx, needs, fans);
      for (const fan of reached) await mailTo(tx, needs, codes, fan, model);
      const last = fans.at(-1);
      if (last !== undefined && fans.length === fansAtOnce) await queue(tx, { modelId, afterFan: last });
      return { model, reached };
    });
    if (told) for (const fan of told.reached) showOn(needs, fan, told.model);
  };
}

function queue(tx: Tx, next: z.output<typeof payload>): Promise<void> {
  return enqueue(tx, { name: tellFansJob, payload: next, triesMax, urgency: "later" });
}

/** Those who are still fans and have not silenced their notices. */
async function reachable(tx: Tx, { accounts }: NotificationsNeeds, ids: number[]): Promise<Account[]> {
  const found: Account[] = [];
  for (const id of ids) {
    const account = await accounts.byId(tx, id);
    if (account?.role === "fan" && account.status !== "blocked" && !account.is_block_notification)
      found.push(account);
  }
  return found;
}

/** Only to an address that its owner has proved: others might be anybody's. */
async function mailTo(
  tx: Tx,
  needs: NotificationsNeeds,
  codes: OffCodes,
  fan: Account,
  model: ModelRow,
): Promise<void> {
  if (fan.email === null || fan.validation !== "confirmed") return;
  const { publicOrigin } = needs;
  const code = codes.make({ fanId: fan.id, modelId: model.id });
  await needs.mail.post(
    tx,
    liveLetter({
      to: { login: fan.login, email: fan.email, language: fan.language },
      model: {
        login: model.login,
        name: model.artistic_name,
        topic: { en: model.topic_en, es: model.topic_es },
      },
      publicOrigin,
      offUrl: `${publicOrigin}/stop-notices/${code}`,
    }),
  );
}

/** On every page that the fan has open now; who has none has the mail. */
function showOn({ realtime }: NotificationsNeeds, fan: Account, model: ModelRow): void {
  const { id, login, artistic_name } = model;
  realtime.publish(`person:${fan.id}`, "ModelWentLive", { model_id: id, slug: login, name: artistic_name });
}
