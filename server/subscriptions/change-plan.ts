import type { SubscriptionPlan } from "#contract/subscriptions.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { openGateway, type SubscriptionsNeeds } from "./needs.ts";
import { offerAt, pricingOf } from "./price-models.ts";
import { plansOf, savePlan } from "./store/plans.ts";
import { countSubscribers } from "./store/subscribed.ts";

/** What a model asks of new subscribers; the price in cents. */
export type PlanWish = { priceCents: number; freeTokens: number; enabled: boolean };

/** Changes what a model asks from now on. Those who have subscribed keep what they agreed to. */
export async function changePlan(
  needs: SubscriptionsNeeds,
  modelId: number,
  wish: PlanWish,
): Promise<Result<object, "no_such_price">> {
  if (!offerAt(needs, wish.priceCents)) return refuse("no_such_price");
  const plan = {
    model_id: modelId,
    price_cents: wish.priceCents,
    free_tokens: wish.freeTokens,
    enabled: wish.enabled,
    updated_at: needs.clock.now(),
  };
  await inTransaction(needs.db, (tx) => savePlan(tx, plan));
  return ok({});
}

/** What a model asks for a month, as she sees it in her studio. */
export async function viewPlan(needs: SubscriptionsNeeds, modelId: number): Promise<SubscriptionPlan> {
  const { db, clock } = needs;
  const plan = (await plansOf(db, [modelId])).get(modelId);
  const prices = (openGateway(needs)?.offers ?? []).map(({ amountCents }) => amountCents);
  return {
    ...pricingOf(needs, plan),
    prices: prices.toSorted((a, b) => a - b).map((cents) => cents / 100),
    available: prices.length > 0,
    subscribers: await countSubscribers(db, modelId, clock.now()),
  };
}
