import type { Subscription } from "./subscriptions.ts";

/**
 * A subscription's status at one moment. Apart from the schemas, so that the layout of every page, which reminds of the
 * end, does not load those.
 */

const dayMs = 24 * 3_600_000;

/** `active`, `canceled` (paid time still runs, nothing renews) or `expired`, at one moment. */
export function subscriptionStatus(
  { expire_at, canceled_at }: Pick<Subscription, "expire_at" | "canceled_at">,
  now: Date,
): "active" | "canceled" | "expired" {
  if (Date.parse(expire_at) <= now.getTime()) return "expired";
  return canceled_at === null ? "active" : "canceled";
}

/** The paid time is over, and the payment provider has not reported whether it renews: it may still charge. */
export function isRenewalLate(row: Pick<Subscription, "expire_at" | "canceled_at">, now: Date): boolean {
  return row.canceled_at === null && subscriptionStatus(row, now) === "expired";
}

/** Days until the end, a begun one counted whole; never below 0. */
export function daysLeft(expireAt: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(expireAt) - now.getTime()) / dayMs));
}
