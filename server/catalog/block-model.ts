import type { BlockedModel } from "#contract/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { blocksOf, deleteBlock, insertBlock } from "./store/blocks-store.ts";
import { modelByKey } from "./store/models-store.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** A fan wants to see nothing of a model. */
    model_blocked: { fanId: number; modelId: number };
  }
}

const shownMax = 500;

/** Keeps a model away from a fan, or not any more. Repeated, it changes nothing. */
export function blockModel({ db, clock }: { db: Database; clock: Clock }) {
  return async (order: {
    fanId: number;
    modelId: number;
    blocked: boolean;
  }): Promise<Result<object, "unknown_model">> => {
    const { fanId, modelId, blocked } = order;
    if (blocked && !(await modelByKey(db, modelId))) return refuse("unknown_model");
    await inTransaction(db, async (tx) => {
      if (!blocked) return deleteBlock(tx, fanId, modelId);
      if (await insertBlock(tx, fanId, modelId, clock.now()))
        await publishEvent(tx, "model_blocked", { fanId, modelId });
    });
    return ok({});
  };
}

/** The models whom a fan has blocked, the latest first. */
export function listBlocked({ db }: { db: Database }) {
  return async (fanId: number): Promise<BlockedModel[]> =>
    (await blocksOf(db, { fanId, max: shownMax })).map(({ id, login, name }) => ({ id, login, name }));
}
