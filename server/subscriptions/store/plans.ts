import type { Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

export type PlanRow = Selectable<SubscriptionTables["subscriptions.plan"]>;

/** The offers of these models; those without one are missing. */
export async function plansOf(
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, PlanRow>> {
  if (modelIds.length === 0) return new Map();
  const rows = await readSubscriptions(reader)
    .selectFrom("subscriptions.plan")
    .selectAll()
    .where("model_id", "in", modelIds)
    .execute();
  return new Map(rows.map((row) => [row.model_id, row]));
}

/** A model's offer; nobody changes it until the transaction ends. */
export function lockPlan(tx: Tx, modelId: number): Promise<PlanRow | undefined> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.plan")
    .selectAll()
    .where("model_id", "=", modelId)
    .forShare()
    .executeTakeFirst();
}

/** Writes down what a model asks from now on. */
export async function savePlan(tx: Tx, plan: PlanRow): Promise<void> {
  const { model_id: _id, ...changes } = plan;
  await inSubscriptions(tx)
    .insertInto("subscriptions.plan")
    .values(plan)
    .onConflict((conflict) => conflict.column("model_id").doUpdateSet(changes))
    .execute();
}

/** Offers no subscription to this model any more. */
export async function closePlan(tx: Tx, modelId: number, at: Date): Promise<void> {
  await inSubscriptions(tx)
    .updateTable("subscriptions.plan")
    .set({ enabled: false, updated_at: at })
    .where("model_id", "=", modelId)
    .execute();
}
