import { sql } from "kysely";
import type { PromoStreamData } from "#contract/catalog.ts";
import type { PromoLink } from "#contract/shows.ts";
import { coalesceReads } from "#server/kit/coalesce.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import type { beginShow } from "../requests/begin-show.ts";
import { openParticipants } from "../store/participants-store.ts";
import { linkById, openLinksOfFans } from "../store/promo-links-store.ts";
import { expirePromos, withdrawPromo, withdrawPromosOf } from "./close-promos.ts";
import { type MakeRefusal, makePromo, type PromoOrder } from "./make-promo.ts";
import { openPromo, viewPromo } from "./open-promo.ts";
import { createPromoTokens } from "./promo-token.ts";
import { startPromo } from "./start-promo.ts";
import { presentPromo, viewPromos } from "./view-promos.ts";
import { createWaiting } from "./waiting.ts";

const addressKeptMs = 30 * 86_400_000;

type Person = { id: number; email?: string | null };
type Parts = { begin: ReturnType<typeof beginShow>; keeper: ShowKeeper };

/** Promo links, and the free shows that run on them. */
export type Promos = ReturnType<typeof createPromos>;

/** Makes the calls of {@link Promos}. */
export function createPromos(needs: ShowsNeeds, { begin, keeper }: Parts) {
  const { db, clock } = needs;
  const tokens = createPromoTokens(needs.secret);
  const waiting = createWaiting(needs);
  const view = viewPromos(needs, { tokens, keeper, waiting });
  const make = makePromo(needs, tokens);
  const withdraw = withdrawPromo(needs);
  const promosOf = coalesceReads(
    async (fanIds: readonly number[]): Promise<ReadonlyMap<number, PromoStreamData>[]> => {
      const links = Map.groupBy(
        await openLinksOfFans(db, { fanIds, now: clock.now() }),
        ({ fan_id }) => fan_id,
      );
      return fanIds.map(
        (fanId) => new Map(links.get(fanId)?.map((link) => [link.model_id, presentPromo(link, tokens)])),
      );
    },
  );
  return {
    waiting,
    studio: view.studio,
    view: viewPromo(needs, tokens),
    open: openPromo(needs, tokens),
    start: startPromo(needs, { begin, keeper, waiting }),
    async make(order: PromoOrder): Promise<Result<{ promo: PromoLink }, MakeRefusal>> {
      const made = await make(order);
      return made.ok ? ok({ promo: view.promo(made.link) }) : made;
    },
    async withdraw(modelId: number, linkId: number): Promise<Result<object, "unknown_promo">> {
      const link = await linkById(db, linkId);
      if (link?.model_id !== modelId) return refuse("unknown_promo");
      await withdraw(link);
      const [show] = await openParticipants(db, modelId);
      if (show?.promo_link_id === linkId) await keeper.end(show, "withdrawn");
      return ok({});
    },
    promosOf,
    close: (tx: Tx, person: Person) => withdrawPromosOf(tx, person.id, clock.now()),
    expire: expirePromos(needs),
    erase: forgetPromoEmails,
    trim: () => inTransaction(db, (tx) => trimLinks(tx, new Date(clock.now().getTime() - addressKeptMs))),
  };
}

/** Forgets the addresses that a person was invited by or has invited. Safe to repeat. */
async function forgetPromoEmails(tx: Tx, { id, email }: Person): Promise<void> {
  await sql`
    update shows.promo_link set email = ''
     where (fan_id = ${id} or model_id = ${id} or email = ${email?.toLowerCase() ?? null}) and email <> ''`.execute(
    tx,
  );
}

/** Forgets the addresses of links that have opened nothing since an instant. */
async function trimLinks(tx: Tx, before: Date): Promise<void> {
  await sql`
    update shows.promo_link set email = ''
     where email <> '' and least(expires_at, closed_at) < ${before}`.execute(tx);
}
