import type { BundleMonths, TermMonths } from "#contract/subscription-terms.ts";
import type { Pricing, SubscriptionPlan } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { openGateway, type SubscriptionsNeeds } from "./needs.ts";
import { savePlan, type TermRow, termsOf } from "./store/plans.ts";
import { countSubscribers } from "./store/subscribed.ts";

type Gateways = Pick<SubscriptionsNeeds, "gateways">;

/** The prices of these models; all of them are in the answer. */
export async function priceModels(
  needs: Gateways,
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, Pricing>> {
  const terms = await termsOf(reader, modelIds);
  return new Map(modelIds.map((id) => [id, pricingOf(needs, terms.get(id) ?? [])]));
}

/** A model's offer, in the format of the wire. A plan without a price offers nothing. */
function pricingOf(needs: Gateways, terms: readonly TermRow[]): Pricing {
  const month = terms.find(({ months }) => months === 1);
  return {
    price_monthly_subscription: (month?.price_cents ?? 0) / 100,
    freeTokens: month?.free_tokens ?? 0,
    subscription_enable: month?.enabled === true && offerAt(needs, month) !== undefined,
    bundles: terms.flatMap((term) =>
      isBundle(term) && offerAt(needs, term) ? [{ months: term.months, price: term.price_cents / 100 }] : [],
    ),
  };
}

const isBundle = <Term extends { months: TermMonths }>(term: Term): term is Term & { months: BundleMonths } =>
  term.months !== 1;

/** The package of the gateway for new subscriptions of this term at this price; undefined when it has none. */
export function offerAt(needs: Gateways, term: { months: TermMonths; price_cents: number }) {
  return openGateway(needs)?.offers.find(
    (offer) => offer.months === term.months && offer.amountCents === term.price_cents,
  );
}

/** A model's offer to new subscribers; prices in cents, a bundle's for all of its months. Terms left out are not sold. */
export type PlanChange = {
  priceCents: number;
  freeTokens: number;
  enabled: boolean;
  bundles?: readonly { months: BundleMonths; priceCents: number }[];
};

/** `no_such_bundle`: the gateway has no package for it. `bundle_not_cheaper`: its months one by one cost no more. */
export type PlanRefusal = "no_such_price" | "no_such_bundle" | "bundle_not_cheaper";

/** Changes a model's offer from now on. Subscribers keep their terms until they agree to others. */
export async function changePlan(
  needs: SubscriptionsNeeds,
  modelId: number,
  { priceCents, freeTokens, enabled, bundles = [] }: PlanChange,
): Promise<Result<object, PlanRefusal>> {
  if (!offerAt(needs, { months: 1, price_cents: priceCents })) return refuse("no_such_price");
  const rows = bundles.map(({ months, priceCents: price_cents }) => ({ months, price_cents }));
  if (rows.some((row) => row.price_cents >= row.months * priceCents)) return refuse("bundle_not_cheaper");
  if (rows.some((row) => !offerAt(needs, row))) return refuse("no_such_bundle");
  const updated_at = needs.clock.now();
  const plan = { model_id: modelId, price_cents: priceCents, free_tokens: freeTokens, enabled, updated_at };
  await inTransaction(needs.db, (tx) => savePlan(tx, plan, rows));
  return ok({});
}

/** A model's offer, as the studio shows it. */
export async function viewPlan(needs: SubscriptionsNeeds, modelId: number): Promise<SubscriptionPlan> {
  const { db, clock } = needs;
  const terms = (await termsOf(db, [modelId])).get(modelId) ?? [];
  const offers = (openGateway(needs)?.offers ?? []).toSorted((a, b) => a.amountCents - b.amountCents);
  const monthly = offers.filter(({ months }) => months === 1);
  return {
    ...pricingOf(needs, terms),
    prices: monthly.map(({ amountCents }) => amountCents / 100),
    bundle_prices: offers
      .filter(isBundle)
      .map(({ months, amountCents }) => ({ months, price: amountCents / 100 })),
    available: monthly.length > 0,
    asks_subscribers: openGateway(needs)?.canReprice === true,
    subscribers: await countSubscribers(db, modelId, clock.now()),
  };
}
