import { type RawBuilder, sql } from "kysely";
import type { LiveFrom } from "#contract/catalog.ts";
import { type Database, type Reader, readPlanned, readRows } from "#server/kit/database/database.ts";
import type { ListReads } from "#server/kit/database/list-reads.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { RoomFilters } from "../rules/room-filters.ts";
import { type CardRow, cardRows } from "./models-store.ts";
import { andNotApart, narrows } from "./room-conditions.ts";

/** Cards on a page of a list. */
export const pageSize = 20;
/** So many places ahead of a page are counted, and no more: `last_page` grows with the pages read. */
export const countedAhead = 20;

/** The list, the page of it and its reader: `fanId` is 0 for guests. */
export type Listed<Cursor> = {
  genderId: number;
  search: string;
  filters: RoomFilters;
  page: number;
  /** Where the page before ended; null: the page is found by its number. */
  after: Cursor | null;
  fanId: number;
  /** So many places are counted behind the page instead of the usual. */
  ahead?: number;
};
/**
 * A page, how many models there are as far as they are counted, how many of the whole gender stream now as far as the fan
 * may know, where the list goes on, and from where live events change it.
 */
export type ListPage<Cursor> = {
  rows: CardRow[];
  total: number;
  live: number;
  end: Cursor | null;
  liveFrom: LiveFrom;
};

/** Lists are searched in `lists`; what their pages show is read in the database itself. */
export type Lists = { db: Database; lists: ListReads<LiveFrom> };

/** A part of a statement that finds nobody, in place of one that would. */
export const nobody = (as: string, columns: RawBuilder<unknown>) =>
  sql`${sql.ref(as)} as (select model.id, ${columns} from catalog.model as model where false)`;

/**
 * The list that everybody looks at, without search or filters and read from its beginning on, is planned once: planning
 * it takes several times as long as finding the page. A list with a search or a filter is planned each time, for its own
 * conditions.
 */
export function pageRows<Row>(reader: Reader, query: Listed<unknown>, rows: RawBuilder<Row>): Promise<Row[]> {
  const isUsual = !narrows(query) && (query.after !== null || query.page === 1) && query.ahead === undefined;
  return isUsual ? readRows(reader, rows) : readPlanned(reader, rows);
}

/** The beginning of the list of a page past its end, which has fewer places than are before that page: all are counted. */
export const fromStart = <Query extends Listed<unknown>>(query: Query): Query => ({
  ...query,
  page: 1,
  after: null,
  ahead: query.page * pageSize,
});

/** All places before the page, those on it and those counted ahead of it; `rest` begins with the page. */
export const totalOf = ({ page }: { page: number }, rest: number) =>
  rest === 0 ? 0 : (page - 1) * pageSize + rest;

/** Where a model stands in a page, and how many places there are from the page on, as far as they are counted. */
export type Place = { id: number; rest: number; number: number };

/** The places of a page, and the number of those live, which each of its rows repeats; without places one row has it. */
export function foundIn<Found extends Place>(rows: (Partial<Found> & { live: number })[]) {
  const isPlace = (row: Partial<Found> & { live: number }): row is Found & { live: number } =>
    row.id !== null;
  return { live: rows[0]?.live ?? 0, found: rows.filter(isPlace) };
}

/**
 * Everything of these models, in their order. Models who have left, been taken out of the lists, blocked or banned
 * the fan in between are missing.
 */
export async function rowsOf(
  reader: Reader,
  fanId: number,
  places: readonly { id: number }[],
): Promise<CardRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const rows = await listedRows(reader, { fanId, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const listedRows = prepareRead((reader, { fanId, ids }: { fanId: number; ids: number[] }) =>
  cardRows(reader, fanId)
    .where(sql<boolean>`model.id = any (${ids}::bigint[])`)
    .where(sql<boolean>`model.listed`)
    .where(sql<boolean>`true${andNotApart(fanId)}`),
);
