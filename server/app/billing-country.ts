import type { Tx } from "#server/kit/database/database.ts";
import type { PurchaseHooks } from "#server/payments/payments.ts";

/**
 * Lets the account of a fan who paid live where the bill went, in the transaction that completes the purchase. `fill`
 * leaves a country alone that the account has already.
 */
export function fillBillingCountry(
  hooks: PurchaseHooks,
  fill: (tx: Tx, fanId: number, country: string) => Promise<void>,
): PurchaseHooks {
  return {
    ...hooks,
    async completed(tx, purchase) {
      await hooks.completed(tx, purchase);
      if (purchase.billingCountry !== null) await fill(tx, purchase.fanId, purchase.billingCountry);
    },
  };
}
