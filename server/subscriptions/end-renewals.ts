import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import { switchOff } from "./cancel.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { hiddenEndMs } from "./rules/period.ts";
import { lockRenewingOfModel, modelsToCharge } from "./store/renewing.ts";

/** `rows`: in one transaction; `most`: so many with one model in one run, and the rest in another. */
export type Sizes = { rows: number; most: number };
/** A run of so many is done well within the time of a job. */
const runSizes: Sizes = { rows: 200, most: 4_000 };

const endRenewalsJob = "end_renewals";
const payload = z.object({ modelId: z.int() });

/**
 * Lets a job switch off every renewal with a model who is suspended or whose account is closed. It begins with the commit:
 * the caller's transaction locks none of the subscriptions, of which there may be tens of thousands. What a gateway charges
 * before the job comes to it buys its term.
 */
export function queueEndOfRenewals(tx: Tx, modelId: number): Promise<void> {
  return enqueue(tx, { name: endRenewalsJob, payload: { modelId }, triesMax: 15 });
}

/**
 * Queued work: what would be charged next is switched off first, each part in a transaction of its own. A model who is
 * restored meanwhile keeps the others. Safe to repeat, and to run twice at once.
 */
export function endRenewalsWork(needs: SubscriptionsNeeds, sizes = runSizes): QueuedWork {
  return {
    async [endRenewalsJob](queued) {
      const { modelId } = payload.parse(queued);
      const areAll = await endInParts(needs, modelId, { of: isSuspendedOrClosed }, sizes);
      if (!areAll) await inTransaction(needs.db, (tx) => queueEndOfRenewals(tx, modelId));
    },
  };
}

/**
 * Switches off what would be charged within two days with models whom staff hide: their subscribers could not open what
 * they pay for. Who is shown again in time has lost only that, and their fans may switch it on again. With suspended
 * models too, whose job may have failed. To be run every minute.
 */
export async function endHiddenRenewals(needs: SubscriptionsNeeds): Promise<void> {
  const until = new Date(needs.clock.now().getTime() + hiddenEndMs);
  const hidden = await needs.catalog.outOfSight(needs.db);
  for (const modelId of await modelsToCharge(needs.db, hidden, until)) {
    // One that fails must not hold up the others.
    await endInParts(needs, modelId, { of: isHiddenOrSuspended, until }, runSizes).catch((error) =>
      needs.log.error(
        { model: modelId, error: String(error) },
        "renewals with a hidden model could not be ended",
      ),
    );
  }
}

type Visibility = { hidden: boolean; suspended: boolean; closed_at: Date | null };
const isSuspendedOrClosed = ({ suspended, closed_at }: Visibility) => suspended || closed_at !== null;
const isHiddenOrSuspended = ({ hidden, suspended }: Visibility) => hidden || suspended;

/** `of`: whether a model is meant; `until`: only what would be charged by then. */
type Which = { of: (model: Visibility) => boolean; until?: Date };

/** False when there may be more, as many as wanted having been found. */
async function endInParts(
  needs: SubscriptionsNeeds,
  modelId: number,
  which: Which,
  { rows, most }: Sizes,
): Promise<boolean> {
  for (let done = 0; done < most; done += rows) {
    const found = await inTransaction(needs.db, (tx) => endSome(needs, tx, modelId, which, rows));
    if (found < rows) return true;
  }
  return false;
}

/** Answers how many it found. The gateways are updated from the next minute on, those that would charge next first. */
async function endSome(
  needs: SubscriptionsNeeds,
  tx: Tx,
  modelId: number,
  { of, until }: Which,
  limit: number,
): Promise<number> {
  // Nobody restores or shows the model, and nobody else ends their renewals, until this part is committed.
  const model = await needs.catalog.lockVisibility(tx, modelId);
  if (!model || !of(model)) return 0;
  const at = needs.clock.now();
  const { found, rows } = await lockRenewingOfModel(tx, modelId, { limit, ...(until && { until }) });
  for (const row of rows) await switchOff(tx, row, { source: "system", at });
  return found;
}
