import type { Catalog } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import { planContent } from "../content/plan.ts";
import { busyFan } from "./kept-shows.ts";
import { moderatorFan } from "./moderator.ts";

type NicoNeeds = {
  db: Database;
  content: Pick<Content, "seeded" | "buyWithin">;
  wallet: Pick<Wallet, "issue">;
  catalog: Pick<Catalog, "like" | "likedModels">;
};

/** Whom the main fan of the demo world likes from the beginning; some are live, some are not. */
const favorites = ["luna", "clara", "aria", "mateo", "noor", "rosa"];

/** Gives the main fan favourites and purchases, and some simulated fans a post; what a visitor has made of them since stays. */
export async function seedNico(needs: NicoNeeds, ids: ReadonlyMap<string, number>): Promise<void> {
  const fanId = ids.get("nico");
  if (fanId === undefined) return;
  await likeSome(needs, fanId, ids);
  await ownSome(needs, fanId, owned);
  // Simulated fans, who comment on these.
  for (const [login, posts] of boughtByOthers) {
    const other = ids.get(login);
    if (other !== undefined) await ownSome(needs, other, posts);
  }
}

async function likeSome(
  { db, catalog }: NicoNeeds,
  fanId: number,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if ((await catalog.likedModels(db, fanId)).length > 0) return;
  for (const login of favorites) {
    // Refused for a model who was hidden or whose account was closed since.
    await catalog.like(fanId, ids.get(login) ?? 0, true);
  }
}

/** The items that the main fan of the demo world owns from the beginning. */
export const owned = [
  "clara.video.0",
  "luna.video.2",
  "freya.video.2",
  "noor.post.0",
  "luna.post.2",
  "clara.post.3",
];

const boughtByOthers = [
  [moderatorFan, ["luna.post.2"]],
  [busyFan, ["clara.post.3"]],
] as const;

/**
 * Lets a fan own some videos and posts, once: each is bought like any other, with tokens that come with it, so that the
 * balance stays what it was.
 */
export async function ownSome(needs: NicoNeeds, fanId: number, seedKeys: readonly string[]): Promise<void> {
  const ids = await needs.content.seeded();
  for (const item of planContent()) {
    const itemId = ids.get(item.seedKey)?.id;
    // An item that is open anyway would not be charged.
    if (itemId === undefined || item.forSubscribers || !seedKeys.includes(item.seedKey)) continue;
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
