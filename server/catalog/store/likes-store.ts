import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { CatalogTables } from "./tables.ts";

/** Adds a model to a fan's favourites; harmless when they are one already. */
export async function insertLike(tx: Tx, fanId: number, modelId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .insertInto("catalog.liked")
    .values({ fan_id: fanId, model_id: modelId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a model from a fan's favourites; harmless when they are none. */
export async function deleteLike(tx: Tx, fanId: number, modelId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.liked")
    .where("fan_id", "=", fanId)
    .where("model_id", "=", modelId)
    .execute();
}

/** The ids of a fan's favourites. */
export async function likedModels(reader: Reader, fanId: number): Promise<number[]> {
  return (await likesOf(reader, { fanId })).map(({ model_id }) => model_id);
}

const likesOf = prepareRead((reader, { fanId }: { fanId: number }) =>
  reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.liked")
    .select("model_id")
    .where("fan_id", "=", fanId),
);

/** The fans who like a model, the latest first, so many at most. */
export async function fansWhoLike(reader: Reader, modelId: number, fansMax: number): Promise<number[]> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.liked")
    .select("fan_id")
    .where("model_id", "=", modelId)
    .orderBy("liked_at", "desc")
    .orderBy("fan_id")
    .limit(fansMax)
    .execute();
  return rows.map(({ fan_id }) => fan_id);
}
