import type { Content } from "#server/content/content.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import { planShelves } from "../shelf/plan.ts";

type BuyerNeeds = {
  db: Database;
  content: Pick<Content, "seeded" | "buyWithin">;
  wallet: Pick<Wallet, "issue">;
};

/** What the main fan of the demo world owns from the beginning. */
export const owned = [
  "clara.video.0",
  "luna.video.2",
  "freya.video.2",
  "noor.post.0",
  "luna.post.2",
  "clara.post.3",
];

/**
 * Lets a fan own some videos and posts, once: each is bought like any other, with tokens that come with it, so that the
 * balance stays what it was.
 */
export async function ownSome(needs: BuyerNeeds, fanId: number): Promise<void> {
  const ids = await needs.content.seeded();
  for (const item of planShelves()) {
    const itemId = ids.get(item.seedKey);
    // What is open anyway would not be charged.
    if (itemId === undefined || item.forSubscribers || !owned.includes(item.seedKey)) continue;
    await inTransaction(needs.db, async (tx) => {
      const given = await needs.wallet.issue(tx, {
        key: `opening:${item.seedKey}:${fanId}`,
        to: { kind: "fan", id: fanId },
        tokens: item.price,
        kind: "opening",
        reason: "Demo balance",
      });
      if (!given.ok || given.replayed) return;
      const key = `demo:${item.seedKey}`;
      const order = { fanId, kind: item.kind, itemId, key, shownPrice: item.price };
      const bought = await needs.content.buyWithin(tx, order);
      if (!bought.ok) throw new Error(`${item.seedKey} was not sold: ${bought.refusal.code}`);
    });
  }
}
