import { subscriptionStatus } from "#contract/subscription-status.ts";
import type { Subscription } from "#contract/subscriptions.ts";

export type RowActionName = "price" | "unsubscribe" | "reactivate" | "subscribe" | null;

/**
 * What there is to do with a row. A new price is answered first: agreed to, or let end. One that has ended is not begun again while another one with the same model runs, and
 * nothing is offered that the provider or the model would refuse.
 */
export function rowAction(row: Subscription, now: Date, others: readonly Subscription[]): RowActionName {
  switch (subscriptionStatus(row, now)) {
    case "active":
      return row.price_change ? "price" : "unsubscribe";
    case "canceled":
      if (!row.can_reenable) return null;
      return row.price_change ? "price" : "reactivate";
    case "expired": {
      const runs = others.some(
        (other) => other.model_id === row.model_id && subscriptionStatus(other, now) !== "expired",
      );
      return row.can_subscribe && !runs ? "subscribe" : null;
    }
  }
}
