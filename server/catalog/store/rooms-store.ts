import { type RawBuilder, sql } from "kysely";
import type { LiveFrom } from "#contract/catalog.ts";
import { type Database, type Reader, readRows } from "#server/kit/database/database.ts";
import type { ListReads } from "#server/kit/database/list-reads.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { prepareRead, readPrepared } from "#server/kit/database/read-prepared.ts";
import type { RankCursor, RoomsCursor } from "../rules/list-cursor.ts";
import type { RoomFilters } from "../rules/room-filters.ts";
import { firstInOrder } from "./first-in-order.ts";
import { type CardRow, cardRows, hiddenFrom } from "./models-store.ts";
import {
  andNotBlocked,
  fits,
  fitsByTopic,
  isAmong,
  isListed,
  isNamed,
  isOnAir,
  liveCount,
  narrows,
} from "./room-conditions.ts";

export const pageSize = 20;
/** So many places ahead of a page are counted, and no more: what `last_page` says grows with the pages read. */
const countedAhead = 20;

type Listed<Cursor> = {
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
export type RoomsQuery = Listed<RoomsCursor>;
export type RankingQuery = Listed<RankCursor>;

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

type Order = {
  /** The column of `model` that the list goes by, as an index has it, and which way. */
  by: RawBuilder<unknown>;
  down: boolean;
  isTime: boolean;
  /** Of those who are away, who is here without a stream stands before the others. */
  hereFirst?: boolean;
};
const orders: Record<RoomFilters["sort"], Order> = {
  watched: { by: sql`model.last_connection`, down: true, isTime: true, hereFirst: true },
  newest: { by: sql`model.approved_at`, down: true, isTime: true },
  cheapest: { by: sql`model.rate_private`, down: false, isTime: false },
};

/**
 * One page of the rooms of a gender as a fan may know it: those on air, the fan's favourites first and each by watchers, then those
 * who are away, who is here first and each the last seen first, or each of the two as the filters sort. Of a search those of the name come first. A promo of somebody else
 * keeps its model out.
 */
export async function roomsPage({ db, lists }: Lists, query: RoomsQuery): Promise<ListPage<RoomsCursor>> {
  const { after, page, search, filters } = query;
  const { by, down, isTime } = orders[filters.sort];
  const skipped = after ? 0 : (page - 1) * pageSize;
  const onward = pageSize + (query.ahead ?? countedAhead);
  const places = skipped + onward;
  const shown = sql`any(${after?.shown ?? []}::bigint[])`;
  const busiest = filters.sort === "watched" ? sql`liked desc, watchers desc,` : sql``;
  const liked = sql`model.id in (select model_id from catalog.liked where fan_id = ${query.fanId})`;
  const inOrder = sql`named desc, away, ${busiest} here desc, sorted ${down ? sql`desc nulls last` : sql`asc`}, id`;
  const key = isTime ? sql`(extract(epoch from sorted) * 1000000)::bigint::text` : sql`sorted::text`;
  const onPage = sql<Partial<RoomPlace> & { live: number }>`
    with ${awayRooms(query, shown, places)},
    live as (
      select model.id, (${isNamed(search)}) as named, false as away, ${liked} as liked, model.watchers, false as here, ${by} as sorted
        from catalog.on_air as model
        where ${isOnAir(query)} and not model.id = ${shown} and ${fits(search)} and ${isAmong(filters)}
        order by ${inOrder}
        limit ${sql.lit(places)}),
    place as (
      select * from live
      union all
      select id, true, true, false, 0, here, sorted from away_named
      union all
      select id, false, true, false, 0, here, sorted from away_topical
      order by ${inOrder}
      offset ${sql.lit(skipped)} limit ${sql.lit(onward)}),
    numbered as (
      select id, named, away, here, ${key} as key, count(*) over () as rest, row_number() over (order by ${inOrder}) as number
      from place)
    select numbered.*, counted.live from ${liveCount(query)} as counted
    left join numbered on numbered.number <= ${sql.lit(pageSize)}
    order by numbered.number`;
  const read = await lists.read((reader) => pageRows(reader, query, onPage));
  const { live, found } = foundIn<RoomPlace>(read.found);
  const last = found.at(-1);
  const pastEnd = page > 1 && !last ? await roomsPage({ db, lists }, fromStart(query)) : null;
  const lastAway = found.findLast(({ away }) => away);
  const foremost = found.filter(({ away, here }) => !away || here).map(({ id }) => id);
  return {
    rows: await rowsOf(db, query.fanId, found),
    total: pastEnd?.total ?? totalOf(query, last?.rest ?? 0),
    live,
    liveFrom: read.mark,
    end: last
      ? {
          shown: [...(after?.shown ?? []), ...foremost],
          last: lastAway
            ? { named: lastAway.named, here: lastAway.here, key: lastAway.key, id: lastAway.id }
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
  const { by, down, hereFirst = false } = orders[filters.sort];
  const last = query.after?.last;
  const columns = sql`${hereFirst ? sql`model.online` : sql`false`} as here, ${by} as sorted`;
  const direction = down ? sql`desc nulls last` : sql`asc`;
  const away = sql`model.id not in (select id from catalog.on_air) and not model.id = ${shown}`;
  const first = (as: string, found: RawBuilder<unknown>, from: typeof last) =>
    firstInOrder({
      as,
      where: narrows(query) ? sql`${found} and ${isAmong(filters)}` : null,
      listed: sql`${isListed(query)} and ${away}`,
      stretches: placesAfter(filters.sort, from),
      columns,
      sortedOrder: sql`here desc, sorted ${direction}, id`,
      indexOrder: sql`${hereFirst ? sql`model.online desc,` : sql``} ${by} ${direction}, model.id`,
      limit: places,
    });
  const topical = fitsByTopic(search);
  const room = sql`(select count(*) from away_named) < ${places}`;
  return sql`
    ${last?.named === false ? nobody("away_named", columns) : first("away_named", isNamed(search), last)},
    ${topical ? first("away_topical", sql`${topical} and ${room}`, last?.named === false ? last : null) : nobody("away_topical", columns)}`;
}

const nobody = (as: string, columns: RawBuilder<unknown>) =>
  sql`${sql.ref(as)} as (select model.id, ${columns} from catalog.model as model where false)`;

/**
 * What comes after a place in the order of a list: stretches of one index, as null stands behind every time, and where those
 * who are here come first the others stand behind them.
 */
function placesAfter(
  sort: RoomFilters["sort"],
  last: RoomsCursor["last"] | undefined,
): RawBuilder<unknown>[] {
  if (!last) return [sql`true`];
  const stretches = stretchesBehind(orders[sort], last);
  if (!orders[sort].hereFirst) return stretches;
  if (!last.here) return stretches.map((stretch) => sql`not model.online and ${stretch}`);
  return [...stretches.map((stretch) => sql`model.online and ${stretch}`), sql`not model.online`];
}

function stretchesBehind(
  { by, down, isTime }: Order,
  last: NonNullable<RoomsCursor["last"]>,
): RawBuilder<unknown>[] {
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
export async function rankingPage({ db, lists }: Lists, query: RankingQuery): Promise<ListPage<RankCursor>> {
  const { after, page, search, filters } = query;
  const skipped = after ? 0 : (page - 1) * pageSize;
  const onward = pageSize + (query.ahead ?? countedAhead);
  const places = skipped + onward;
  const columns = sql`model.earning_rank as sorted`;
  const beyond = after ? sql`(model.earning_rank, model.id) > (${after.rank}, ${after.id})` : sql`true`;
  const first = (as: string, found: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    firstInOrder({
      as,
      where: narrows(query) ? sql`${found} and ${isAmong(filters)}` : null,
      listed: isListed(query),
      stretches: [where],
      columns,
      sortedOrder: sql`sorted, id`,
      indexOrder: sql`model.earning_rank, model.id`,
      limit: places,
    });
  const topical = fitsByTopic(search);
  const byTopic = after?.named === false;
  const room = sql`(select count(*) from named) < ${places}`;
  const onPage = sql<Partial<RankPlace> & { live: number }>`
    with ${first("named", isNamed(search), byTopic ? sql`false` : beyond)},
    ${topical ? first("topical", sql`${topical} and ${room}`, byTopic ? beyond : sql`true`) : nobody("topical", columns)},
    place as (
      select id, sorted as rank, true as named from named
      union all
      select id, sorted, false from topical
      order by named desc, rank, id
      offset ${sql.lit(skipped)} limit ${sql.lit(onward)}),
    numbered as (
      select id, rank, named, count(*) over () as rest, row_number() over (order by named desc, rank, id) as number
      from place)
    select numbered.*, counted.live from ${liveCount(query)} as counted
    left join numbered on numbered.number <= ${sql.lit(pageSize)}
    order by numbered.number`;
  const read = await lists.read((reader) => pageRows(reader, query, onPage));
  const { live, found } = foundIn<RankPlace>(read.found);
  const last = found.at(-1);
  const pastEnd = page > 1 && !last ? await rankingPage({ db, lists }, fromStart(query)) : null;
  return {
    rows: await rowsOf(db, query.fanId, found),
    total: pastEnd?.total ?? totalOf(query, last?.rest ?? 0),
    live,
    liveFrom: read.mark,
    end: last ? { named: last.named, rank: last.rank, id: last.id } : null,
  };
}

/** Whether a listed model is among those whom a search and filters leave. */
export async function isFound(
  reader: Reader,
  modelId: number,
  { search, filters }: { search: string; filters: RoomFilters },
): Promise<boolean> {
  const rows = sql`select model.id from catalog.model as model
    where model.id = ${modelId} and model.listed and ${fits(search)} and ${isAmong(filters)}`;
  return (await readRows(reader, rows)).length > 0;
}

/** One page of the models that a fan likes: those who stream first, then who is here, as in the rooms. */
export async function favoritesPage(
  reader: Reader,
  { fanId, search, page }: { fanId: number; search: string; page: number },
): Promise<{ rows: CardRow[]; total: number; live: number }> {
  const { rows, total } = await pageWithTotal((page - 1) * pageSize, (offset) =>
    search === "" && offset === 0
      ? firstFavorites(reader, { fanId })
      : favorites(reader, { fanId })
          .where(sql<boolean>`${fits(search)}`)
          .offset(sql.lit(offset))
          .execute(),
  );
  return { rows, total, live: Number(rows[0]?.live ?? 0) };
}

const firstFavorites = prepareRead(favorites);

function favorites(reader: Reader, { fanId }: { fanId: number }) {
  const hidden = hiddenFrom(fanId);
  return cardRows(reader, fanId)
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .select(
      sql<number>`count(*) filter (where stream.status <> 'stopped' and not ${hidden}) over ()`.as("live"),
    )
    .where(sql<boolean>`model.listed`)
    .where("liked.fan_id", "is not", null)
    .where(sql<boolean>`true${andNotBlocked(fanId)}`)
    .orderBy(sql`stream.status = 'stopped' or ${hidden}`)
    .orderBy(sql`case when ${hidden} then 0 else stream.watchers end`, "desc")
    .orderBy("model.online", "desc")
    .orderBy("model.last_connection", (order) => order.desc().nullsLast())
    .orderBy("model.id")
    .limit(sql.lit(pageSize));
}

/**
 * What everybody looks at, a list without search or filters that is read from its beginning on, is planned once: planning it
 * takes several times as long as finding the page. What a search or a filter leaves is planned each time, for what it is.
 */
function pageRows<Row>(reader: Reader, query: Listed<unknown>, rows: RawBuilder<Row>): Promise<Row[]> {
  const isUsual = !narrows(query) && (query.after !== null || query.page === 1) && query.ahead === undefined;
  return isUsual ? readPrepared(reader, rows) : readRows(reader, rows);
}

/** The beginning of the list of a page past its end, which has fewer places than are before that page: all are counted. */
const fromStart = <Query extends Listed<unknown>>(query: Query): Query => ({
  ...query,
  page: 1,
  after: null,
  ahead: query.page * pageSize,
});

/** All places before the page, those on it and those counted ahead of it; `rest` begins with the page. */
const totalOf = ({ page }: { page: number }, rest: number) => (rest === 0 ? 0 : (page - 1) * pageSize + rest);

type Place = { id: number; rest: number; number: number };
type RoomPlace = Place & { named: boolean; here: boolean; key: string | null; away: boolean };
type RankPlace = Place & { named: boolean; rank: number };

/** The places of a page, and what each of its rows says of who is live; without places there is one row that says it. */
function foundIn<Found extends Place>(rows: (Partial<Found> & { live: number })[]) {
  const isPlace = (row: Partial<Found> & { live: number }): row is Found & { live: number } =>
    row.id !== null;
  return { live: rows[0]?.live ?? 0, found: rows.filter(isPlace) };
}

/** Everything of these models, in their order. Who has left, been taken out of the lists or been blocked in between is missing. */
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
    .where(sql<boolean>`true${andNotBlocked(fanId)}`),
);
