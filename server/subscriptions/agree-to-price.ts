import type { Language } from "#contract/common.ts";
import { termDays } from "#contract/subscription-terms.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { mailRise, riseOf } from "./ask-about-prices.ts";
import { switchOn } from "./cancel.ts";
import { type BarredBy, barredBy, isBlocked } from "./kept-apart.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { publishRow } from "./publish-events.ts";
import { priceAgreedEmail } from "./rules/price-emails.ts";
import { riseText } from "./rules/price-rise.ts";
import { insertAgreement } from "./store/agreements.ts";
import { lockTerm } from "./store/plans.ts";
import { answerPriceChange, type PriceChangeRow, unansweredOf } from "./store/price-changes.ts";
import { change, lockById, lockFan, type SubscriptionRow } from "./store/subscriptions.ts";

/** A subscriber's agreement to the price that the page showed, in cents. */
export type PriceAgreement = {
  fanId: number;
  subscriptionId: number;
  priceCents: number;
  address: string;
  language: Language;
};

/**
 * `price_changed`: another price is asked now, or none. `subscription_ended`: there is nothing to go on with. `blocked`: the
 * fan's account was closed or suspended since they called.
 */
export type AgreeRefusal =
  | "not_found"
  | "blocked"
  | "price_changed"
  | "subscription_ended"
  | "not_resumable"
  | BarredBy
  | { code: "spending_paused"; freeAt: Date };

export type Agreed = Result<{ subscription: SubscriptionRow }, AgreeRefusal>;

/**
 * Agrees to a new price: it is charged from the renewal on that was asked about, and what was switched off renews again.
 * Nothing is charged now. Repeated, it changes nothing and answers the same; the words are kept once.
 */
export async function agreeToPrice(
  needs: SubscriptionsNeeds,
  agreement: PriceAgreement,
  sync: (id: number) => void,
): Promise<Agreed> {
  const agreed = await inTransaction(needs.db, (tx) => agree(needs, tx, agreement));
  if (agreed.ok) sync(agreed.subscription.id);
  return agreed;
}

async function agree(needs: SubscriptionsNeeds, tx: Tx, agreement: PriceAgreement): Promise<Agreed> {
  const { fanId, subscriptionId, priceCents } = agreement;
  await lockFan(tx, fanId);
  if (await isBlocked(needs, tx, fanId)) return refuse("blocked");
  const at = needs.clock.now();
  const row = await lockById(tx, subscriptionId);
  if (row?.fan_id !== fanId || row.started_at === null) return refuse("not_found");
  const asked = (await unansweredOf(tx, [row.id])).get(row.id);
  if (!asked && row.agreed_cents === priceCents) return ok({ subscription: row });
  if (asked?.to_cents !== priceCents) return refuse("price_changed");
  const term = await lockTerm(tx, row.model_id, row.months);
  if (!term?.enabled || term.price_cents !== priceCents || term.free_tokens !== asked.free_tokens)
    return refuse("price_changed");
  if (row.state !== "running" || !row.expire_at || row.expire_at <= at) return refuse("subscription_ended");
  const inTheWay = row.renews ? null : await keepsOff(needs, tx, row);
  if (inTheWay) return refuse(inTheWay);
  const freeAt = await needs.wallet.pausedUntil(tx, fanId);
  if (freeAt) return refuse({ code: "spending_paused" as const, freeAt });
  return ok({ subscription: await keep(needs, tx, { ...row, expire_at: row.expire_at }, asked, agreement) });
}

/** Why a renewal that is off stays off; what renews may go on at another price regardless. */
async function keepsOff(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
): Promise<BarredBy | "not_resumable" | null> {
  if (!gatewayNamed(needs, row.gateway).canResume) return "not_resumable";
  return barredBy(needs, tx, { fanId: row.fan_id, modelId: row.model_id });
}

async function keep(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow & { expire_at: Date },
  asked: PriceChangeRow,
  { language, address }: PriceAgreement,
): Promise<SubscriptionRow> {
  const at = needs.clock.now();
  const { to_cents, currency, free_tokens, offer_id } = asked;
  const dated = { ...asked, from: row.expire_at };
  await insertAgreement(tx, {
    subscription_id: row.id,
    price_cents: to_cents,
    currency,
    free_tokens,
    offer_id,
    period_days: termDays(row.months),
    language,
    text: riseText(language, await riseOf(needs, tx, row, dated)),
    terms_version: needs.termsVersion,
    accepted_at: at,
    accepted_address: address,
  });
  await answerPriceChange(tx, asked.id, "agreed", at);
  const inForce = { agreed_cents: to_cents, agreed_tokens: free_tokens, agreed_offer_id: offer_id };
  const repriced = await change(tx, row.id, { ...inForce, tell_after: null }, at);
  await publishRow(tx, repriced);
  await mailRise(needs, tx, row, dated, priceAgreedEmail);
  return switchOn(tx, repriced, at);
}
