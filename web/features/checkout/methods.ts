/** The ways to pay that the checkout lists. Crypto is listed but cannot be chosen; regional only where there are methods. */
export type PaymentType = "card" | "paypal" | "crypto" | "regional";

export type PaymentMethod = { code: "direct_api_credit" | "direct_api_debit"; type: "card" };

export const paymentTypes: readonly { type: Exclude<PaymentType, "regional">; disabled: boolean }[] = [
  { type: "card", disabled: false },
  { type: "paypal", disabled: false },
  { type: "crypto", disabled: true },
];

/** The card methods that every fan has. */
export const cardMethods: readonly PaymentMethod[] = [
  { code: "direct_api_credit", type: "card" },
  { code: "direct_api_debit", type: "card" },
];

/** The fixed methods of a type; those of the fan's country are asked for, PayPal and crypto have none. */
export function methodsOf(type: PaymentType): readonly PaymentMethod[] {
  return type === "card" ? cardMethods : [];
}
