import { type Selectable, sql } from "kysely";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

export type PlanRow = Selectable<SubscriptionTables["subscriptions.plan"]>;
export type BundleRow = Selectable<SubscriptionTables["subscriptions.bundle"]>;
export type TermRow = Selectable<SubscriptionTables["subscriptions.term"]>;

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

/** The offers of these models, term by term, the shortest first; models that sell nothing are missing. */
export async function termsOf(
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, TermRow[]>> {
  if (modelIds.length === 0) return new Map();
  const rows = await readRows(
    reader,
    readSubscriptions(reader)
      .selectFrom("subscriptions.term")
      .select(["model_id", "months", "price_cents", "free_tokens", "enabled"])
      .where(sql<boolean>`model_id = any (${modelIds}::bigint[])`)
      .orderBy("months"),
  );
  return Map.groupBy(rows, ({ model_id }) => model_id);
}

/** A model's price for a term; nobody changes it until the transaction ends. */
export async function lockTerm(tx: Tx, modelId: number, months: TermMonths): Promise<TermRow | undefined> {
  await inSubscriptions(tx)
    .selectFrom("subscriptions.plan")
    .select("model_id")
    .where("model_id", "=", modelId)
    .forShare()
    .execute();
  return (await termsOf(tx, [modelId])).get(modelId)?.find((term) => term.months === months);
}

/** Writes down what a model asks from now on, for a month and for longer terms; others are not sold any more. */
export async function savePlan(
  tx: Tx,
  plan: PlanRow,
  bundles: readonly Omit<BundleRow, "model_id">[],
): Promise<void> {
  const { model_id, ...changes } = plan;
  // The model's row is the lock that keeps changes of one model's bundles apart.
  await inSubscriptions(tx)
    .insertInto("subscriptions.plan")
    .values(plan)
    .onConflict((conflict) => conflict.column("model_id").doUpdateSet(changes))
    .execute();
  await inSubscriptions(tx).deleteFrom("subscriptions.bundle").where("model_id", "=", model_id).execute();
  if (bundles.length === 0) return;
  await inSubscriptions(tx)
    .insertInto("subscriptions.bundle")
    .values(bundles.map((bundle) => ({ model_id, ...bundle })))
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
