import { sql } from "kysely";
import { type Reader, readPlanned, type Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import type { CatalogTables } from "./tables.ts";

/** The filter of staff's list of models. */
export type AdminQuery = {
  search: string;
  state: "all" | "waiting" | "live" | "hidden" | "suspended";
  page: number;
};

export const adminPageSize = 20;

/** Every model, whether listed or not: live ones first, then by name. */
export function adminModels(reader: Reader, { search, state, page }: AdminQuery) {
  return pageWithTotal((page - 1) * adminPageSize, (offset) => {
    const models = adminRows(reader)
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .$if(search !== "", (query) => query.where("model.search_text", "like", `%${likeLiteral(search)}%`))
      .$if(state === "waiting", (query) =>
        query.where("model.listing", "=", "submitted").orderBy("model.submitted_at"),
      )
      .$if(state === "live", (query) => query.where("stream.status", "<>", "stopped"))
      .$if(state === "hidden", (query) => query.where("model.hidden", "=", true))
      .$if(state === "suspended", (query) => query.where("model.suspended", "=", true))
      .orderBy((eb) => eb("stream.status", "=", "stopped"))
      .orderBy("model.search_text")
      .orderBy("model.id")
      .limit(adminPageSize)
      .offset(offset);
    return readPlanned(reader, models);
  });
}

export type AdminModelRow = NonNullable<Awaited<ReturnType<typeof adminModel>>>;

/** One model as the staff sees them, or undefined. */
export function adminModel(reader: Reader, id: number) {
  return adminRows(reader).where("model.id", "=", id).executeTakeFirst();
}

/** Hides or shows a model; answers whether that changed anything. */
export async function updateVisibility(
  tx: Tx,
  id: number,
  change: { hidden: boolean } | { suspended: boolean },
): Promise<boolean> {
  const changed = await tx
    .$extendTables<CatalogTables>()
    .updateTable("catalog.model")
    .set(change)
    .where("id", "=", id)
    .where((is) =>
      "hidden" in change ? is("hidden", "<>", change.hidden) : is("suspended", "<>", change.suspended),
    )
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The reasons that keep a model out of sight, locked until the commit. */
export function lockVisibility(tx: Tx, id: number) {
  return tx
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.model")
    .select(["hidden", "suspended", "closed_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Every model whom staff hide or have suspended, or who has left. */
export async function outOfSight(reader: Reader): Promise<number[]> {
  const rows = await reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.model")
    .select("id")
    .where(sql<boolean>`(hidden or suspended or closed_at is not null)`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a model is shown and may be dealt with. Nobody changes it until the transaction ends. */
export async function keepListed(tx: Tx, id: number): Promise<boolean> {
  const model = await tx
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.model")
    .select("listed")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return model?.listed ?? false;
}

function adminRows(reader: Reader) {
  return reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.model as model")
    .innerJoin("catalog.stream as stream", "stream.model_id", "model.id")
    .where("model.closed_at", "is", null)
    .select([
      "model.id",
      "model.login",
      "model.artistic_name",
      "model.avatar",
      "model.hidden",
      "model.suspended",
      "model.listing",
      "model.last_connection",
      "stream.status",
      "stream.type",
      "stream.watchers",
      "stream.began_at",
    ]);
}
