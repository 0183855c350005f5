import { z } from "zod";
import { reason, staffOnly, staffRefusals } from "./admin.ts";
import { cardNumberInText, refundReasonHoldsCard } from "./card-number.ts";
import { id, instant, page, pageQuery, problem, searchQuery } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { day, shaped } from "./fields.ts";

/** A part of a payment, in its currency; left out: all that is left of it. */
const refundAmount = z.number().min(0.01).max(100_000_000).multipleOf(0.01);
const refundReason = reason.refine((text) => !refundReasonHoldsCard(text), cardNumberInText);

/** A payment of tokens by its id, one of a subscription by `sub-` and its number. */
const paymentId = shaped(/^(sub-\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i);

export const adminPayment = z.object({
  id: z.string(),
  kind: z.enum(["tokens", "subscription"]),
  /** The model of a subscription; null for tokens, and once they have left. */
  model: z.string().nullable(),
  /** The order's id; for a subscription the gateway's number of the payment. */
  order_id: z.string(),
  fan_id: z.int(),
  fan: z.string(),
  state: z.string(),
  tokens: z.int(),
  /** The charge, in the currency of that ISO 4217 code. */
  amount: z.number(),
  currency: z.string(),
  card: z.string().nullable(),
  gateway: z.string(),
  created_at: instant,
  refundable: z.boolean(),
});
export type AdminPayment = z.output<typeof adminPayment>;

export const adminPaymentDetails = adminPayment.extend({
  /** The terms that were accepted with the order: their version, when and from which address. */
  consent: z.object({ version: z.string(), at: instant, address: z.string() }),
  balance: z.int(),
  /** The sum that has gone back of it in parts, in its currency. */
  refunded: z.number(),
  /** The sum that the gateway was asked to give back in a part, and has not answered for yet, in its currency. */
  asked_back: z.number(),
  /** Tokens that the fan owes. */
  debt: z.int().min(0),
  /** Whether the fan's account is open still. */
  account: z.enum(["open", "suspended", "closed"]),
  events: z.array(
    z.object({
      from: z.string().nullable(),
      to: z.string(),
      /** `superseded`: a report that came too late to change anything; `mismatch`: one of another sum or payment. */
      verdict: z.enum(["applied", "superseded", "mismatch"]),
      source: z.string(),
      detail: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type AdminPaymentDetails = z.output<typeof adminPaymentDetails>;

/** A sum that a bank took back and that named no payment for sure; `payments`: those of that sum by such or an unknown card. */
export const openChargeback = z.object({
  id: z.int(),
  gateway: z.string(),
  /** US dollars. */
  amount: z.number(),
  card: z.string(),
  received_at: instant,
  payments: z.array(adminPayment),
});
export type OpenChargeback = z.output<typeof openChargeback>;

const openChargebackList = z.object({ data: z.array(openChargeback) });

/** A day (UTC) as the payments, the gateways' notices and the ledger have it. */
export const adminBooks = z.object({
  lines: z.array(
    z.object({
      kind: z.enum(["tokens", "subscription"]),
      gateway: z.string(),
      currency: z.string(),
      step: z.enum(["succeeded", "refunded", "charged_back", "chargeback_reversed"]),
      count: z.int(),
      /** In the currency. */
      amount: z.number(),
      tokens: z.int(),
    }),
  ),
  /** Where they differ, and what waits for longer than an hour; each needs somebody to look. */
  differences: z.array(
    z.object({
      kind: z.enum(["not_credited", "other_tokens", "no_payment", "other_sum", "open_long", "part_open"]),
      gateway: z.string(),
      payment_id: z.string().nullable(),
      order_id: z.string().nullable(),
      detail: z.string(),
      at: instant,
    }),
  ),
});
export type AdminBooks = z.output<typeof adminBooks>;

/** How the books of the last days stood in the night after each, the latest first. */
export const adminDayReports = z.object({
  data: z.array(
    z.object({
      /** ISO 8601 date, UTC. */
      day: z.string(),
      made_at: instant,
      /** Payments that succeeded. */
      payments: z.int(),
      differences: z.int(),
    }),
  ),
});
export type AdminDayReports = z.output<typeof adminDayReports>;

/** How the machine is: what its checks found last, and what waits. */
/** `outdated`: it has not run for 30 minutes, so that its result no longer counts. */
const checkResult = { ok: z.boolean(), at: instant, outdated: z.boolean().optional() };

export const adminState = z.object({
  reconciliation: z
    .object({
      ...checkResult,
      resumed: z.int(),
      queried: z.int(),
      settled: z.int(),
      failed: z.int(),
    })
    .nullable(),
  ledger: z
    .object({
      ...checkResult,
      accounts: z.int(),
      transfers: z.int(),
      problems: z.array(z.string()),
    })
    .nullable(),
  payments: z.object({ waiting: z.int(), oldest: instant.nullable(), chargebacks: z.int() }),
  tickets: z.object({ open: z.int(), overdue: z.int() }),
  debts: z.object({ fans: z.int() }),
});
export type AdminState = z.output<typeof adminState>;

/** Payments of everybody, chargebacks, debts, the books, and how the machine is, as staff sees them. */
export const adminPaymentsContract = {
  "GET /api/admin/payments": {
    summary:
      "Payments of everybody, for tokens and subscriptions, newest first; by payment id, order id, the gateway's number, fan's id or user name",
    access: staffOnly,
    query: searchQuery,
    responses: { 200: page(adminPayment), ...staffRefusals },
  },
  "GET /api/admin/payments/{id}": {
    summary: "One payment with every step that it took",
    access: staffOnly,
    params: z.object({ id: paymentId }),
    responses: { 200: adminPaymentDetails, 404: problem, ...staffRefusals },
  },
  "POST /api/admin/payments/{id}/refund": {
    summary:
      "Give a payment back, or a part of it; its tokens, or their share, are taken out of the balance, spent ones become a debt",
    access: staffOnly,
    params: z.object({ id: paymentId }),
    idempotent: true,
    body: z.object({ reason: refundReason, amount: refundAmount.optional() }),
    responses: { 200: adminPaymentDetails, 404: problem, 409: problem, 502: problem, ...staffRefusals },
  },
  "GET /api/admin/chargebacks": {
    summary:
      "Chargebacks that named no payment for sure, oldest first, with the payments that they may be of",
    access: staffOnly,
    responses: { 200: openChargebackList, ...staffRefusals },
  },
  "POST /api/admin/chargebacks/{id}/resolve": {
    summary:
      "Decide which payment a chargeback is of, which is taken back, or, with null, that it is none of ours",
    access: staffOnly,
    params: z.object({ id }),
    idempotent: true,
    body: z.object({ payment_id: z.uuid().nullable(), reason: refundReason }),
    responses: { 200: openChargebackList, 404: problem, 409: problem, ...staffRefusals },
  },
  "GET /api/admin/debts": {
    summary: "Fans who owe tokens, the largest debt first",
    access: staffOnly,
    query: pageQuery,
    responses: {
      200: page(z.object({ fan_id: z.int(), fan: z.string(), tokens: z.int() })),
      ...staffRefusals,
    },
  },
  "GET /api/admin/books": {
    summary: "A day's payments by gateway beside the ledger, and every difference between them; days are UTC",
    access: staffOnly,
    query: z.object({ day }),
    responses: { 200: adminBooks, ...staffRefusals },
  },
  "GET /api/admin/day-reports": {
    summary: "How the books of each of the last 31 days stood in the night after it",
    access: staffOnly,
    responses: { 200: adminDayReports, ...staffRefusals },
  },
  "GET /api/admin/state": {
    summary: "What reconciliation and the ledger's audit found last, and what waits",
    access: staffOnly,
    responses: { 200: adminState, ...staffRefusals },
  },
} as const satisfies Contract;
