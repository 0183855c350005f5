import { type RawBuilder, sql } from "kysely";
import type { RankCursor } from "../rules/list-cursor.ts";
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
  fitsByTopic,
  isAmong,
  isListed,
  isNamed,
  liveCount,
  narrows,
  stretchesOf,
} from "./room-conditions.ts";

export type RankingQuery = Listed<RankCursor>;
type RankPlace = Place & { named: boolean; rank: number };

/**
 * One page of a gender's ranking, of a search those of the name first; who streams for somebody else alone looks as if
 * they were away.
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
      stretches: stretchesOf(query.genderId, [where]),
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
