import { randomUUID } from "node:crypto";
import type { Language } from "#contract/common.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Gateway, Payer, PaymentSource } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { cardSummary } from "../rules/card.ts";
import { inCurrency, toCents } from "../rules/prices.ts";
import { isBought } from "../rules/promo.ts";
import { isWithinLimits } from "../rules/saved-cards.ts";
import { nextQueryAt } from "../rules/waiting.ts";
import { insertAttempt } from "../store/attempts.ts";
import { type Intent, insertIntent, intentsOfRequest, lockFan, stepIntent } from "../store/intents.ts";
import { activePackage, holderOfOffer, openOfferById } from "../store/plans.ts";
import { hasOpenSavedPayment, savedCardUse } from "../store/saved-cards.ts";
import { agreeToKeep } from "./keep-card.ts";
import { mayTry, type TryRefusal } from "./may-try.ts";

/** A purchase that was read and found well-formed. */
export type Order = {
  fanId: number;
  packageId: number;
  /** The price that the fan was shown, in dollars; compared, never trusted. Null where the request names no sum. */
  amount: number | null;
  /** The caller's; null where the server makes one. */
  orderId: string | null;
  idempotencyKey: string | null;
  requestHash: Buffer;
  /** The order's text on the payer's statement; the plan's tokens where it is null. */
  description: string | null;
  payer: Payer;
  source: PaymentSource;
  /** Name of the gateway, what it charges in, and whether it can have a bank ask for a confirmation. */
  gateway: string;
  currency: string;
  canChallenge: boolean;
  /** The session in which the fan agreed that their card is kept; null where they did not. */
  keepCardFor: string | null;
  /** The saved card that pays; null where none does. */
  savedCardId: number | null;
  /** The gateway's price points. Missing where it charges any amount. */
  offers?: Gateway["offers"];
  language: Language;
};

export type OpenRefusal =
  | TryRefusal
  | { code: "key_reused" }
  | { code: "plan_unavailable" }
  | { code: "amount_differs" }
  | { code: "purchases_closed" }
  | { code: "spending_paused"; freeAt: Date }
  | { code: "promo_used" | "promo_in_progress" }
  | { code: "saved_card_limit" | "saved_card_busy" };

/** `challenge`: the payer's bank has to be asked for a confirmation. */
export type Opened = { intent: Intent; isNew: boolean; challenge: boolean };

/**
 * Finds the payment that this request already began, or begins one: price from the server's own tables, limits
 * counted, state `submitting` committed before any money is asked for. Requests of one fan decide one after another.
 */
export async function openIntent(needs: PaymentsNeeds, order: Order): Promise<Result<Opened, OpenRefusal>> {
  return inTransaction(needs.db, async (tx) => {
    await lockFan(tx, order.fanId);
    const known = await intentsOfRequest(tx, order.fanId, order.orderId, order.idempotencyKey);
    if (known.length > 0) return recognise(known, order);
    const now = needs.clock.now();
    const freeAt = await needs.wallet.pausedUntil(tx, order.fanId);
    if (freeAt) return refuse({ code: "spending_paused" as const, freeAt });
    const chosen = await choosePlan(tx, order, now);
    if (!chosen.ok) return chosen;
    const pressed = await mayPress(needs, tx, order, chosen.plan, now);
    if (!pressed.ok) return pressed;
    const { fanId, source, canChallenge } = order;
    const { address } = order.payer;
    // Throws for a fan without a wallet: money is asked for only where tokens can be put.
    await needs.wallet.balance(tx, { kind: "fan", id: fanId });
    const admitted = await mayTry(needs, tx, { fanId, address, source, canChallenge }, now);
    if (!admitted.ok) return admitted;
    const { newcomer, challenge } = admitted;
    const intentId = randomUUID();
    await insertAttempt(tx, { intentId, fanId, addressBlock: addressBlock(address), newcomer, at: now });
    const intent = await begin(needs, tx, order, chosen.plan, intentId, now);
    if (order.keepCardFor !== null) await agreeToKeep(needs, tx, intent, order.keepCardFor);
    return ok({ intent, isNew: true, challenge });
  });
}

/** A repeated request is the same payment (its hash covers the order id); a known key with another body is not. */
function recognise(known: Intent[], order: Order): Result<Opened, OpenRefusal> {
  const [intent] = known;
  const isSame = intent !== undefined && known.length === 1 && intent.request_hash.equals(order.requestHash);
  return isSame ? ok({ intent, isNew: false, challenge: false }) : refuse({ code: "key_reused" as const });
}

/** May a saved card pay for it by one press? One payment at a time, so that two tabs do not buy twice. */
async function mayPress(
  needs: PaymentsNeeds,
  tx: Tx,
  { fanId, savedCardId }: Order,
  plan: Plan,
  now: Date,
): Promise<Result<object, OpenRefusal>> {
  if (savedCardId === null) return ok({});
  if (await hasOpenSavedPayment(tx, fanId)) return refuse({ code: "saved_card_busy" });
  const use = await savedCardUse(tx, fanId, now);
  const isWithin = isWithinLimits(use, plan.amount_cents, needs.config.savedCardLimits);
  return isWithin ? ok({}) : refuse({ code: "saved_card_limit" });
}

type Plan = Pick<
  Intent,
  "plan_id" | "plan_kind" | "base_tokens" | "bonus_tokens" | "amount_cents" | "currency"
>;

/** The plan at the price that the fan was shown. An offer can be had by one payment only, as long as that may succeed. */
async function choosePlan(tx: Tx, order: Order, now: Date): Promise<Result<{ plan: Plan }, OpenRefusal>> {
  const plan = await findPlan(tx, order, now);
  if (!plan) return refuse({ code: "plan_unavailable" });
  if (order.amount !== null && toCents(order.amount) !== plan.amount_cents)
    return refuse({ code: "amount_differs" });
  if (order.offers?.some(({ amountCents }) => amountCents === plan.amount_cents) === false)
    return refuse({ code: "plan_unavailable" });
  const holder = plan.plan_kind === "promo" ? await holderOfOffer(tx, plan.plan_id) : undefined;
  if (holder) return refuse({ code: isBought(holder) ? "promo_used" : "promo_in_progress" });
  return ok({ plan });
}

async function findPlan(tx: Tx, order: Order, now: Date): Promise<Plan | null> {
  const pack = await activePackage(tx, order.packageId);
  if (pack) return { ...pack, plan_id: pack.id, plan_kind: "package", amount_cents: pack.price_cents };
  const offer = await openOfferById(tx, order.packageId, order.fanId, now);
  if (offer)
    return { ...offer, plan_id: offer.id, plan_kind: "promo", amount_cents: offer.footer_price_cents };
  return null;
}

async function begin(
  needs: PaymentsNeeds,
  tx: Tx,
  order: Order,
  plan: Plan,
  id: string,
  now: Date,
): Promise<Intent> {
  const { plan_id, plan_kind, base_tokens, bonus_tokens } = plan;
  const created = await insertIntent(tx, {
    id,
    fan_id: order.fanId,
    ...{ plan_id, plan_kind, base_tokens, bonus_tokens },
    ...chargeOf(needs, plan, order.currency),
    dollar_cents: plan.currency === "USD" ? plan.amount_cents : null,
    order_id: order.orderId ?? (await freeOrderId(tx, order.fanId, now)),
    idempotency_key: order.idempotencyKey,
    request_hash: order.requestHash,
    gateway: order.gateway,
    ...knownOfSource(order.source),
    saved_card_id: order.savedCardId,
    terms_version: needs.config.termsVersion,
    accepted_at: now,
    accepted_address: order.payer.address,
    billing_country: order.payer.country,
    created_at: now,
  });
  const fields = { next_query_at: nextQueryAt("submitting", now, now) };
  return stepIntent(tx, created, "submitting", fields, { source: "request", detail: null, at: now });
}

/** The price in what the gateway charges in. Throws for a currency without a rate: no such payment may be offered. */
function chargeOf({ config }: PaymentsNeeds, plan: Plan, currency: string) {
  if (currency === plan.currency) return { amount_cents: plan.amount_cents, currency };
  const rate = config.ratesPerDollar[currency];
  if (rate === undefined || plan.currency !== "USD")
    throw new Error(`no rate from ${plan.currency} to ${currency}`);
  return { amount_cents: inCurrency(plan.amount_cents, rate), currency };
}

/** An order id in the form that the client's have, `TKN_` and milliseconds, that this fan has not used. */
async function freeOrderId(tx: Tx, fanId: number, now: Date): Promise<string> {
  for (let ms = now.getTime(); ; ms++) {
    const orderId = `TKN_${ms}`;
    if ((await intentsOfRequest(tx, fanId, orderId, null)).length === 0) return orderId;
  }
}

function knownOfSource(source: PaymentSource) {
  if (source.kind === "regional") return { regional_method: source.code };
  if (source.kind === "saved") return { card_brand: source.card.brand, card_last4: source.card.last4 };
  if (source.kind !== "card") return {};
  const { brand, bin, last4 } = cardSummary(source.number);
  return { card_brand: brand, card_bin: bin, card_last4: last4 };
}
