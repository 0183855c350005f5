import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Events } from "#server/kit/outbox/outbox.ts";
import { publishEvents } from "#server/kit/outbox/outbox.ts";
import type { ShowsNeeds } from "../needs.ts";
import {
  type ClosedLink,
  closeExpiredLinks,
  closeExpiredLinksWith,
  type PromoLinkRow,
  withdrawLink,
  withdrawLinksOf,
} from "../store/promo-links-store.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** A promo that a fan had opened is withdrawn, or has expired. */
    promo_closed: { modelId: number; fanId: number };
  }
}

const expiredAtOnce = 500;

/** Withdraws a link of its model; harmless when it opens nothing any more. */
export function withdrawPromo({ db, clock }: ShowsNeeds) {
  return (link: PromoLinkRow): Promise<void> =>
    inTransaction(db, async (tx) => publishClosed(tx, await withdrawLink(tx, link.id, clock.now())));
}

/** Withdraws every promo that a person made or was given. Safe to repeat. */
export async function withdrawPromosOf(tx: Tx, personId: number, at: Date): Promise<void> {
  await publishClosed(tx, await withdrawLinksOf(tx, personId, at));
}

/** Closes the promos that fans have opened and whose last day is over. */
export function expirePromos({ db, clock }: ShowsNeeds) {
  return (): Promise<void> =>
    inTransaction(db, async (tx) =>
      publishClosed(tx, await closeExpiredLinks(tx, clock.now(), expiredAtOnce)),
    );
}

/** Closes what a fan had with a model and can no longer use, so that it stands in no other promo's way. */
export async function expirePromosWith(
  tx: Tx,
  parties: { fanId: number; modelId: number },
  now: Date,
): Promise<void> {
  await publishClosed(tx, await closeExpiredLinksWith(tx, parties, now));
}

/** A link that nobody has opened is waited for by nobody. */
async function publishClosed(tx: Tx, links: readonly ClosedLink[]): Promise<void> {
  await publishEvents(
    tx,
    links.flatMap(({ model_id: modelId, fan_id: fanId }) =>
      fanId === null ? [] : [{ kind: "promo_closed" as const, payload: { modelId, fanId } }],
    ),
  );
}

/** Has the pages of its fan, and the studio of its model, read again what a promo is. */
export function onPromoClosed({ rooms, realtime }: ShowsNeeds) {
  return async ({ modelId, fanId }: Events["promo_closed"]): Promise<void> => {
    const slug = await rooms.slugOf(modelId);
    if (slug !== undefined) realtime.publish(`person:${fanId}`, "PromoClosed", { model_id: modelId, slug });
    realtime.publish(`person:${modelId}`, "PromosChanged", {});
  };
}
