import { z } from "zod";
import { id, page, pageQuery, problem, spendRefused, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody } from "./fields.ts";
import { subscriptionPaymentsContract } from "./subscription-payments.ts";
import { bundleMonths, termMonths } from "./subscription-terms.ts";

/** A term of several months, and what all of it costs at once, in US dollars: less than its months one by one. */
export const bundle = z.object({ months: z.literal(bundleMonths), price: z.number() });
export type Bundle = z.output<typeof bundle>;

/** The price of a month, in US dollars, and the tokens that come with each paid month. */
export const pricing = z.object({
  price_monthly_subscription: z.number(),
  freeTokens: z.int(),
  /** False: nobody new can subscribe. */
  subscription_enable: z.boolean(),
  /** Longer terms, the shortest first; the tokens of each month come with them at once. */
  bundles: z.array(bundle),
});
export type Pricing = z.output<typeof pricing>;

/** A subscription of a fan; `created_at` and `expire_at` are the start and the end of what was paid. */
export const subscription = z.object({
  id: z.int(),
  model_id: z.int(),
  avatar: z.string(),
  created_at: z.string(),
  expire_at: z.string(),
  login: z.string(),
  /** US dollars a month; of a bundle, rounded to cents. */
  price: z.number(),
  /** The months that each payment buys. */
  months: z.literal(termMonths),
  /** US dollars that each payment charges. */
  charge: z.number(),
  name: z.string(),
  freeTokens: z.int(),
  canceled_at: z.string().nullable(),
  user_canceled_at: z.string().nullable(),
  gateway_subscription_id: z.string().nullable(),
  gateway: z.string().default("CommerceGate"),
  /**
   * The charge of each payment from `from` on, the end of the paid time, if the fan agrees; null: no such question is
   * open.
   */
  price_change: z.object({ price: z.number(), freeTokens: z.int(), from: z.string() }).nullable(),
  /** Renewal can be switched on again while the paid time runs. */
  can_reenable: z.boolean(),
  /** A new subscription to this model can be begun. */
  can_subscribe: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

/**
 * The outcome of a request to subscribe. `payment`: the fan pays in the form at `url`. `active`: nothing is to be paid;
 * the paid time still runs and is renewed.
 */
export const subscribeAnswer = z.object({
  status: z.enum(["payment", "active"]),
  url: z.string().optional(),
  subscription: subscription.optional(),
});
export type SubscribeAnswer = z.output<typeof subscribeAnswer>;

/** Whether one fan is subscribed to one model. */
export const subscribedState = z.object({
  fanSubscribed: z.boolean(),
  subscription: subscription.nullable(),
  pricing,
});
export type SubscribedState = z.output<typeof subscribedState>;

/** A model's own offer; `price` must be one of `prices`, those that the payment provider has. */
export const subscriptionPlan = pricing.extend({
  prices: z.array(z.number()),
  /** The longer terms that the payment provider has, at the prices that it has them. */
  bundle_prices: z.array(bundle),
  /** False: no payment provider takes subscriptions here. */
  available: z.boolean(),
  /** True: a higher price is asked of those who are subscribed, too; false: they keep theirs. */
  asks_subscribers: z.boolean(),
  /** Fans whose paid time runs. */
  subscribers: z.int(),
});
export type SubscriptionPlan = z.output<typeof subscriptionPlan>;

/**
 * The price of the chosen term that the fan has read, in US dollars: another one now is refused as `price_changed`,
 * and so is another than a subscription renews at whose renewal is to be switched on again. A subscription that
 * renews already is not compared.
 */
const agreedPrice = z.number().min(0.01).max(12_000).optional();
/** The months that each payment buys; left out: those of the running subscription, else one. */
const chosenMonths = z.literal(termMonths).optional();
const fanOnly = { 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany } as const;
const order = {
  access: ["fan"],
  idempotent: true,
  responses: { 200: subscribeAnswer, ...fanOnly, 403: spendRefused, 409: problem, 503: problem },
} as const;
const canceled = z.object({ status: z.literal("canceled"), subscription });
const cancel = {
  access: ["fan"],
  params: z.object({ id }),
  responses: { 200: canceled, ...fanOnly },
} as const;
const modelOnly = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;

export const subscriptionsContract = {
  ...subscriptionPaymentsContract,
  "GET /api/fan/subscriptions-models": {
    summary: "The fan's own subscriptions: those that run first, then by their end",
    access: ["fan"],
    query: pageQuery,
    responses: { 200: page(subscription), 401: problem, 403: problem, 422: problem },
  },
  "GET /api/fan/subscription-state/{model_id}": {
    summary: "Whether the fan is subscribed to one model, and what it costs",
    access: ["fan"],
    params: z.object({ model_id: id }),
    responses: { 200: subscribedState, ...fanOnly },
  },
  "POST /api/fan/subscribe-model": {
    summary:
      "Subscribe to a model, or switch the renewal of what runs on again; 403 where one of the two has blocked the other",
    ...order,
    body: z.object({ modelId: idInBody, months: chosenMonths, price: agreedPrice }),
  },
  "POST /api/commerce-gate/subscribe-form": {
    summary: "The provider's form for a subscription to a model",
    ...order,
    body: z.object({ model_id: idInBody, months: chosenMonths, price: agreedPrice }),
  },
  "POST /api/fan/unsubscribe-model": {
    summary: "Switch off the renewal of one's subscription to a model; it runs to its end",
    access: ["fan"],
    body: z.object({ model_id: idInBody }),
    responses: { 200: canceled, ...fanOnly },
  },
  "POST /api/fan/agree-to-price": {
    summary:
      "Agree to the new price of a subscription of one's own; nothing is charged now. Harmless to repeat. What does not renew any more is refused as a new subscription is: 403 where one of the two has blocked the other",
    access: ["fan"],
    body: z.object({ subscription_id: idInBody, price: z.number().positive().max(12_000) }),
    responses: {
      200: z.object({ status: z.literal("active"), subscription }),
      ...fanOnly,
      403: spendRefused,
      409: problem,
    },
  },
  "GET /api/payments/cancel-subscription/{id}": {
    summary: "The older name of the call below; harmless to repeat",
    getChanges: true,
    ...cancel,
  },
  "POST /api/payments/cancel-subscription/{id}": {
    summary: "Switch off the renewal of a subscription of one's own; it runs to its end",
    ...cancel,
  },
  "GET /api/studio/subscription": {
    summary: "What the model asks for a month",
    access: ["model"],
    responses: { 200: subscriptionPlan, ...modelOnly },
  },
  "POST /api/studio/subscription": {
    summary:
      "Change what the model asks; those who are subscribed keep their price until they agree to a higher one",
    access: ["model"],
    body: z.object({
      price_monthly_subscription: z.number().positive().max(1_000),
      freeTokens: z.int().min(0).max(10_000),
      subscription_enable: z.boolean(),
      /** Longer terms and what all of each costs; those left out are not sold. */
      bundles: z
        .array(z.object({ months: z.literal(bundleMonths), price: z.number().positive().max(12_000) }))
        .max(bundleMonths.length)
        .refine((rows) => new Set(rows.map(({ months }) => months)).size === rows.length, "invalid")
        .default([]),
    }),
    responses: { 200: subscriptionPlan, ...modelOnly },
  },
} as const satisfies Contract;
