import { z } from "zod";
import { page, problem, spendRefused, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { idInBody, reauthFields } from "./fields.ts";
import { amountMax, orderId, paymentResponse } from "./payments.ts";

/** The public part of a card that the gateway keeps: never a number by which anybody could be charged. */
export const savedCardView = z.object({
  id: z.int(),
  brand: z.string(),
  last4: z.string(),
  expiry_month: z.int(),
  expiry_year: z.int(),
  expired: z.boolean(),
  /** This session has to re-authenticate before it may use the card by one press. */
  confirm: z.boolean(),
  saved_at: z.string(),
});
export type SavedCardView = z.output<typeof savedCardView>;

export const savedCardsContract = {
  "GET /api/payments/saved-cards": {
    summary: "The cards that the caller has had kept for one-press purchases, newest first",
    access: ["fan"],
    responses: { 200: page(savedCardView), 401: problem, 403: problem },
  },
  "DELETE /api/payments/saved-cards/{id}": {
    summary: "Take a saved card out of use at once; the gateway deletes it",
    access: ["fan"],
    params: z.object({ id: idInBody }),
    responses: { 204: z.undefined(), 401: problem, 403: problem, 404: problem },
  },
  "POST /api/payments/saved-cards/{id}/confirm": {
    summary: "Re-authenticate, so that this session may use a saved card by one press",
    access: ["fan"],
    params: z.object({ id: idInBody }),
    body: z.object(reauthFields),
    responses: {
      204: z.undefined(),
      401: problem,
      403: problem,
      404: problem,
      422: problem,
      429: tooMany,
    },
  },
  "POST /api/payments/saved-cards/{id}/pay": {
    summary:
      "Buy a package, or one's promo, with a saved card by one press. 403 `saved_card_confirm` until this session has re-authenticated once for the card, 403 `saved_card_limit` where the limits of one press are reached, 409 `saved_card_busy` while another such payment has no outcome; the card form is there for all of them",
    access: ["fan"],
    idempotent: true,
    params: z.object({ id: idInBody }),
    body: z.object({
      package_id: idInBody,
      amount: z.number().positive().max(amountMax),
      orderid: orderId,
    }),
    responses: {
      200: paymentResponse,
      401: problem,
      403: spendRefused,
      404: problem,
      409: problem,
      422: problem,
      429: tooMany,
      503: problem,
    },
  },
} as const satisfies Contract;
