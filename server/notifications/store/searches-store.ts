import { type Selectable, sql } from "kysely";
import { asksForAll } from "#contract/facts.ts";
import { type FactName, type Facts, factNames } from "#contract/model-facts.ts";
import { allGenders } from "#contract/room-values.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

export type SearchRow = Selectable<Rows["notifications.saved_search"]>;
export type NewSearch = Omit<SearchRow, "id" | "saved_at" | "notified_at" | "name" | "alerts">;
/** A fan's changes to a search; missing fields stay. */
export type SearchChange = Partial<Pick<SearchRow, "name" | "alerts">>;

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (tx: Tx) => tx.$extendTables<Rows>();

/** The most searches that a fan may keep. */
export const searchesMax = 20;

/** A fan's searches, the last saved first. */
export function searchesOf(reader: Reader, fanId: number): Promise<SearchRow[]> {
  return read(reader)
    .selectFrom("notifications.saved_search")
    .selectAll()
    .where("fan_id", "=", fanId)
    .orderBy("id", "desc")
    .limit(searchesMax)
    .execute();
}

/** Keeps a search, or finds the same one; undefined when the fan has {@link searchesMax} others. */
export async function insertSearch(tx: Tx, search: NewSearch, at: Date): Promise<SearchRow | undefined> {
  // Two pages of a fan who save at once would else keep one too many, or miss each other's.
  await sql`select pg_advisory_xact_lock(hashtext('saved_search'), ${search.fan_id}::bigint::int)`.execute(
    tx,
  );
  const known = await searchesOf(tx, search.fan_id);
  const same = known.find((one) => sameSearch(one, search));
  if (same || known.length >= searchesMax) return same;
  return write(tx)
    .insertInto("notifications.saved_search")
    .values({ ...search, saved_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function sameSearch(one: SearchRow, other: NewSearch): boolean {
  return Object.entries(other).every(
    ([name, value]) => JSON.stringify(one[name as keyof NewSearch]) === JSON.stringify(value),
  );
}

/** Changes a search of a fan; undefined when it is gone, or somebody else's. */
export function changeSearch(
  tx: Tx,
  fanId: number,
  id: number,
  { name, alerts }: SearchChange,
): Promise<SearchRow | undefined> {
  return write(tx)
    .updateTable("notifications.saved_search")
    .set((row) => ({ name: name ?? row.ref("name"), alerts: alerts ?? row.ref("alerts") }))
    .where("id", "=", id)
    .where("fan_id", "=", fanId)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets a search of a fan; harmless when it is gone, or somebody else's. */
export async function deleteSearch(tx: Tx, fanId: number, id: number): Promise<void> {
  await write(tx)
    .deleteFrom("notifications.saved_search")
    .where("id", "=", id)
    .where("fan_id", "=", fanId)
    .execute();
}

/** Forgets all searches of a user. Idempotent. */
export async function deleteSearchesOf(tx: Tx, userId: number): Promise<void> {
  await write(tx).deleteFrom("notifications.saved_search").where("fan_id", "=", userId).execute();
}

/** The facts about a model that are compared here; the catalog knows the rest. */
export type Found = Facts & { gender_id: number; country: string };

/** The next searches, by id, that may find a model, alert their fans and did not since an instant. */
export function searchesFor(
  reader: Reader,
  model: Found,
  wanted: { notifiedBefore: Date; after: number; limit: number },
): Promise<SearchRow[]> {
  return read(reader)
    .selectFrom("notifications.saved_search")
    .selectAll()
    .where("alerts", "=", true)
    .where("gender_id", "in", [allGenders, model.gender_id])
    .where("id", ">", wanted.after)
    .where((row) => row.or([row("notified_at", "is", null), row("notified_at", "<=", wanted.notifiedBefore)]))
    .where((row) => row.and(factNames.map((name) => asksFor(name, model[name]))))
    .where("country", "in", ["", model.country])
    .orderBy("id")
    .limit(wanted.limit)
    .execute();
}

/** Whether a search leaves a model who has these values of a fact. */
function asksFor(name: FactName, values: string[]) {
  const column = sql.ref(name);
  return asksForAll(name)
    ? sql<boolean>`${column} <@ ${values}::text[]`
    : sql<boolean>`(${column} = '{}' or ${column} && ${values}::text[])`;
}

/** Notes that the fans of these searches are notified now; answers the fans, without those who were notified or turned it off
 * meanwhile. */
export async function claimSearches(
  tx: Tx,
  ids: readonly number[],
  { at, notifiedBefore }: { at: Date; notifiedBefore: Date },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await write(tx)
    .updateTable("notifications.saved_search")
    .set((row) => ({ notified_at: row.fn<Date>("greatest", [row.val(at), "saved_at"]) }))
    .where("id", "in", [...ids])
    .where("alerts", "=", true)
    .where((row) => row.or([row("notified_at", "is", null), row("notified_at", "<=", notifiedBefore)]))
    .returning("fan_id")
    .execute();
  return [...new Set(rows.map(({ fan_id }) => fan_id))];
}
