import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { CatalogTables } from "./tables.ts";

/** Keeps a fan out of what is a model's; answers whether that is new. */
export async function insertBan(tx: Tx, modelId: number, fanId: number, at: Date): Promise<boolean> {
  const rows = await tx
    .$extendTables<CatalogTables>()
    .insertInto("catalog.ban")
    .values({ model_id: modelId, fan_id: fanId, banned_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("fan_id")
    .execute();
  return rows.length > 0;
}

/** Lets a fan in again; harmless when there is no ban. */
export async function deleteBan(tx: Tx, modelId: number, fanId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.ban")
    .where("model_id", "=", modelId)
    .where("fan_id", "=", fanId)
    .execute();
}

/** The fans whom a model has banned, the latest first, at most `bansMax` of them. */
export function bansOf(reader: Reader, modelId: number, bansMax: number) {
  return reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.ban")
    .select(["fan_id", "banned_at"])
    .where("model_id", "=", modelId)
    .orderBy("banned_at", "desc")
    .orderBy("fan_id")
    .limit(bansMax)
    .execute();
}

/** The bans between these fans and these models. */
export async function bansBetween(reader: Reader, fans: readonly number[], models: readonly number[]) {
  if (fans.length === 0 || models.length === 0) return [];
  return reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.ban")
    .select(["model_id", "fan_id"])
    .where("fan_id", "in", fans)
    .where("model_id", "in", models)
    .execute();
}

/** The models who have banned a fan. */
export const bannersOf = prepareRead((reader, { fanId }: { fanId: number }) =>
  reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.ban")
    .select("model_id")
    .where("fan_id", "=", fanId),
);
