import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import { switchOff } from "./cancel.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { lockRenewingOfModel } from "./store/renewing.ts";

/** `rows`: in one transaction; `most`: so many in one run of the job, which queues another for the rest. */
export type Sizes = { rows: number; most: number };
/** A run of so many is done well within the time of a job. */
const jobSizes: Sizes = { rows: 200, most: 4_000 };

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
export function endRenewalsWork(needs: SubscriptionsNeeds, sizes = jobSizes): QueuedWork {
  return {
    async [endRenewalsJob](queued) {
      const { modelId } = payload.parse(queued);
      for (let done = 0; done < sizes.most; done += sizes.rows) {
        const found = await inTransaction(needs.db, (tx) => endSome(needs, tx, modelId, sizes.rows));
        if (found < sizes.rows) return;
      }
      await inTransaction(needs.db, (tx) => queueEndOfRenewals(tx, modelId));
    },
  };
}

/** Answers how many it found. The gateways are updated from the next minute on, those that would charge next first. */
async function endSome(needs: SubscriptionsNeeds, tx: Tx, modelId: number, limit: number): Promise<number> {
  // Nobody restores the model, and no other job goes on with them, until this part is committed.
  const model = await needs.catalog.lockVisibility(tx, modelId);
  if (!model?.suspended && !model?.closed_at) return 0;
  const at = needs.clock.now();
  const { found, rows } = await lockRenewingOfModel(tx, modelId, { limit });
  for (const row of rows) await switchOff(tx, row, { source: "system", at });
  return found;
}
