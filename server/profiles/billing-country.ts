import type { PurchaseHook } from "#server/payments/payments.ts";
import { fillCountry } from "./store/profile-store.ts";

/**
 * Lets the account of a fan who paid live where the bill went, in the transaction that completes the purchase; a country
 * that the account has already stays.
 */
export const fillBillingCountry: PurchaseHook = {
  async completed(tx, { fanId, billingCountry }) {
    if (billingCountry !== null) await fillCountry(tx, fanId, billingCountry);
  },
};
