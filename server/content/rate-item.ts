import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ContentNeeds } from "./needs.ts";
import { itemById } from "./store/items-store.ts";
import { type Rated, ratingsOf, storeRating, unrated } from "./store/ratings-store.ts";
import type { ItemKind } from "./store/tables.ts";

export type RateOrder = { fanId: number; kind: ItemKind; itemId: number; stars: number };
export type RateRefusal = "unknown_item" | "not_bought";

/** A buyer says what they think of an item, in 1 to 5 stars; once, and as often as they change their mind. */
export function rateItem({ db, clock }: ContentNeeds) {
  return ({ fanId, kind, itemId, stars }: RateOrder): Promise<Result<{ rated: Rated }, RateRefusal>> =>
    inTransaction(db, async (tx) => {
      const item = await itemById(tx, kind, itemId, fanId);
      if (!item) return refuse("unknown_item");
      if (!item.bought_at) return refuse("not_bought");
      await storeRating(tx, { itemId, fanId, stars, at: clock.now() });
      return ok({ rated: (await ratingsOf(tx, [itemId], fanId)).get(itemId) ?? unrated });
    });
}
