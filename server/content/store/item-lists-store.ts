import { type RawBuilder, sql } from "kysely";
import { allGenders } from "#contract/room-values.ts";
import { type Reader, readPlanned, readRows } from "#server/kit/database/database.ts";
import type { ListReads } from "#server/kit/database/list-reads.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import { onOffer, pageSize, type SeenItem, seenItems } from "./items-store.ts";
import type { ItemKind } from "./tables.ts";

/** So many places ahead of a page are counted, and no more: what `last_page` says grows with the pages read. */
const countedAhead = 400;

export type ItemsQuery = {
  kind: ItemKind;
  /** The models whose items are listed: all of a gender, or one. */
  of: { genderId: number } | { modelId: number };
  /** Part of a title or of a model's name; "" finds everything. */
  search: string;
  /** Items published later stay out, so that pages do not move while one reads on. */
  until: Date;
  now: Date;
  page: number;
  /** The last item of the page before; null: the page is found by its number. */
  after: number | null;
  fanId: number;
};

/**
 * One page of what listed models offer, newest first, then by id, and how many there are in all as far as they are
 * counted. It is searched along an index, so that its cost does not grow with the number of items.
 */
export async function itemsPage(
  { db, lists }: { db: Reader; lists: ListReads<unknown> },
  query: ItemsQuery,
): Promise<{ rows: SeenItem[]; total: number }> {
  const page = await pageFrom({ db, lists }, query, (query.page - 1) * pageSize);
  if (page.rows.length > 0 || query.after === null || (await isStored(lists, query.after))) return page;
  // The last item of the page before has been deleted: the list goes on at the number of its place, without that one.
  return pageFrom({ db, lists }, { ...query, after: null }, (query.page - 1) * pageSize - 1);
}

/** The page behind its `after`, or behind so many items as came `before` it. */
async function pageFrom(
  { db, lists }: { db: Reader; lists: ListReads<unknown> },
  query: ItemsQuery,
  before: number,
): Promise<{ rows: SeenItem[]; total: number }> {
  const skipped = query.after === null ? before : 0;
  const places = skipped + pageSize + countedAhead;
  const onPage = sql<{ id: number; rest: number; number: number }>`
    with place as (
      select id, published_at from (${matches(query, places)}) as matching
      order by published_at desc, id desc
      offset ${sql.lit(skipped)} limit ${sql.lit(pageSize + countedAhead)})
    select id, count(*) over () as rest, row_number() over (order by published_at desc, id desc) as number
    from place order by number limit ${sql.lit(pageSize)}`;
  // Planned once where it is what everybody looks at: planning takes longer than finding the page.
  const isUsual = query.search === "" && (query.after !== null || query.page === 1);
  const { found } = await lists.read((reader) =>
    isUsual ? readRows(reader, onPage) : readPlanned(reader, onPage),
  );
  const [first] = found;
  return {
    rows: await itemsOf(
      db,
      query,
      found.map(({ id }) => id),
    ),
    // Past the end there are fewer than the pages before hold.
    total: first ? before + first.rest : before === 0 ? 0 : await countItems(lists, query, before),
  };
}

async function isStored(lists: ListReads<unknown>, id: number): Promise<boolean> {
  const { found } = await lists.read((reader) =>
    readRows(reader, sql<{ id: number }>`select id from content.item where id = ${id}`),
  );
  return found.length > 0;
}

/** How many items a list has from its beginning on, so many at most. */
async function countItems(lists: ListReads<unknown>, query: ItemsQuery, max: number): Promise<number> {
  const matching = matches({ ...query, after: null }, max);
  const { found } = await lists.read((reader) =>
    readRows(reader, sql<{ n: number }>`select count(*) as n from (${matching}) as matching`),
  );
  return found[0]?.n ?? 0;
}

/** The matching items, by title and by name apart, because each has an index of its own. */
function matches(query: ItemsQuery, places: number): RawBuilder<unknown> {
  if (query.search === "") return stretch(query, sql`true`, places);
  const pattern = `%${likeLiteral(query.search)}%`;
  return sql`${stretch(query, sql`item.search_text like ${pattern}`, places)}
    union ${stretch(query, sql`seller.search_text like ${pattern}`, places)}`;
}

/** So many titles that fit are looked at for the newest of them. */
const comparedTitlesMax = 200;

/**
 * The newest videos of a gender's models with a title in which a word begins with what was typed, so many at most: the
 * newest of those that are found first, where very many fit.
 */
export async function titlesBegunWith(
  reader: Reader,
  {
    genderId,
    search,
    now,
    max,
    fanId,
  }: { genderId: number; search: string; now: Date; max: number; fanId: number },
): Promise<{ id: number; title: string }[]> {
  const begun = likeLiteral(search.trim());
  const rows = sql<{ id: number; title: string }>`
    select id, title from (
      select item.id, item.title, item.published_at from content.item as item
      join content.seller as seller on seller.model_id = item.model_id
      where item.kind = 'video' and ${isOfGender(genderId)} and ${onOffer(now)}
        and item.published_at <= ${now}${andNotApart(fanId)}
        and (item.search_text like ${`${begun}%`} or item.search_text like ${`% ${begun}%`})
      limit ${comparedTitlesMax}) as fitting
    order by published_at desc, id desc limit ${max}`;
  return readPlanned(reader, rows);
}

/** The newest items that everybody may find now, of whichever model who is shown, so many at most: each kind has an index of its own. */
export function newestItems(
  reader: Reader,
  { now, max }: { now: Date; max: number },
): Promise<{ id: number; kind: ItemKind }[]> {
  const newestOf = (kind: ItemKind) => sql`
    (select item.id, item.kind, item.published_at from content.item as item
     join content.seller as seller on seller.model_id = item.model_id
     where item.kind = ${kind} and ${onOffer(now)} and item.published_at <= ${now}
     order by item.published_at desc, item.id desc
     limit ${max})`;
  const rows = sql<{ id: number; kind: ItemKind }>`
    select id, kind from (${newestOf("video")} union all ${newestOf("post")}) as newest
    order by published_at desc, id desc
    limit ${max}`;
  return readRows(reader, rows);
}

/** One model's items are counted no further. */
const countedMax = 1_000;

/** How many videos and posts of a model are on offer, along their index. */
export async function countOffered(
  reader: Reader,
  modelId: number,
  now: Date,
): Promise<{ videos: number; posts: number }> {
  const countOf = (kind: ItemKind) => sql`
    (select count(*) from (
       select from content.item as item
       where item.model_id = ${modelId} and item.kind = ${sql.lit(kind)} and ${onOffer(now)} and item.published_at <= ${now}
       limit ${sql.lit(countedMax)}) as offered)::int`;
  const [row] = await readRows(
    reader,
    sql<{ videos: number; posts: number }>`select ${countOf("video")} as videos, ${countOf("post")} as posts`,
  );
  return row ?? { videos: 0, posts: 0 };
}

const isOfGender = (genderId: number): RawBuilder<unknown> =>
  genderId === allGenders ? sql`true` : sql`seller.gender_id = ${genderId}`;

/** A fan who has blocked a model, or whom they have banned, finds their items in no list of several models. */
const andNotApart = (fanId: number): RawBuilder<unknown> =>
  fanId === 0
    ? sql``
    : sql` and not exists (
        select from content.apart as apart where apart.fan_id = ${fanId} and apart.model_id = item.model_id)`;

function stretch(query: ItemsQuery, fits: RawBuilder<unknown>, places: number): RawBuilder<unknown> {
  const { kind, of, until, now, after } = query;
  const seller = "modelId" in of ? sql`item.model_id = ${of.modelId}` : isOfGender(of.genderId);
  const further =
    after === null
      ? sql`true`
      : sql`(item.published_at, item.id) < ((select published_at from content.item where id = ${after}), ${after})`;
  return sql`
    (select item.id, item.published_at from content.item as item
     join content.seller as seller on seller.model_id = item.model_id
     where item.kind = ${kind} and ${seller} and ${onOffer(now)} and item.published_at <= ${until}
       and ${further} and ${fits}${"modelId" in of ? sql`` : andNotApart(query.fanId)}
     order by item.published_at desc, item.id desc
     limit ${sql.lit(places)})`;
}

/**
 * These items, in their order. Items that have been taken off in between, or whose model is apart from the fan by
 * now, are missing.
 */
async function itemsOf(
  reader: Reader,
  { of, fanId, now }: Pick<ItemsQuery, "of" | "fanId" | "now">,
  ids: readonly number[],
): Promise<SeenItem[]> {
  if (ids.length === 0) return [];
  const seen = seenItems(reader, fanId)
    .where(sql<boolean>`item.id = any (${[...ids]}::bigint[])`)
    .where(onOffer(now))
    .where(sql<boolean>`true${"modelId" in of ? sql`` : andNotApart(fanId)}`);
  const rows = await readRows(reader, seen);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
