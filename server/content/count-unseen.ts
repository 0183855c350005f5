import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ContentNeeds } from "./needs.ts";
import { newerItems } from "./store/items-store.ts";
import type { ItemKind } from "./store/tables.ts";
import { lastVisit, saveVisit } from "./store/visits-store.ts";

/** How many videos and posts of a fan's favourite and subscribed models are newer than the fan's last visit to their list. */
export function countUnseen({ db, catalog, subscriptions, clock }: ContentNeeds) {
  return async (fanId: number): Promise<Record<ItemKind, number>> => {
    const [liked, subscribed, blocked, banners] = await Promise.all([
      catalog.likedModels(db, fanId),
      subscriptions.modelsOf(db, fanId),
      catalog.blocked(fanId),
      catalog.bannedBy(fanId),
    ]);
    const apart = new Set([...blocked.map(({ id }) => id), ...banners]);
    const followed = [...new Set([...liked, ...subscribed])].filter((id) => !apart.has(id));
    if (followed.length === 0) return { video: 0, post: 0 };
    const models = [...(await catalog.listed(db, followed))];
    const now = clock.now();
    const count = async (kind: ItemKind) =>
      newerItems(db, kind, models, { after: await lastVisit(db, fanId, kind), now });
    const [video, post] = await Promise.all([count("video"), count("post")]);
    return { video, post };
  };
}

/** Marks all videos or posts as seen by the fan. */
export function visit({ db, clock }: ContentNeeds) {
  return (fanId: number, kind: ItemKind): Promise<void> =>
    inTransaction(db, (tx) => saveVisit(tx, fanId, kind, clock.now()));
}
