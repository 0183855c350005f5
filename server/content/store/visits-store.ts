import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { ContentTables, ItemKind } from "./tables.ts";

/** When a fan last looked at the videos or posts; null: never. */
export async function lastVisit(reader: Reader, fanId: number, kind: ItemKind): Promise<Date | null> {
  const [visit] = await visitsOf(reader, { fanId, kind });
  return visit?.visited_at ?? null;
}

const visitsOf = prepareRead((reader, { fanId, kind }: { fanId: number; kind: ItemKind }) =>
  reader
    .$extendTables<ContentTables>()
    .selectFrom("content.visit")
    .select("visited_at")
    .where("fan_id", "=", fanId)
    .where("kind", "=", kind),
);

/** Records a visit of the fan. The later of two visits counts. */
export async function saveVisit(tx: Tx, fanId: number, kind: ItemKind, at: Date): Promise<void> {
  await tx
    .$extendTables<ContentTables>()
    .insertInto("content.visit")
    .values({ fan_id: fanId, kind, visited_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["fan_id", "kind"])
        .doUpdateSet({ visited_at: sql`greatest(visit.visited_at, excluded.visited_at)` }),
    )
    .execute();
}

/** Forgets when somebody looked at what. */
export async function deleteVisits(tx: Tx, fanId: number): Promise<void> {
  await tx.$extendTables<ContentTables>().deleteFrom("content.visit").where("fan_id", "=", fanId).execute();
}
