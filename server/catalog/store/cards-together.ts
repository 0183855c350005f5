import { sql } from "kysely";
import { coalesceReads } from "#server/kit/coalesce.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/read-prepared.ts";
import { type CardRow, cardRows } from "./models-store.ts";

/** Whose page it is, 0 for nobody in particular, and which models stand on it. */
export type CardsOfPage = { fanId: number; ids: readonly number[] };

/**
 * Reads everything of the models of a page, in their order. Who has left, been taken out of the lists or been blocked in
 * between is missing. The pages of many fans show the same models: what is asked for side by side is read once for all of
 * them ({@link coalesceReads}), as nobody in particular may know it, with who of these fans likes or has blocked whom.
 */
export function readCardsTogether(db: Reader): (of: CardsOfPage) => Promise<CardRow[]> {
  const together = coalesceReads(async (pages: readonly CardsOfPage[]) => {
    const rows = await cardsForFans(db, {
      nobody: 0,
      fanIds: [...new Set(pages.map(({ fanId }) => fanId))],
      ids: [...new Set(pages.flatMap(({ ids }) => ids))],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return pages.map(({ fanId, ids }) => {
      const found = ids.flatMap((id) => byId.get(id) ?? []);
      // Who is in a promo sees more of its room than anybody else.
      if (found.some(({ promo_fan_id }) => promo_fan_id === fanId)) return null;
      return found.filter(({ blocked_by }) => !blocked_by.includes(fanId)).map((row) => cardOf(row, fanId));
    });
  });
  return async (of) => {
    if (of.ids.length === 0) return [];
    return (await together(of)) ?? readCards(db, of);
  };
}

/** The same for one page alone. */
export async function readCards(reader: Reader, { fanId, ids }: CardsOfPage): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = await cardsForFan(reader, { fanId, ids: [...ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Listed = { ids: number[] };

const cardsForFan = prepareRead((reader, { fanId, ids }: Listed & { fanId: number }) =>
  listedCards(reader, fanId, ids).where(
    sql<boolean>`not exists (select from catalog.blocked where fan_id = ${fanId} and model_id = model.id)`,
  ),
);

const cardsForFans = prepareRead(
  (reader, { nobody, fanIds, ids }: Listed & { nobody: number; fanIds: number[] }) => {
    const among = sql`model_id = model.id and fan_id = any (${fanIds}::bigint[])`;
    return listedCards(reader, nobody, ids).select([
      sql<number[]>`array(select fan_id from catalog.liked where ${among})`.as("liked_by_fans"),
      sql<number[]>`array(select fan_id from catalog.blocked where ${among})`.as("blocked_by"),
      sql<number | null>`case when stream.type = 'promo' then stream.fan_id end`.as("promo_fan_id"),
    ]);
  },
);

const listedCards = (reader: Reader, fanId: number, ids: number[]) =>
  cardRows(reader, fanId)
    .where(sql<boolean>`model.id = any (${ids}::bigint[])`)
    .where(sql<boolean>`model.listed`);

type SharedCard = Awaited<ReturnType<typeof cardsForFans>>[number];

/** A card as one of the fans may know it, without what it says of the others. */
function cardOf(shared: SharedCard, fanId: number): CardRow {
  const { liked_by_fans, blocked_by: _blocked, promo_fan_id: _promo, ...card } = shared;
  return { ...card, liked_by: liked_by_fans.includes(fanId) ? fanId : null };
}
