import { z } from "zod";
import { ping, type Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import { switchOff } from "./cancel.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { hiddenEndMs } from "./rules/period.ts";
import { lockRenewing, modelsToCharge, renewingOfModel } from "./store/renewing.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** `rows`: in one transaction; `most`: so many with one model in one run, and the rest in another. */
export type Sizes = { rows: number; most: number };
/** A run of so many is done well within the time of a job. */
const runSizes: Sizes = { rows: 200, most: 4_000 };

const endRenewalsJob = "end_renewals";
const payload = z.object({ modelId: z.int() });

/**
 * Lets a job switch off every renewal with a model who is suspended or whose account is closed. It begins with the
 * commit: the caller's transaction locks none of the subscriptions, of which there may be tens of thousands. A charge
 * of a gateway before the job comes to it buys its term.
 */
export function queueEndOfRenewals(tx: Tx, modelId: number): Promise<void> {
  return enqueue(tx, { name: endRenewalsJob, payload: { modelId }, triesMax: 15 });
}

/**
 * Queued work: what would be charged next is switched off first, each part in a transaction of its own. A model who is
 * restored meanwhile keeps the others. One that cannot be switched off is logged and tried again with the job, once the
 * others are. Safe to repeat, and to run twice at once.
 */
export function endRenewalsWork(needs: SubscriptionsNeeds, sizes = runSizes): QueuedWork {
  return {
    async [endRenewalsJob](queued) {
      const { modelId } = payload.parse(queued);
      const { areAll, failed } = await endInParts(needs, modelId, { of: isSuspendedOrClosed }, sizes);
      // A run that ended none would be followed by another such one at once.
      if (!areAll && failed.length < sizes.most)
        await inTransaction(needs.db, (tx) => queueEndOfRenewals(tx, modelId));
      else if (failed.length > 0)
        throw new Error(`${failed.length} renewals with model ${modelId} could not be ended`);
    },
  };
}

const notEnded = "renewals with a hidden model could not be ended";

/**
 * Switches off the renewals that would be charged within two days with models whom staff hide: their subscribers
 * could not open the content that they pay for. A model who is shown again in time has lost only that, and their fans
 * may switch it on again. It also covers models who are suspended or have left, whose job may have failed. To be run
 * every minute; begins no part once it `isOver`, and never throws.
 */
export async function endHiddenRenewals(needs: SubscriptionsNeeds, isOver: () => boolean): Promise<void> {
  const until = new Date(needs.clock.now().getTime() + hiddenEndMs);
  try {
    const hidden = await needs.catalog.outOfSight(needs.db);
    for (const modelId of await modelsToCharge(needs.db, hidden, until)) {
      // A model whose run fails must not hold up the others.
      await endInParts(needs, modelId, { of: isOutOfSight, until, isOver }, runSizes).catch((error) =>
        needs.log.error({ model: modelId, error: String(error) }, notEnded),
      );
    }
  } catch (error) {
    needs.log.error({ error: String(error) }, notEnded);
  }
}

type Visibility = { hidden: boolean; suspended: boolean; closed_at: Date | null };
const isSuspendedOrClosed = ({ suspended, closed_at }: Visibility) => suspended || closed_at !== null;
const isOutOfSight = (model: Visibility) => model.hidden || isSuspendedOrClosed(model);

/** `of`: whether a model is meant; `until`: only what would be charged by then; `isOver`: no part is begun any more. */
type Which = { of: (model: Visibility) => boolean; until?: Date; isOver?: () => boolean };

/** `areAll` is false when there may be more; `failed` are those that could not be ended. */
async function endInParts(
  needs: SubscriptionsNeeds,
  modelId: number,
  which: Which,
  { rows, most }: Sizes,
): Promise<{ areAll: boolean; failed: number[] }> {
  const failed: number[] = [];
  for (let done = 0; done < most && !which.isOver?.(); done += rows) {
    const part = { limit: rows, except: failed, ...(which.until && { until: which.until }) };
    const ids = await whileMeant(needs, modelId, which, (tx) => renewingOfModel(tx, modelId, part));
    if (ids.length > 0) failed.push(...(await endSafely(needs, modelId, which, ids)));
    if (ids.length < rows) return { areAll: true, failed };
  }
  return { areAll: false, failed };
}

/** Ends these, and when that fails each by itself: one that cannot be ended must not hold up the others. Answers those. */
async function endSafely(
  needs: SubscriptionsNeeds,
  modelId: number,
  which: Which,
  ids: readonly number[],
): Promise<number[]> {
  const areEnded = await end(needs, modelId, which, ids).then(
    () => true,
    () => false,
  );
  if (areEnded) return [];
  const failed: number[] = [];
  for (const id of ids) {
    await end(needs, modelId, which, [id]).catch(async (error) => {
      // Without the database it is not this one that fails.
      if (!(await ping(needs.db))) throw error;
      needs.log.error(
        { subscription: id, model: modelId, error: String(error) },
        "a renewal could not be ended",
      );
      failed.push(id);
    });
  }
  return failed;
}

/** The gateways are updated from the next minute on, those that would charge next first. */
function end(
  needs: SubscriptionsNeeds,
  modelId: number,
  which: Which,
  ids: readonly number[],
): Promise<SubscriptionRow[]> {
  return whileMeant(needs, modelId, which, async (tx) => {
    const at = needs.clock.now();
    const rows = await lockRenewing(tx, ids, which.until);
    for (const row of rows) await switchOff(tx, row, { source: "system", at });
    return rows;
  });
}

/** Nobody restores or shows the model, and nobody else ends their renewals, during `work`; nothing when they are not meant. */
function whileMeant<T>(
  needs: SubscriptionsNeeds,
  modelId: number,
  { of }: Which,
  work: (tx: Tx) => Promise<T[]>,
): Promise<T[]> {
  return inTransaction(needs.db, async (tx) => {
    const model = await needs.catalog.lockVisibility(tx, modelId);
    return model && of(model) ? work(tx) : [];
  });
}
