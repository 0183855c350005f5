import { sql } from "kysely";
import { searchKey } from "#contract/search-key.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { noFilters } from "../rules/room-filters.ts";
import { type Lists, rowsOf } from "./list-page.ts";
import type { CardRow } from "./models-store.ts";
import { isListed } from "./room-conditions.ts";
import { roomsPage } from "./rooms-store.ts";

/** The most models that are offered: one row of the widest grid. */
const offered = 7;
/** So many names like the one searched for are compared: they are good enough, and a common name costs no more. */
const comparedMax = 500;

/** How much of a name has to be there, from 0 to 1: one letter too many, too few or another, in a name of five. */
const closeness = 0.45;

/** A search that found nobody. */
type Missed = { genderId: number; search: string; fanId: number };

/**
 * The models to offer when a search has found nobody: the models of the gender whose names are closest to it, by the
 * trigrams of their words (`word_similarity` of pg_trgm), or else the most watched rooms that are on air.
 */
export async function neighbours(of: Lists, { genderId, search, fanId }: Missed): Promise<CardRow[]> {
  const wanted = searchKey(search.trim());
  const close = sql<{ id: number }>`
    select id from (
      select model.id, model.search_text from catalog.model as model
      where ${isListed({ genderId, fanId })} and ${wanted} <% model.search_text
      limit ${comparedMax}) as alike
    order by word_similarity(${wanted}, search_text) desc, id
    limit ${offered}`;
  const rows = await inTransaction(of.db, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(closeness)}, true)`.execute(tx);
    return rowsOf(tx, fanId, await readRows(tx, close));
  });
  if (rows.length > 0) return rows;
  const all = await roomsPage(of, { genderId, search: "", filters: noFilters, page: 1, after: null, fanId });
  return all.rows.filter(({ status }) => status !== "stopped").slice(0, offered);
}
