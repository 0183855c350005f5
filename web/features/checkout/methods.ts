/** The ways to pay that the checkout lists. Crypto is listed but cannot be chosen. */
export type PaymentType = "card" | "paypal" | "crypto";

export type PaymentMethod = { code: "direct_api_credit" | "direct_api_debit"; type: "card" };

export const paymentTypes: readonly { type: PaymentType; disabled: boolean }[] = [
  { type: "card", disabled: false },
  { type: "paypal", disabled: false },
  { type: "crypto", disabled: true },
];

/** The card methods that every fan has. */
export const cardMethods: readonly PaymentMethod[] = [
  { code: "direct_api_credit", type: "card" },
  { code: "direct_api_debit", type: "card" },
];

/** The methods of a type; PayPal and crypto have none. */
export function methodsOf(type: PaymentType): readonly PaymentMethod[] {
  return type === "card" ? cardMethods : [];
}
