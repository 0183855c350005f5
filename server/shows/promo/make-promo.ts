import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowsNeeds } from "../needs.ts";
import { countOpenLinks, insertLink, linkOfOrder, type PromoLinkRow } from "../store/promo-links-store.ts";
import type { PromoTokens } from "./promo-token.ts";

export type PromoOrder = { modelId: number; clientId: string; email: string; durationSeconds: number };
export type MakeRefusal = "too_many_links" | "key_conflict";

const validMs = 30 * 86_400_000;
const openLinksMax = 100;

/** Makes a promo link, good for 30 days and for one fan; a repeated order is the same link. */
export function makePromo({ db, clock }: ShowsNeeds, tokens: PromoTokens) {
  return (order: PromoOrder): Promise<Result<{ link: PromoLinkRow }, MakeRefusal>> =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const email = order.email.toLowerCase();
      const isFull = (await countOpenLinks(tx, order.modelId, now)) >= openLinksMax;
      const { nonce, hash } = tokens.make();
      // Looked for once the links are counted: the one of this order may be among them.
      const link = isFull
        ? await linkOfOrder(tx, order)
        : await insertLink(tx, {
            model_id: order.modelId,
            client_id: order.clientId,
            email,
            nonce,
            token_hash: hash,
            duration_s: order.durationSeconds,
            created_at: now,
            expires_at: new Date(now.getTime() + validMs),
          });
      if (!link) return refuse("too_many_links");
      const same = link.email === email && link.duration_s === order.durationSeconds;
      return same ? ok({ link }) : refuse("key_conflict");
    });
}
