import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/kit/database/database.ts";
import type { RankCursor, RoomsCursor } from "../rules/list-cursor.ts";
import type { RoomFilters } from "../rules/room-filters.ts";
import { hiddenFrom, type ModelRow, modelRows } from "./models-store.ts";
import {
  fits,
  fitsByTopic,
  isAmong,
  isListed,
  isNamed,
  onAir,
  type RoomsOfGender,
} from "./room-conditions.ts";

export const pageSize = 20;
/** So many places ahead of a page are counted, and no more: what `last_page` says grows with the pages read. */
const countedAhead = 400;

type Listed<Cursor> = {
  genderId: number;
  search: string;
  filters: RoomFilters;
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

type Order = {
  /** The column of `model` that the list goes by, as an index has it, and which way. */
  by: RawBuilder<unknown>;
  down: boolean;
  isTime: boolean;
};
const orders: Record<RoomFilters["sort"], Order> = {
  watched: { by: sql`model.last_connection`, down: true, isTime: true },
  newest: { by: sql`model.approved_at`, down: true, isTime: true },
  cheapest: { by: sql`model.rate_private`, down: false, isTime: false },
};

/**
 * One page of the rooms of a gender as a fan may know it: those on air by watchers, then those who are away, the last
 * seen first, or each of the two as the filters sort. Of a search those of the name come first. A promo of somebody else
 * keeps its model out.
 */
export async function roomsPage(reader: Reader, query: RoomsQuery): Promise<ListPage<RoomsCursor>> {
  const { after, page, search, filters } = query;
  const { by, down, isTime } = orders[filters.sort];
  const skipped = after ? 0 : (page - 1) * pageSize;
  const places = skipped + pageSize + countedAhead;
  const shown = sql`any(${after?.shown ?? []}::bigint[])`;
  const busiest = filters.sort === "watched" ? sql`watchers desc,` : sql``;
  const inOrder = sql`named desc, away, ${busiest} sorted ${down ? sql`desc nulls last` : sql`asc`}, id`;
  const key = isTime ? sql`(extract(epoch from sorted) * 1000000)::bigint::text` : sql`sorted::text`;
  const onPage = sql<RoomPlace>`(
    with ${onAir(query)},
    ${awayRooms(query, shown, places)},
    place as (
      select model.id, (${isNamed(search)}) as named, false as away, on_air.watchers, ${by} as sorted
        from on_air join catalog.model as model on model.id = on_air.id
        where not on_air.hidden and not on_air.id = ${shown} and ${fits(search)} and ${isAmong(filters)}
      union all
      select id, true, true, 0, sorted from away_named
      union all
      select id, false, true, 0, sorted from away_topical
      order by ${inOrder}
      offset ${skipped} limit ${pageSize + countedAhead})
    select id, named, away, ${key} as key, count(*) over () as rest, row_number() over (order by ${inOrder}) as number,
      (select count(*) from on_air where not hidden) as live
    from place)`;
  const found = await reader
    .selectFrom(onPage.as("place"))
    .selectAll()
    .orderBy("place.number")
    .limit(pageSize)
    .execute();
  const last = found.at(-1);
  const lastAway = found.findLast(({ away }) => away);
  const streaming = found.filter(({ away }) => !away).map(({ id }) => id);
  return {
    rows: await rowsOf(reader, query.fanId, found),
    total: totalOf(query, last?.rest ?? 0),
    live: last?.live ?? (await liveCount(reader, query)),
    end: last
      ? {
          shown: [...(after?.shown ?? []), ...streaming],
          last: lastAway
            ? { named: lastAway.named, key: lastAway.key, id: lastAway.id }
            : (after?.last ?? null),
        }
      : null,
  };
}

/**
 * Those who are not on air, after the last one shown: whose name fits as `away_named`, and as far as there is room behind
 * them whose topic does as `away_topical`.
 */
function awayRooms(query: RoomsQuery, shown: RawBuilder<unknown>, places: number): RawBuilder<unknown> {
  const { search, filters } = query;
  const { by, down } = orders[filters.sort];
  const last = query.after?.last;
  const stretch = (found: RawBuilder<unknown>, where: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
    (select model.id, ${by} as sorted from catalog.model as model
     where ${isListed(query)} and ${found} and ${isAmong(filters)}
       and model.id not in (select id from on_air) and not model.id = ${shown} and ${where}
     order by ${by} ${down ? sql`desc nulls last` : sql`asc`}, model.id
     limit ${limit})`;
  const further = (found: RawBuilder<unknown>, from: typeof last, limit: RawBuilder<unknown>) =>
    sql.join(
      placesAfter(filters.sort, from).map((where) => stretch(found, where, limit)),
      sql` union all `,
    );
  const topical = fitsByTopic(search);
  const room = sql`greatest(0, ${places} - (select count(*) from away_named))`;
  const nobody = sql`select model.id, ${by} as sorted from catalog.model as model where false`;
  return sql`
    away_named as (${last?.named === false ? nobody : further(isNamed(search), last, sql`${places}`)}),
    away_topical as (${topical ? further(topical, last?.named === false ? last : null, room) : nobody})`;
}

/** What comes after a place in the order of a list: two stretches of one index, as null stands behind every time. */
function placesAfter(
  sort: RoomFilters["sort"],
  last: RoomsCursor["last"] | undefined,
): RawBuilder<unknown>[] {
  const { by, down, isTime } = orders[sort];
  if (!last) return [sql`true`];
  if (last.key === null) return [sql`${by} is null and model.id > ${last.id}`];
  const key = isTime
    ? sql`(timestamptz 'epoch' + ${last.key}::bigint * interval '1 microsecond')`
    : sql`${last.key}::bigint`;
  const [beyond, from] = down ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  return [
    sql`${by} ${from} ${key} and (${by} ${beyond} ${key} or model.id > ${last.id})`,
    ...(isTime ? [sql`${by} is null`] : []),
  ];
}

/**
 * One page of a gender's ranking, of a search those of the name first; who streams for somebody else alone looks as if she
 * were away.
 */
export async function rankingPage(reader: Reader, query: RankingQuery): Promise<ListPage<RankCursor>> {
  const { after, page, search, filters } = query;
  const skipped = after ? 0 : (page - 1) * pageSize;
  const places = skipped + pageSize + countedAhead;
  const beyond = after ? sql`(model.earning_rank, model.id) > (${after.rank}, ${after.id})` : sql`true`;
  const stretch = (found: RawBuilder<unknown>, where: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql`
    select model.id, model.earning_rank as rank from catalog.model as model
    where ${isListed(query)} and ${found} and ${isAmong(filters)} and ${where}
    order by model.earning_rank, model.id
    limit ${limit}`;
  const topical = fitsByTopic(search) ?? sql`false`;
  const byTopic = after?.named === false;
  const room = sql`greatest(0, ${places} - (select count(*) from named))`;
  const onPage = sql<RankPlace>`(
    with named as (${stretch(isNamed(search), byTopic ? sql`false` : beyond, sql`${places}`)}),
    topical as (${stretch(topical, byTopic ? beyond : sql`true`, room)}),
    place as (
      select id, rank, true as named from named
      union all
      select id, rank, false from topical
      order by named desc, rank, id
      offset ${skipped} limit ${pageSize + countedAhead})
    select id, rank, named, count(*) over () as rest, row_number() over (order by named desc, rank, id) as number
    from place)`;
  const [live, found] = await Promise.all([
    liveCount(reader, query),
    reader.selectFrom(onPage.as("place")).selectAll().orderBy("place.number").limit(pageSize).execute(),
  ]);
  const last = found.at(-1);
  return {
    rows: await rowsOf(reader, query.fanId, found),
    total: totalOf(query, last?.rest ?? 0),
    live,
    end: last ? { named: last.named, rank: last.rank, id: last.id } : null,
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
async function liveCount(reader: Reader, query: RoomsOfGender): Promise<number> {
  const counting = sql<{ live: number }>`(
    with ${onAir(query)} select count(*) as live from on_air where not hidden)`;
  const counted = await reader.selectFrom(counting.as("counted")).selectAll().executeTakeFirstOrThrow();
  return counted.live;
}

/** All places before the page, those on it and those counted ahead of it; `rest` begins with the page. */
const totalOf = ({ page }: { page: number }, rest: number) => (rest === 0 ? 0 : (page - 1) * pageSize + rest);

type Place = { id: number; rest: number; number: number };
type RoomPlace = Place & { named: boolean; live: number; key: string | null; away: boolean };
type RankPlace = Place & { named: boolean; rank: number };

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
