import type { Tx } from "#server/kit/database/database.ts";
import { type SubscriptionRow, takeStep } from "./store/subscriptions.ts";
import type { StepSource } from "./store/tables.ts";
import { tellSaved } from "./tell-others.ts";

type By = { source: StepSource; at: Date };

/** Switches the renewal of a locked subscription off; the gateway is told after the commit. Safe to repeat. */
export async function switchOff(tx: Tx, row: SubscriptionRow, { source, at }: By): Promise<SubscriptionRow> {
  if (row.canceled_at !== null) return row;
  const changes = {
    canceled_at: at,
    user_canceled_at: source === "fan" ? at : null,
    renews: false,
    tell_after: null,
    // The gateway's own word needs no telling.
    ...(source === "gateway" ? { renews_at_gateway: false } : {}),
  };
  const canceled = await takeStep(tx, row, changes, { kind: "canceled", source, at });
  await tellSaved(tx, canceled);
  return canceled;
}

/** Switches it on again while the paid time runs; nothing is charged before its end. */
export async function switchOn(tx: Tx, row: SubscriptionRow, at: Date): Promise<SubscriptionRow> {
  if (row.canceled_at === null) return row;
  const changes = {
    canceled_at: null,
    user_canceled_at: null,
    reenabled_at: at,
    renews: true,
    tell_after: null,
  };
  const enabled = await takeStep(tx, row, changes, { kind: "enabled", source: "fan", at });
  await tellSaved(tx, enabled);
  return enabled;
}
