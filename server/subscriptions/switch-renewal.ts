import type { Tx } from "#server/kit/database/database.ts";
import { project } from "./project.ts";
import { publishSaved } from "./publish-events.ts";
import { addStep, type Step, type SubscriptionRow } from "./store/subscriptions.ts";
import type { StepSource } from "./store/tables.ts";

type By = { source: Exclude<StepSource, "gateway">; at: Date };

/**
 * Switches the renewal of a locked subscription off; the gateway is told after the commit. One that waits for its payment
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
