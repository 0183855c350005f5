import type { PaymentRequest } from "#contract/payments.ts";

/** The sandbox's test cards. */
export const cards = {
  approved: "4242424242424242",
  approvedToo: "4111111111111111",
  declined: "4000000000000002",
  redirect: "4000000000003220",
  lostReply: "4000000000000119",
} as const;

let orders = 1_700_000_000_000;

/** An order id nobody has used before. */
export function newOrderId(): string {
  return `TKN_${++orders}`;
}

/** A request that is right in every field. */
export function validRequest(pack: { id: number; price: number }): PaymentRequest {
  return {
    payment_type: "token_purchase",
    currency: "USD",
    package_id: pack.id,
    amount: pack.price,
    card_holder_name: "Nico Rivera",
    email: "nico@mail.test",
    phone: "",
    address1: "48 Harbor Street",
    city: "Oakland",
    state: "CA",
    zip: "94607",
    country: "US",
    card_number: cards.approved,
    card_expiry_month: "11",
    card_expiry_year: "28",
    card_cvc: "123",
    payment: "creditcard",
    orderdescription: "100 Tokens",
    orderid: newOrderId(),
  };
}
