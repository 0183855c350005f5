import { z } from "zod";
import { cardNumberInText, isCardNumber, isInternationalPhone, withoutCardNumber } from "./card-number.ts";
import { page, pdfFile, problem, spendRefused, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { countryCode, countryShape, emailAddress, idInBody, text } from "./fields.ts";
import { inLatinDigits } from "./latin-digits.ts";

/** `price` in US dollars including VAT; `savings` in whole percent against the first pack. */
export const tokenPackage = z.object({
  id: z.int(),
  label: z.string(),
  tokens: z.int(),
  price: z.number(),
  description: z.string(),
  base_tokens: z.int(),
  bonus_tokens: z.int(),
  savings: z.int(),
  popular: z.boolean(),
  best_value: z.boolean(),
  /** The price in the currency of the fan's country where regional methods charge in it, and its ISO 4217 code. */
  local_price: z.number().nullable(),
  local_currency: z.string().nullable(),
});
export type TokenPackage = z.output<typeof tokenPackage>;

/**
 * Today's offer for this fan; it can be bought by its `id` as `package_id` until `expires_at`, for `footer_price`, once:
 * 409 `promo_used` afterwards, and `promo_in_progress` while another payment for it has no outcome yet.
 */
export const promo = z.object({
  id: z.int(),
  tokens: z.int(),
  old_price: z.number(),
  price: z.number(),
  footer_price: z.number(),
  /** `footer_price`, `price` and `old_price` in the currency of the fan's country, as a package has its price. */
  local_price: z.number().nullable(),
  local_banner_price: z.number().nullable(),
  local_old_price: z.number().nullable(),
  local_currency: z.string().nullable(),
  expires_at: z.string(),
  /** The time left for a caller whose clock may be wrong: whole seconds from this answer on. */
  seconds_left: z.int().optional(),
});
export type Promo = z.output<typeof promo>;

/** Digits, which programs and phones may send in those of another script. */
const digits = () => z.string().overwrite(inLatinDigits);
const cardDigits = (min: number, max: number, code: string, whenEmpty: string) =>
  digits()
    .min(1, { error: whenEmpty, abort: true })
    .regex(new RegExp(`^\\d{${min},${max}}$`), code);
const filled = (required: string, max = 120) =>
  text({ min: 1, max, codes: { required } }).refine(withoutCardNumber, cardNumberInText);
/** More than any package costs, in US dollars. */
export const amountMax = 100_000;
/** The caller's own number of an order. */
export const orderId = z.string().regex(/^TKN_\d{1,20}$/, "order_id");
const twoCharacters = "state_two_characters";

/**
 * The payment request of the specification. Card fields may be replaced by the gateway's `payment_token`. A card number in
 * any other field is refused: those are stored or passed on.
 */
export const paymentRequest = z.object({
  payment_type: z.literal("token_purchase"),
  currency: z.literal("USD"),
  package_id: idInBody,
  amount: z.number().positive().max(amountMax),
  card_holder_name: filled("card_holder_required"),
  email: emailAddress().refine(withoutCardNumber, cardNumberInText),
  phone: text({ max: 40 })
    .refine((phone) => isInternationalPhone(phone) || withoutCardNumber(phone), cardNumberInText)
    .optional(),
  address1: filled("address_required", 200),
  city: filled("city_required"),
  state: text({
    min: 2,
    max: 2,
    codes: { required: twoCharacters, min: twoCharacters, max: twoCharacters },
  }),
  zip: filled("zip_required", 20),
  country: text({ max: 2, shape: countryShape, codes: { shape: "country_required" } }).default("US"),
  card_number: cardDigits(13, 19, "card_number_invalid", "card_number_required").optional(),
  card_expiry_month: digits()
    .regex(/^(0?[1-9]|1[0-2])$/, "expiry_format")
    .optional(),
  card_expiry_year: digits()
    .regex(/^(20)?\d{2}$/, "expiry_format")
    .optional(),
  card_cvc: cardDigits(3, 4, "cvv_short", "cvv_required").optional(),
  payment_token: text({ max: 200, verbatim: true })
    .refine((token) => !isCardNumber(token), cardNumberInText)
    .optional(),
  payment: z.literal("creditcard"),
  orderdescription: text({ max: 200, verbatim: true }).refine(withoutCardNumber, cardNumberInText),
  orderid: orderId,
  /** The fan agrees that the gateway keeps the card for one-press purchases; nothing is kept where it cannot. */
  save_card: z.boolean().optional(),
});
export type PaymentRequest = z.input<typeof paymentRequest>;

export const paymentResponse = z.object({
  success: z.boolean(),
  status: z.enum(["pending", "completed", "failed", "cancelled"]),
  fan_balance: z.int(),
  transaction_id: z.string(),
  requires_redirect: z.boolean().optional(),
  checkout_url: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  /** After a decline that was one too many: seconds until the next try is possible. */
  retry_after: z.int().optional(),
  /** The way in which the money of a payment went back that had been made, and whose status is `cancelled` then. */
  returned: z.enum(["refunded", "charged_back"]).optional(),
});
export type PaymentResponse = z.output<typeof paymentResponse>;

/** A way to pay that a regional processor offers, and what it charges in; `logo` is the address of a picture. */
export const regionalMethod = z.object({
  name: z.string(),
  code: z.string(),
  type: z.string(),
  logo: z.string(),
  currency: z.string(),
});
export type RegionalMethod = z.output<typeof regionalMethod>;

/** An older offer: a package as the gateway's form sells it. `id` is the package's; `offer_id` the gateway's. */
export const formOffer = z.object({
  id: z.int(),
  order: z.int(),
  offer_id: z.string(),
  tokens: z.int(),
  price: z.number(),
  currency: z.string(),
  offer_type: z.string(),
});
export type FormOffer = z.output<typeof formOffer>;

/** A purchase with its time, price and method; `returned` where the money went back. Prices include VAT. */
export const purchaseReceipt = z.object({
  id: z.string(),
  order_id: z.string(),
  at: z.iso.datetime(),
  tokens: z.int(),
  base_tokens: z.int(),
  bonus_tokens: z.int(),
  promo: z.boolean(),
  /** The charge, and the price in US dollars where it was charged in another currency. */
  amount: z.number(),
  currency: z.string(),
  dollars: z.number().nullable(),
  method: z.object({ kind: z.enum(["card", "regional", "form"]), name: z.string().nullable() }),
  descriptor: z.string(),
  returned: z.enum(["refunded", "charged_back"]).nullable(),
});
export type PurchaseReceipt = z.output<typeof purchaseReceipt>;

const payer = { 401: problem, 403: spendRefused, 409: problem, 422: problem, 429: tooMany } as const;

export const paymentsContract = {
  "GET /api/token-packages": {
    summary:
      "Packages on sale and today's promo, if there is one for this fan, whose time begins to run here",
    getChanges: true,
    access: "public",
    responses: {
      200: z.object({
        success: z.literal(true),
        data: z.object({
          packages: z.array(tokenPackage),
          promo: promo.nullable(),
          descriptor: z.string(),
          /** False where no gateway takes this fan's payments: purchases are not open yet. */
          open: z.boolean(),
          /** How cards are paid: by our fields, by the gateway's fields in our form, by its own form, or not at all. */
          card: z.enum(["fields", "hosted", "form", "none"]),
          /** Where `card` is `hosted`: the address of the gateway's Collect.js and the public key for it. */
          hosted_fields: z.object({ script: z.string(), key: z.string() }).nullable(),
          /** The countries, by their ISO 3166 codes, whose fans have ways to pay of their own. */
          regional_countries: z.array(z.string()),
          /** Can the gateway keep a fan's card for one-press purchases? */
          saves_cards: z.boolean(),
          /** Seconds until this fan may pay by card, null when at once. */
          retry_after: z.int().nullable(),
        }),
      }),
    },
  },
  "GET /api/directa24/payment-methods": {
    summary:
      "The regional ways to pay in a fan's own country, which is meant where none is named; none where no regional processor is set up",
    access: ["fan"],
    query: z.object({ countryCode: countryCode().optional() }),
    responses: { 200: page(regionalMethod), 401: problem, 403: problem, 422: problem },
  },
  "POST /api/directa24/buy-tokens": {
    summary:
      "Buy a package, or one's promo, by a regional method: the gateway's page, to be shown in a frame. 403 where the fan's country has no such methods, 409 `method_refused` where the gateway will not have this one",
    access: ["fan"],
    idempotent: true,
    body: z.object({ id: idInBody, paymentMethodCode: text({ min: 1, max: 20, shape: "[A-Za-z0-9_-]+" }) }),
    responses: {
      200: z.object({ redirectUrl: z.string(), transaction_id: z.string() }),
      ...payer,
      503: problem,
    },
  },
  "GET /api/fan/commerce-gate-offers": {
    summary: "The packages that can be paid for in the gateway's own form, in their order",
    access: ["fan"],
    responses: { 200: page(formOffer), 401: problem, 403: problem },
  },
  "POST /api/fan/card-gateway/buy-tokens": {
    summary:
      "Buy a package in the gateway's own form: its address, to be shown in a frame, and the balance as it is",
    access: ["fan"],
    idempotent: true,
    body: z.object({ id: idInBody }),
    responses: {
      200: z.object({
        status: z.boolean(),
        url: z.string(),
        balance: z.int(),
        transaction_id: z.string(),
      }),
      ...payer,
      503: problem,
    },
  },
  "POST /api/commerce-gate/payment-form": {
    summary: "The same by its older name",
    access: ["fan"],
    idempotent: true,
    body: z.object({ id: idInBody }),
    responses: {
      200: z.object({ status: z.boolean(), url: z.string(), transaction_id: z.string() }),
      ...payer,
      503: problem,
    },
  },
  "POST /api/payments/process": {
    summary:
      "Buy a package by card; `orderid` and the Idempotency-Key make a retry harmless. A fan has 10 payments an hour, of which 3 may be declined, and 5 declines a day: 429, and the answer to the last decline, give in `retry_after` the seconds until the next try is possible",
    access: ["fan"],
    idempotent: true,
    body: paymentRequest,
    responses: { 200: paymentResponse, ...payer, 503: problem },
  },
  "GET /api/payments/receipt/{id}": {
    summary: "The receipt of a purchase of one's own, once it was paid",
    access: ["fan"],
    params: z.object({ id: text({ min: 1, max: 80 }) }),
    responses: { 200: purchaseReceipt, 401: problem, 403: problem, 404: problem },
  },
  "GET /api/payments/receipt/{id}/pdf": {
    summary: "The same as a PDF file, in the language of `Accept-Language`",
    access: ["fan"],
    params: z.object({ id: text({ min: 1, max: 80 }) }),
    responses: { 200: pdfFile, 401: problem, 403: problem, 404: problem },
  },
  "GET /api/payments/status/{id}": {
    summary: "The state of one of the caller's payments",
    access: ["fan"],
    params: z.object({ id: text({ min: 1, max: 80 }) }),
    responses: {
      200: z.object({
        success: z.boolean(),
        status: paymentResponse.shape.status,
        fan_balance: z.int(),
        transaction_id: z.string(),
        /** As in the answer to the order: a payment by card waits for its payer on this page of the bank. */
        requires_redirect: paymentResponse.shape.requires_redirect,
        checkout_url: paymentResponse.shape.checkout_url,
        message: z.string(),
        retry_after: paymentResponse.shape.retry_after,
        returned: paymentResponse.shape.returned,
      }),
      401: problem,
      403: problem,
      404: problem,
    },
  },
} as const satisfies Contract;
