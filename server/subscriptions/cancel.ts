import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { lockById, lockFan, lockOpen, lockRenewing, type SubscriptionRow } from "./store/subscriptions.ts";
import { switchOff } from "./switch-renewal.ts";

export type Canceled = Result<{ subscription: SubscriptionRow }, "not_found">;

/**
 * Switches the renewal of one of a fan's own subscriptions off; it runs to its end. Repeated, or after the end, it
 * changes nothing and answers the same.
 */
export function cancelById(
  needs: SubscriptionsNeeds,
  fanId: number,
  id: number,
  tell: (id: number) => void,
): Promise<Canceled> {
  return cancel(needs, fanId, tell, async (tx) => {
    const row = await lockById(tx, id);
    return row?.fan_id === fanId && row.started_at !== null ? [row] : [];
  });
}

/** The same for whatever runs of this fan with a model. */
export function cancelByModel(
  needs: SubscriptionsNeeds,
  fanId: number,
  modelId: number,
  tell: (id: number) => void,
): Promise<Canceled> {
  return cancel(needs, fanId, tell, async (tx, at) => {
    const open = await lockOpen(tx, fanId, modelId, at);
    return open.filter(({ state }) => state === "running");
  });
}

async function cancel(
  needs: SubscriptionsNeeds,
  fanId: number,
  tell: (id: number) => void,
  find: (tx: Tx, at: Date) => Promise<SubscriptionRow[]>,
): Promise<Canceled> {
  const canceled = await inTransaction(needs.db, async (tx) => {
    await lockFan(tx, fanId);
    const at = needs.clock.now();
    const done: SubscriptionRow[] = [];
    for (const row of await find(tx, at)) {
      const isOver = row.state !== "running" || (row.expire_at !== null && row.expire_at <= at);
      done.push(isOver && row.canceled_at ? row : await switchOff(tx, row, { source: "fan", at }));
    }
    return done;
  });
  for (const { id, renews_at_gateway } of canceled) if (renews_at_gateway) tell(id);
  const last = canceled.at(-1);
  return last ? ok({ subscription: last }) : refuse("not_found");
}

/**
 * Nobody pays any more for, or to, a person whose account is closed: every renewal is switched off, in the transaction
 * that closes the account. The gateways are told within a minute.
 */
export async function cancelOfPerson(tx: Tx, person: { id: number; role: string }, at: Date): Promise<void> {
  for (const row of await lockRenewing(tx, person)) await switchOff(tx, row, { source: "system", at });
}
