import type { PurchaseHooks } from "#server/payments/payments.ts";
import { fillCountry } from "#server/profiles/profiles.ts";

/**
 * Lets the account of a fan who paid live where the bill went, in the transaction that completes the purchase; a country
 * that the account has already stays.
 */
export function fillBillingCountry(hooks: PurchaseHooks): PurchaseHooks {
  return {
    ...hooks,
    async completed(tx, purchase) {
      await hooks.completed(tx, purchase);
      if (purchase.billingCountry !== null) await fillCountry(tx, purchase.fanId, purchase.billingCountry);
    },
  };
}
