import type { Subscription } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { priceModels } from "./plans.ts";
import type { PaidRow } from "./store/subscriptions.ts";

/** Rows in the format of the wire, with the catalogue's data of their models. */
export async function presentSubscriptions(
  needs: SubscriptionsNeeds,
  reader: Reader,
  rows: readonly PaidRow[],
): Promise<Subscription[]> {
  const ids = [...new Set(rows.map(({ model_id }) => model_id))];
  const summaries = await needs.catalog.faces(reader, ids);
  const prices = await priceModels(needs, reader, ids);
  return rows.map((row) => {
    const model = summaries.get(row.model_id);
    return {
      id: row.id,
      model_id: row.model_id,
      avatar: model?.avatar ?? "",
      created_at: row.started_at.toISOString(),
      expire_at: row.expire_at.toISOString(),
      login: model?.login ?? "",
      price: row.price_cents / 100,
      name: model?.name ?? "",
      freeTokens: row.free_tokens,
      canceled_at: row.canceled_at?.toISOString() ?? null,
      user_canceled_at: row.user_canceled_at?.toISOString() ?? null,
      gateway_subscription_id: row.gateway_subscription_id,
      gateway: needs.gateways[row.gateway]?.label ?? "CommerceGate",
      can_reenable: model?.listed === true && needs.gateways[row.gateway]?.canResume === true,
      can_subscribe: model?.listed === true && prices.get(row.model_id)?.subscription_enable === true,
    };
  });
}
