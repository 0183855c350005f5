import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { mailSwitched } from "./mail-switched.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { project } from "./project.ts";
import { publishSaved } from "./publish-events.ts";
import { lockRenewingOfFan } from "./store/renewing.ts";
import {
  addStep,
  lockById,
  lockFan,
  lockOpen,
  type Step,
  type SubscriptionRow,
} from "./store/subscriptions.ts";
import type { StepSource } from "./store/tables.ts";

export type Canceled = Result<{ subscription: SubscriptionRow }, "not_found">;

/**
 * Switches the renewal of one of a fan's own subscriptions off; it runs to its end. Repeated, or after the end, it
 * changes nothing and answers the same.
 */
export function cancelById(
  needs: SubscriptionsNeeds,
  fanId: number,
  id: number,
  sync: (id: number) => void,
): Promise<Canceled> {
  return cancel(needs, fanId, sync, async (tx) => {
    const row = await lockById(tx, id);
    return row?.fan_id === fanId && row.started_at !== null ? [row] : [];
  });
}

/** Cancels this fan's running subscription to a model. */
export function cancelByModel(
  needs: SubscriptionsNeeds,
  fanId: number,
  modelId: number,
  sync: (id: number) => void,
): Promise<Canceled> {
  return cancel(needs, fanId, sync, async (tx, at) => {
    const open = await lockOpen(tx, fanId, modelId, at);
    return open.filter(({ state }) => state === "running");
  });
}

async function cancel(
  needs: SubscriptionsNeeds,
  fanId: number,
  sync: (id: number) => void,
  find: (tx: Tx, at: Date) => Promise<SubscriptionRow[]>,
): Promise<Canceled> {
  const canceled = await inTransaction(needs.db, async (tx) => {
    await lockFan(tx, fanId);
    const at = needs.clock.now();
    const done: SubscriptionRow[] = [];
    for (const row of await find(tx, at)) {
      const isOver = row.state !== "running" || (row.expire_at !== null && row.expire_at <= at);
      const wasOn = row.user_canceled_at === null && !(isOver && row.canceled_at);
      const off = wasOn ? await switchOff(tx, row, { source: "fan", at }) : row;
      if (wasOn) await mailSwitched(needs, tx, off);
      done.push(off);
    }
    return done;
  });
  for (const { id, renews_at_gateway } of canceled) if (renews_at_gateway !== false) sync(id);
  const last = canceled.at(-1);
  return last ? ok({ subscription: last }) : refuse("not_found");
}

/**
 * Switches off every renewal of a fan whose account is closed, suspended or made staff, in the transaction that does so and has locked
 * the account: what the fan orders or switches on at the same moment is committed before, or refused. The gateways
 * are updated from the next minute on, those that would charge next first.
 */
export async function cancelAllOfFan(tx: Tx, fanId: number, at: Date): Promise<void> {
  for (const row of await lockRenewingOfFan(tx, fanId)) await switchOff(tx, row, { source: "system", at });
}

type By = { source: Exclude<StepSource, "gateway">; at: Date };

/**
 * Switches the renewal of a locked subscription off; the gateway is updated after the commit. One that waits for its payment
 * is not renewed once that comes. Safe to repeat.
 */
export async function switchOff(tx: Tx, row: SubscriptionRow, { source, at }: By): Promise<SubscriptionRow> {
  if (source === "fan" ? row.user_canceled_at !== null : row.canceled_at !== null) return row;
  return command(tx, row, { kind: "canceled", source, at });
}

/** Switches it on again while the paid time runs; nothing is charged before its end. */
export async function switchOn(tx: Tx, row: SubscriptionRow, at: Date): Promise<SubscriptionRow> {
  if (row.canceled_at === null) return row;
  return command(tx, row, { kind: "enabled", source: "fan", at });
}

async function command(tx: Tx, row: SubscriptionRow, step: Step): Promise<SubscriptionRow> {
  await addStep(tx, row.id, step);
  const commanded = await project(tx, row, step.at);
  await publishSaved(tx, row, commanded);
  return commanded;
}
