import type { PaymentRequest } from "#contract/payments.ts";
import { shownExpiry } from "../card/card-masks.ts";
import { type CardForm, cardDigits } from "../card/card-rules.ts";
import type { Offer } from "../offers.ts";

/** The fan's order, and the card by which it is paid: as it stands in the form, or the gateway's token for it. */
export type PaymentOrder = { offer: Offer; form: CardForm; token?: string; keepsCard?: boolean };
/** The fan's order with a card that the gateway keeps, by its id. */
export type SavedCardOrder = { offer: Offer; savedCard: number };
/** The fan's order on a page of the gateway: by a regional method, by its code, or by card where it is null. */
export type PageOrder = { offer: Offer; method: string | null };

/** One intent to pay: however often it is sent, it is one sale. */
export type PaymentIntent = { key: string; orderId: string; order: string };

/** The body of `POST /api/payments/process`: card number without spaces, month and year of two digits each. */
export function paymentRequestOf(
  { offer, form, token, keepsCard }: PaymentOrder,
  orderId: string,
): PaymentRequest {
  const [card_expiry_month, card_expiry_year] = shownExpiry(form.expiry).split("/");
  const card = {
    card_number: cardDigits(form.card_number),
    card_expiry_month,
    card_expiry_year,
    card_cvc: form.cvv,
  };
  return {
    payment_type: "token_purchase",
    currency: "USD",
    package_id: offer.id,
    amount: offer.charged,
    card_holder_name: form.card_holder_name.trim(),
    email: form.email.trim(),
    phone: form.phone.trim(),
    address1: form.address1.trim(),
    city: form.city.trim(),
    state: form.state,
    zip: form.zip.trim(),
    country: form.country,
    ...(token === undefined ? card : { payment_token: token }),
    ...(keepsCard && { save_card: true }),
    payment: "creditcard",
    orderdescription: `${offer.tokens} tokens`,
    orderid: orderId,
  };
}

/**
 * The intent for this order: the former one if it is the same order and not used up, else a new one. The gateway gives the
 * same card another token each time that it is asked, which makes no other order of it.
 */
export function intentFor(
  order: PaymentOrder | PageOrder | SavedCardOrder,
  former: PaymentIntent | null,
  mint: { newKey(): string; now(): Date },
): PaymentIntent {
  const fingerprint = JSON.stringify({ ...order, token: undefined });
  if (former?.order === fingerprint) return former;
  return { key: mint.newKey(), orderId: `TKN_${mint.now().getTime()}`, order: fingerprint };
}
