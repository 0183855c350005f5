import type { Insertable, Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { insertRows } from "#server/kit/database/insert-rows.ts";
import type { RoomTables } from "./tables.ts";

export type TipRow = Selectable<RoomTables["live.tip"]>;
export type NewTip = Insertable<RoomTables["live.tip"]>;
export type GiftRow = Selectable<RoomTables["live.gift"]>;

/** Stores tips beside their transfers; answers them in their order. */
export const insertTips = insertRows<NewTip, TipRow>(
  "live.tip",
  [
    ...([
      "idem_key",
      "fan_id",
      "model_id",
      "tokens",
      "gift_id",
      "menu_item_id",
      "chat_id",
      "message",
    ] as const),
    ...(["anonymous", "named_in_public", "transfer_id", "balance_after", "at"] as const),
  ],
  "select * from added",
);

/** The tips of these idempotency keys, by key. */
export async function tipsByKeys(reader: Reader, keys: readonly string[]): Promise<Map<string, TipRow>> {
  if (keys.length === 0) return new Map();
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.tip")
    .selectAll()
    .where("idem_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.idem_key, row]));
}

/** These gifts, by id. */
export async function giftsByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, GiftRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.gift")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** All gifts, cheapest first. */
export function allGifts(reader: Reader): Promise<GiftRow[]> {
  return reader.$extendTables<RoomTables>().selectFrom("live.gift").selectAll().orderBy("price").execute();
}

/** Adds gifts, or changes those whose id is known. */
export async function upsertGifts(tx: Tx, gifts: GiftRow[]): Promise<void> {
  await tx
    .$extendTables<RoomTables>()
    .insertInto("live.gift")
    .values(gifts)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        name_en: eb.ref("excluded.name_en"),
        name_es: eb.ref("excluded.name_es"),
        image: eb.ref("excluded.image"),
        price: eb.ref("excluded.price"),
      })),
    )
    .execute();
}

/** Tokens that these fans tipped a model by name since an instant, by fan; anonymous tips are left out. */
export async function tippedByName(
  reader: Reader,
  modelId: number,
  since: Date,
  fans: readonly number[],
): Promise<Map<number, number>> {
  if (fans.length === 0) return new Map();
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.tip")
    .select((eb) => ["fan_id", eb.fn.sum<number>("tokens").as("tokens")])
    .where("model_id", "=", modelId)
    .where("at", ">=", since)
    .where("anonymous", "=", false)
    .where("fan_id", "in", fans)
    .groupBy("fan_id")
    .execute();
  return new Map(rows.map((row) => [row.fan_id, Number(row.tokens)]));
}

/**
 * The fans who tipped a model most in public and by name since an instant, most first; of two who gave as much, the
 * earlier.
 */
export async function topTippers(
  reader: Reader,
  modelId: number,
  since: Date,
  count: number,
): Promise<{ fan_id: number; tokens: number }[]> {
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.tip")
    .select((eb) => ["fan_id", eb.fn.sum<number>("tokens").as("tokens")])
    .where("model_id", "=", modelId)
    .where("at", ">=", since)
    .where("named_in_public", "=", true)
    .groupBy("fan_id")
    .orderBy("tokens", "desc")
    .orderBy((eb) => eb.fn.max("at"))
    .orderBy("fan_id")
    .limit(count)
    .execute();
  return rows.map((row) => ({ fan_id: row.fan_id, tokens: Number(row.tokens) }));
}

/**
 * The ledger dates a transfer by the database's clock as its transaction begins, we a tip by our own as it ends: no two of
 * them are a day apart, but midnight may lie between them.
 */
const apartMsMax = 86_400_000;

/** A span of the ledger, and older transfers of which something went back in it. */
export type TipsSpan = { modelId: number; from: Date; before: Date; takenBack: readonly number[] };

/** The transfers of tips to a model whose fans asked not to be named: all of a span, and some around it. */
export async function unnamedTips(
  reader: Reader,
  { modelId, from, before, takenBack }: TipsSpan,
): Promise<number[]> {
  const rows = await reader
    .$extendTables<RoomTables>()
    .selectFrom("live.tip")
    .select("transfer_id")
    .where("model_id", "=", modelId)
    .where((tip) => {
      const during = tip.and([
        tip("at", ">=", new Date(from.getTime() - apartMsMax)),
        tip("at", "<", new Date(before.getTime() + apartMsMax)),
      ]);
      return tip.or([during, tip("transfer_id", "in", takenBack)]);
    })
    .where("anonymous", "=", true)
    .execute();
  return rows.map(({ transfer_id }) => transfer_id);
}
