import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/kit/database/database.ts";
import { likeLiteral, searchWords, wordStart } from "#server/kit/search-text.ts";
import type { RankCursor, RoomsCursor } from "../rules/list-cursor.ts";
import { hiddenFrom, type ModelRow, modelRows } from "./models-store.ts";

export const pageSize = 20;
/** So many places ahead of a page are counted, and no more: what `last_page` says grows with the pages read. */
const countedAhead = 400;

type Listed<Cursor> = {
  genderId: number;
  search: string;
  page: number;
  /** Where the page before ended; null: the page is found by its number. */
  after: Cursor | null;
  fanId: number;
};
export type RoomsQuery = Listed<RoomsCursor>;
export type RankingQuery = Listed<RankCursor>;

/**
 * A page, how many models there are as far as they are counted, how many of the whole gender stream now as far as the fan
 * may know, and where the list goes on.
 */
export type ListPage<Cursor> = { rows: ModelRow[]; total: number; live: number; end: Cursor | null };

/**
 * One page of the rooms of a gender as a fan may know it: those on air by watchers, then those who are away, the last
 * seen first. A promo of somebody else keeps its model out.
 */
export async function roomsPage(reader: Reader, query: RoomsQuery): Promise<ListPage<RoomsCursor>> {
  const { after, page } = query;
  const skipped = after ? 0 : (page - 1) * pageSize;
  const places = skipped + pageSize + countedAhead;
  const shown = sql`any(${after?.shown ?? []}::bigint[])`;
  const onPage = sql<RoomPlace>`(
    with ${onAir(query)},
    away as (${awayRooms(query, shown, places)}),
    place as (
      select id, false as away, watchers, last_connection from on_air as model
        where not hidden and not id = ${shown} and ${fits(query.search)}
      union all
      select id, true, 0, last_connection from away
      order by away, watchers desc, last_connection desc nulls last, id
      offset ${skipped} limit ${pageSize + countedAhead})
    select id, away, (extract(epoch from last_connection) * 1000000)::bigint::text as seen_at, count(*) over () as rest,
      row_number() over (order by away, watchers desc, last_connection desc nulls last, id) as number,
      (select count(*) from on_air where not hidden) as live
    from place)`;
  const found = await reader
    .selectFrom(onPage.as("place"))
    .selectAll()
    .orderBy("place.number")
    .limit(pageSize)
    .execute();
  const last = found.at(-1);
  const streaming = found.filter(({ away }) => !away).map(({ id }) => id);
  return {
    rows: await rowsOf(reader, query.fanId, found),
    total: totalOf(query, last?.rest ?? 0),
    live: last?.live ?? (await liveCount(reader, query)),
    end: last
      ? {
          shown: [...(after?.shown ?? []), ...streaming],
          last: last.away ? { seenAt: last.seen_at, id: last.id } : (after?.last ?? null),
        }
      : null,
  };
}

/** Those who are not on air, after the last one shown: two stretches of one index, as null stands behind every time. */
function awayRooms(query: RoomsQuery, shown: RawBuilder<unknown>, places: number): RawBuilder<unknown> {
  const stretch = (where: RawBuilder<unknown>) => sql`
    (select model.id, model.last_connection from catalog.model as model
     where ${isListed(query)} and ${fits(query.search)}
       and model.id not in (select id from on_air) and not model.id = ${shown} and ${where}
     order by model.last_connection desc nulls last, model.id
     limit ${places})`;
  const last = query.after?.last;
  if (!last) return stretch(sql`true`);
  if (last.seenAt === null) return stretch(sql`model.last_connection is null and model.id > ${last.id}`);
  const seenAt = sql`(timestamptz 'epoch' + ${last.seenAt}::bigint * interval '1 microsecond')`;
  const later = sql`model.last_connection <= ${seenAt}
    and (model.last_connection < ${seenAt} or model.id > ${last.id})`;
  return sql`${stretch(later)} union all ${stretch(sql`model.last_connection is null`)}`;
}

/** One page of a gender's ranking; who streams for somebody else alone looks as if she were away. */
export async function rankingPage(reader: Reader, query: RankingQuery): Promise<ListPage<RankCursor>> {
  const { after, page } = query;
  const skipped = after ? 0 : (page - 1) * pageSize;
  const further = after ? sql`(model.earning_rank, model.id) > (${after.rank}, ${after.id})` : sql`true`;
  const onPage = sql<RankPlace>`(
    with place as (
      select model.id, model.earning_rank as rank from catalog.model as model
      where ${isListed(query)} and ${fits(query.search)} and ${further}
      order by model.earning_rank, model.id
      offset ${skipped} limit ${pageSize + countedAhead})
    select id, rank, count(*) over () as rest, row_number() over (order by rank, id) as number from place)`;
  const [live, found] = await Promise.all([
    liveCount(reader, query),
    reader.selectFrom(onPage.as("place")).selectAll().orderBy("place.number").limit(pageSize).execute(),
  ]);
  const last = found.at(-1);
  return {
    rows: await rowsOf(reader, query.fanId, found),
    total: totalOf(query, last?.rest ?? 0),
    live,
    end: last ? { rank: last.rank, id: last.id } : null,
  };
}

/** One page of the models that a fan likes: those who stream first, as in the rooms. */
export async function favoritesPage(
  reader: Reader,
  { fanId, search, page }: { fanId: number; search: string; page: number },
): Promise<{ rows: ModelRow[]; total: number; live: number }> {
  const hidden = hiddenFrom(fanId);
  const rows = await modelRows(reader, fanId)
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .select(
      sql<number>`count(*) filter (where stream.status <> 'stopped' and not ${hidden}) over ()`.as("live"),
    )
    .where("model.listed", "=", true)
    .where("liked.fan_id", "is not", null)
    .where(sql<boolean>`${fits(search)}`)
    .orderBy(sql`stream.status = 'stopped' or ${hidden}`)
    .orderBy(sql`case when ${hidden} then 0 else stream.watchers end`, "desc")
    .orderBy("model.last_connection", (order) => order.desc().nullsLast())
    .orderBy("model.id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total: rows[0]?.total ?? 0, live: Number(rows[0]?.live ?? 0) };
}

/** How many models of a gender stream now, as far as a fan may know. */
async function liveCount(reader: Reader, query: OfGender): Promise<number> {
  const counting = sql<{ live: number }>`(
    with ${onAir(query)} select count(*) as live from on_air where not hidden)`;
  const counted = await reader.selectFrom(counting.as("counted")).selectAll().executeTakeFirstOrThrow();
  return counted.live;
}

type OfGender = { genderId: number; fanId: number };

/**
 * The rooms of a gender that are on air, as `on_air`. Read at first and once: nothing else tells the planner that they are
 * few, and it would go through all models for them.
 */
const onAir = ({ genderId, fanId }: OfGender) => sql`
  on_air as materialized (
    select model.id, air.watchers, model.last_connection, model.search_text, model.found_text,
      (air.type = 'promo' and air.fan_id is distinct from ${fanId}) as hidden
    from catalog.on_air as air
    join catalog.model as model on model.id = air.model_id
    where ${isListed({ genderId })})`;

const isListed = ({ genderId }: { genderId: number }) => sql`model.gender_id = ${genderId} and model.listed`;

/**
 * Whether a model is found: each word stands in her name, or begins a word of her topic or bio, in either language. Words of
 * one or two letters begin something in nearly every text, so alone they are looked for in names.
 */
function fits(search: string): RawBuilder<unknown> {
  const words = searchWords(search);
  if (words.length === 0) return sql`true`;
  const named = (word: string) => sql`model.search_text like ${`%${likeLiteral(word)}%`}`;
  if (words.every(({ length }) => length < 3)) return sql.join(words.map(named), sql` and `);
  // The first condition is the one that the index answers.
  const told = (word: string) => sql`(model.found_text like ${`%${likeLiteral(word)}%`}
    and (${named(word)} or model.found_text ~ ${wordStart(word)}))`;
  return sql.join(words.map(told), sql` and `);
}

/** All places before the page, those on it and those counted ahead of it; `rest` begins with the page. */
const totalOf = ({ page }: { page: number }, rest: number) => (rest === 0 ? 0 : (page - 1) * pageSize + rest);

type Place = { id: number; rest: number; number: number };
type RoomPlace = Place & { live: number; seen_at: string | null; away: boolean };
type RankPlace = Place & { rank: number };

/** Everything of these models, in their order. Who has left in between is missing. */
export async function rowsOf(
  reader: Reader,
  fanId: number,
  places: readonly { id: number }[],
): Promise<ModelRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const rows = await modelRows(reader, fanId).where("model.id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
