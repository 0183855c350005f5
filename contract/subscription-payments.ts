import { z } from "zod";
import { id, instant, page, pageQuery, pdfFile, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";

/** A payment for a subscription, for a month or for several; the price includes VAT. `returned` where the money went back. */
export const subscriptionPayment = z.object({
  id: z.int(),
  at: instant,
  /** The model whom the fan is subscribed to; the name is empty where the model is gone. */
  model: z.object({ login: z.string(), name: z.string() }),
  /** False: the payment that began the subscription. */
  renewal: z.boolean(),
  amount: z.number(),
  currency: z.string(),
  /** Tokens that came with it. */
  free_tokens: z.int(),
  /** The days that it paid for. */
  from: instant,
  to: instant,
  /** The payment provider, its number of this payment, and its number of the subscription. */
  provider: z.string(),
  transaction_id: z.string(),
  gateway_subscription_id: z.string().nullable(),
  descriptor: z.string(),
  returned: z.enum(["refunded", "charged_back"]).nullable(),
});
export type SubscriptionPayment = z.output<typeof subscriptionPayment>;

const oneId = z.object({ id });
const refusals = { 401: problem, 403: problem, 404: problem } as const;

export const subscriptionPaymentsContract = {
  "GET /api/fan/subscription-payments": {
    summary: "Every payment of the fan for a subscription, newest first",
    access: ["fan"],
    query: pageQuery,
    responses: { 200: page(subscriptionPayment), 401: problem, 403: problem, 422: problem },
  },
  "GET /api/fan/subscription-payments/{id}": {
    summary: "The receipt of one payment for a subscription of one's own",
    access: ["fan"],
    params: oneId,
    responses: { 200: subscriptionPayment, ...refusals },
  },
  "GET /api/fan/subscription-payments/{id}/pdf": {
    summary: "The same as a PDF file, in the language of `Accept-Language`",
    access: ["fan"],
    params: oneId,
    responses: { 200: pdfFile, ...refusals },
  },
} as const satisfies Contract;
