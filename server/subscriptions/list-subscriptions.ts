import type { Subscription } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { rowsKeptApart } from "./kept-apart.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { priceModels } from "./plans.ts";
import { type PriceChangeRow, unansweredOf } from "./store/price-changes.ts";
import type { PaidRow } from "./store/subscriptions.ts";

/** Rows in the format of the wire, with the catalogue's data of their models. */
export async function presentSubscriptions(
  needs: SubscriptionsNeeds,
  reader: Reader,
  rows: readonly PaidRow[],
): Promise<Subscription[]> {
  const ids = [...new Set(rows.map(({ model_id }) => model_id))];
  const summaries = await needs.catalog.faces(reader, ids);
  const asked = await unansweredOf(
    reader,
    rows.map(({ id }) => id),
  );
  const now = needs.clock.now();
  const prices = await priceModels(needs, reader, ids);
  const isApart = await rowsKeptApart(needs, reader, rows);
  return rows.map((row) => {
    const model = summaries.get(row.model_id);
    const isOpen = model?.listed === true && !isApart(row);
    return {
      id: row.id,
      model_id: row.model_id,
      avatar: model?.avatar ?? "",
      created_at: row.started_at.toISOString(),
      expire_at: row.expire_at.toISOString(),
      login: model?.login ?? "",
      price: Math.round(row.agreed_cents / row.months) / 100,
      months: row.months,
      charge: row.agreed_cents / 100,
      name: model?.name ?? "",
      freeTokens: row.agreed_tokens,
      canceled_at: row.canceled_at?.toISOString() ?? null,
      user_canceled_at: row.user_canceled_at?.toISOString() ?? null,
      gateway_subscription_id: row.gateway_subscription_id,
      gateway: needs.gateways[row.gateway]?.label ?? "CommerceGate",
      price_change:
        row.state === "running" && row.expire_at > now ? priceChange(asked.get(row.id), row) : null,
      can_reenable: isOpen && needs.gateways[row.gateway]?.canResume === true,
      can_subscribe: isOpen && prices.get(row.model_id)?.subscription_enable === true,
    };
  });
}

function priceChange(asked: PriceChangeRow | undefined, row: PaidRow): Subscription["price_change"] {
  if (!asked) return null;
  return { price: asked.to_cents / 100, freeTokens: asked.free_tokens, from: row.expire_at.toISOString() };
}
