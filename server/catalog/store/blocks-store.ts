import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { CatalogTables } from "./tables.ts";

/** Keeps a model away from a fan, and takes them from the fan's favourites and what they watched; answers whether that is new. */
export async function insertBlock(tx: Tx, fanId: number, modelId: number, at: Date): Promise<boolean> {
  const mine = tx.$extendTables<CatalogTables>();
  for (const list of ["catalog.liked", "catalog.watched"] as const)
    await mine.deleteFrom(list).where("fan_id", "=", fanId).where("model_id", "=", modelId).execute();
  const rows = await mine
    .insertInto("catalog.blocked")
    .values({ fan_id: fanId, model_id: modelId, blocked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("model_id")
    .execute();
  return rows.length > 0;
}

/** Lets a model be seen by a fan again; harmless when there is no block. */
export async function deleteBlock(tx: Tx, fanId: number, modelId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.blocked")
    .where("fan_id", "=", fanId)
    .where("model_id", "=", modelId)
    .execute();
}

/** The models whom a fan has blocked, without those who have left: the latest first, at most `max` of them. */
export const blocksOf = prepareRead((reader, { fanId, max }: { fanId: number; max: number }) =>
  reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.blocked as blocked")
    .innerJoin("catalog.model as model", "model.id", "blocked.model_id")
    .select(["model.id", "model.login", "model.artistic_name as name", "blocked.blocked_at"])
    .where("blocked.fan_id", "=", fanId)
    .where("model.closed_at", "is", null)
    .orderBy("blocked.blocked_at", "desc")
    .limit(max),
);

/** Two who have nothing to do with each other, and which of them keeps the other away. */
export type PairApart = { model_id: number; fan_id: number; by: "model" | "fan" };

/** The pairs among these fans and these models of which one has banned or blocked the other. */
export async function pairsApart(
  reader: Reader,
  fans: readonly number[],
  models: readonly number[],
): Promise<PairApart[]> {
  return fans.length === 0 || models.length === 0 ? [] : apartAmong(reader, { fans, models });
}

const apartAmong = prepareRead(
  (_reader, { fans, models }: { fans: readonly number[]; models: readonly number[] }) => sql<PairApart>`
    select model_id, fan_id, 'model' as by from catalog.ban
     where fan_id = any (${fans}::bigint[]) and model_id = any (${models}::bigint[])
    union all
    select model_id, fan_id, 'fan' from catalog.blocked
     where fan_id = any (${fans}::bigint[]) and model_id = any (${models}::bigint[])`,
);

/** Whether a fan has blocked a model. */
export async function isBlocked(reader: Reader, fanId: number, modelId: number): Promise<boolean> {
  const rows = await readRows(
    reader,
    sql`select from catalog.blocked where fan_id = ${fanId} and model_id = ${modelId}`,
  );
  return rows.length > 0;
}

/**
 * The fans among these who have nothing to do with a model: the model has banned them, or they have blocked the model.
 */
export async function fansApart(
  reader: Reader,
  fans: readonly number[],
  modelId: number,
): Promise<Set<number>> {
  const rows = await readRows(
    reader,
    sql<{ fan_id: number }>`
      select fan_id from catalog.ban where model_id = ${modelId} and fan_id = any (${fans}::bigint[])
      union
      select fan_id from catalog.blocked where model_id = ${modelId} and fan_id = any (${fans}::bigint[])`,
  );
  return new Set(rows.map(({ fan_id }) => fan_id));
}
