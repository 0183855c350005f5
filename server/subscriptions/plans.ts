import type { Pricing, SubscriptionPlan } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { openGateway, type SubscriptionsNeeds } from "./needs.ts";
import { type PlanRow, plansOf, savePlan } from "./store/plans.ts";
import { countSubscribers } from "./store/subscribed.ts";

/** The monthly prices of these models; all of them are in the answer. */
export async function priceModels(
  needs: Pick<SubscriptionsNeeds, "gateways">,
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, Pricing>> {
  const plans = await plansOf(reader, modelIds);
  return new Map(modelIds.map((id) => [id, pricingOf(needs, plans.get(id))]));
}

/** A plan in the format of the wire. A model without a price offers nothing. */
export function pricingOf(
  needs: Pick<SubscriptionsNeeds, "gateways">,
  plan: Pick<PlanRow, "price_cents" | "free_tokens" | "enabled"> | undefined,
): Pricing {
  return {
    price_monthly_subscription: (plan?.price_cents ?? 0) / 100,
    freeTokens: plan?.free_tokens ?? 0,
    subscription_enable: plan?.enabled === true && offerAt(needs, plan.price_cents) !== undefined,
  };
}

/** The price point of the gateway for new subscriptions at this price; undefined when it has none. */
export function offerAt(needs: Pick<SubscriptionsNeeds, "gateways">, priceCents: number) {
  return openGateway(needs)?.offers.find((offer) => offer.amountCents === priceCents);
}

/** A model's offer to new subscribers; the price in cents. */
export type PlanChange = { priceCents: number; freeTokens: number; enabled: boolean };

/** Changes a model's offer from now on. Who is subscribed keeps their terms until they agree to others. */
export async function changePlan(
  needs: SubscriptionsNeeds,
  modelId: number,
  change: PlanChange,
): Promise<Result<object, "no_such_price">> {
  if (!offerAt(needs, change.priceCents)) return refuse("no_such_price");
  const plan = {
    model_id: modelId,
    price_cents: change.priceCents,
    free_tokens: change.freeTokens,
    enabled: change.enabled,
    updated_at: needs.clock.now(),
  };
  await inTransaction(needs.db, (tx) => savePlan(tx, plan));
  return ok({});
}

/** A model's offer, as the studio shows it. */
export async function viewPlan(needs: SubscriptionsNeeds, modelId: number): Promise<SubscriptionPlan> {
  const { db, clock } = needs;
  const plan = (await plansOf(db, [modelId])).get(modelId);
  const prices = (openGateway(needs)?.offers ?? []).map(({ amountCents }) => amountCents);
  return {
    ...pricingOf(needs, plan),
    prices: prices.toSorted((a, b) => a - b).map((cents) => cents / 100),
    available: prices.length > 0,
    asks_subscribers: openGateway(needs)?.canReprice === true,
    subscribers: await countSubscribers(db, modelId, clock.now()),
  };
}
