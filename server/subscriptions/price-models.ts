import type { Pricing } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { openGateway, type SubscriptionsNeeds } from "./needs.ts";
import { type PlanRow, plansOf } from "./store/plans.ts";

/** What a month of these models costs; every one of them is in the answer. */
export async function priceModels(
  needs: Pick<SubscriptionsNeeds, "gateways">,
  reader: Reader,
  modelIds: readonly number[],
): Promise<ReadonlyMap<number, Pricing>> {
  const plans = await plansOf(reader, modelIds);
  return new Map(modelIds.map((id) => [id, pricingOf(needs, plans.get(id))]));
}

/** A plan in the words of the wire. A model who never named a price offers nothing. */
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
