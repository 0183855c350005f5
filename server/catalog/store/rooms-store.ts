import { type RawBuilder, sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";
import type { RoomsCursor } from "../rules/list-cursor.ts";
import type { RoomFilters } from "../rules/room-filters.ts";
import { firstInOrder } from "./first-in-order.ts";
import {
  countedAhead,
  foundIn,
  fromStart,
  type Listed,
  type ListPage,
  type Lists,
  nobody,
  pageRows,
  pageSize,
  type Place,
  rowsOf,
  totalOf,
} from "./list-page.ts";
import {
  fits,
  fitsByTopic,
  isAmong,
  isListed,
  isNamed,
  isOnAir,
  liveCount,
  narrows,
  stretchesOf,
} from "./room-conditions.ts";

export type RoomsQuery = Listed<RoomsCursor>;
type RoomPlace = Place & { named: boolean; here: boolean; key: string | null; away: boolean };

type Order = {
  /** The column of `model` that the list goes by, as an index has it, and which way. */
  by: RawBuilder<unknown>;
  down: boolean;
  isTime: boolean;
  /** Among models who are not on air, those who are online stand first. */
  hereFirst?: boolean;
};
const orders: Record<RoomFilters["sort"], Order> = {
  watched: { by: sql`model.last_connection`, down: true, isTime: true, hereFirst: true },
  newest: { by: sql`model.approved_at`, down: true, isTime: true },
  cheapest: { by: sql`model.rate_private`, down: false, isTime: false },
};

/**
 * One page of the rooms of a gender as a fan may know it: rooms on air come first, the fan's favourites before others
 * and each by watchers, then the models who are away, those who are here first and each the last seen first, or each
 * of the two as the filters sort. In a search, models with that name come first. A promo of somebody else keeps its
 * model out.
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
 * The models who are not on air, after the last one shown: as `away_named` those whose name fits, and, as far as
 * there is room behind them, as `away_topical` those whose topic fits.
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
      stretches: stretchesOf(query.genderId, placesAfter(filters.sort, from)),
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

/**
 * The rows after a place in the order of a list: stretches of one index, because null stands behind every time, and
 * models who are not here stand behind those who are, where these come first.
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
