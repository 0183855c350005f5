import { z } from "zod";
import { cardNumberInText, refundReasonHoldsCard } from "./card-number.ts";
import { clientId, id, instant, page, pageQuery, problem, searchQuery, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { reportOutcomes, reportReasons, reportTargets } from "./field-bounds.ts";
import { day, reauthFields, text } from "./fields.ts";

const refusals = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
const staffOnly = ["admin"] as const;
const reason = text({ min: 3, max: 300 });

const refundReason = reason.refine((text) => !refundReasonHoldsCard(text), cardNumberInText);

export const adminModel = z.object({
  id: z.int(),
  login: z.string(),
  artistic_name: z.string(),
  avatar: z.string(),
  /** Kept out of every list; fans cannot enter the room. */
  hidden: z.boolean(),
  /** Hidden, with the account closed. */
  suspended: z.boolean(),
  /** Only an approved model is listed; `submitted` waits for staff. */
  listing: z.enum(["draft", "submitted", "approved"]),
  status: z.enum(["began", "paused", "stopped"]),
  type: z.enum(["public", "private", "vip", "promo"]),
  watchers: z.int(),
  live_since: instant.nullable(),
  last_connection: instant.nullable(),
});
export type AdminModel = z.output<typeof adminModel>;

export const modelActions = [
  "approve",
  "send-back",
  "hide",
  "show",
  "suspend",
  "restore",
  "end-show",
] as const;
export const modelAction = z.enum(modelActions);
export type ModelAction = z.output<typeof modelAction>;

/** An entry of the staff log. `target` is a kind and an id: `model:7`. */
export const staffAction = z.object({
  id: z.int(),
  staff: z.string(),
  action: z.string(),
  target: z.string(),
  label: z.string(),
  reason: z.string(),
  at: instant,
});
export type StaffLogLine = z.output<typeof staffAction>;

export const ticketSummary = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(["contact", "removal", "report"]),
  reason: z.enum(reportReasons).nullable(),
  /** What a report is about. */
  about: z.enum(reportTargets).nullable(),
  about_id: z.int().nullable(),
  /** 1 is the gravest. */
  priority: z.int(),
  state: z.enum(["open", "answered", "closed"]),
  name: z.string().nullable(),
  created_at: instant,
  due_at: instant,
  overdue: z.boolean(),
});
export type TicketSummary = z.output<typeof ticketSummary>;

/** A copy of what somebody reported. `id` is null for a visitor without an account. */
const evidence = z.object({
  path: z.string(),
  reported: z.object({ id: z.int().nullable(), name: z.string(), role: z.enum(["fan", "model"]) }),
  title: z.string().nullable(),
  text: z.string().nullable(),
  media: z.enum(["picture", "video"]).nullable(),
  /** Where staff see the picture as it was, if it was one that everybody could see. */
  picture: z.string().nullable(),
  at: instant.nullable(),
  /** What was said before it, oldest first. */
  before: z.array(z.object({ author: z.string(), text: z.string(), at: instant })),
});
export type TicketEvidence = z.output<typeof evidence>;

/** When something is removed: whether who bought it gets their tokens back. */
const refundBuyers = z.boolean().default(false);

export const ticketDetails = ticketSummary.extend({
  language: z.enum(["en", "es"]),
  email: z.string().nullable(),
  url: z.string().nullable(),
  message: z.string().nullable(),
  account_id: z.int().nullable(),
  /** What was reported, as it was then; `reports`: how many reports there are about the same account. */
  evidence: evidence.nullable(),
  reports: z.int(),
  /** What is reported can be taken away, and staff have not done so. */
  removable: z.boolean(),
  /** How many bought what is reported, for how many tokens in all. */
  sold: z.object({ buyers: z.int(), tokens: z.int() }),
  /** What buyers got back after it was removed; `waiting` of them do not have it yet, `by_house`: what the model had no longer. */
  refunds: z.object({ buyers: z.int(), tokens: z.int(), waiting: z.int(), by_house: z.int() }),
  /** Its personal data is gone. */
  erased: z.boolean(),
  /** What was decided about a report: at first, and on appeal. Texts are null once erased. */
  decisions: z.array(
    z.object({
      id: z.int(),
      outcome: z.enum(reportOutcomes),
      reason: z.string().nullable(),
      on_appeal: z.boolean(),
      staff: z.string(),
      at: instant,
    }),
  ),
  /** The objection of the one whom the report is about. */
  appeal: z.object({ text: z.string().nullable(), at: instant }).nullable(),
  notes: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(["answer", "note", "closed", "reopened", "removed"]),
      staff: z.string(),
      body: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type TicketDetails = z.output<typeof ticketDetails>;

export const adminPayment = z.object({
  id: z.string(),
  order_id: z.string(),
  fan_id: z.int(),
  fan: z.string(),
  state: z.string(),
  tokens: z.int(),
  /** US dollars. */
  amount: z.number(),
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
  events: z.array(
    z.object({
      from: z.string().nullable(),
      to: z.string(),
      /** `superseded`: a report that came too late to change anything; `mismatch`: one of another sum. */
      verdict: z.enum(["applied", "superseded", "mismatch"]),
      source: z.string(),
      detail: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type AdminPaymentDetails = z.output<typeof adminPaymentDetails>;

/** A sum that a bank took back and that named no payment for sure; `payments`: those by such a card and of that sum. */
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

/** How the machine is: what its checks found last, and what waits. */
export const adminState = z.object({
  reconciliation: z
    .object({
      ok: z.boolean(),
      at: instant,
      resumed: z.int(),
      queried: z.int(),
      settled: z.int(),
      failed: z.int(),
    })
    .nullable(),
  ledger: z
    .object({
      ok: z.boolean(),
      at: instant,
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

/** A day (UTC) as the payments, the gateways' notices and the ledger have it. */
export const adminBooks = z.object({
  lines: z.array(
    z.object({
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
      kind: z.enum(["not_credited", "other_tokens", "no_payment", "other_sum", "open_long"]),
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

const ticketStep = z.object({
  client_id: clientId,
  text: text({ min: 1, max: 5_000 }),
});

const ticketAnswers = { 200: ticketDetails, 404: problem, 409: problem, ...refusals } as const;

/** The admin area. Every change carries a reason or a text and is written to the log. */
export const adminContract = {
  "GET /api/admin/models": {
    summary: "Every model, live ones first",
    access: staffOnly,
    query: searchQuery.extend({
      state: z.enum(["all", "waiting", "live", "hidden", "suspended"]).default("all"),
    }),
    responses: { 200: page(adminModel), ...refusals },
  },
  "POST /api/admin/models/{id}/{action}": {
    summary:
      "Approve a submitted page or send it back, hide, show, suspend or restore a model, or end the show; the room of a hidden or suspended model ends at once",
    access: staffOnly,
    params: z.object({ id, action: modelAction }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: adminModel, 404: problem, 409: problem, ...refusals },
  },
  "POST /api/admin/accounts/{id}/end-sessions": {
    summary: "End every session of a user of any role; the account stays open",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId }),
    responses: { 200: z.object({ ended: z.int() }), 404: problem, 409: problem, ...refusals },
  },
  "POST /api/admin/accounts/{id}/remove-second-factor": {
    summary:
      "Remove a lost second factor from an account after staff verified its owner; needs the staff member's own password and code, ends every session of the account and notifies its owner by email",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId, ...reauthFields }),
    responses: { 200: z.object({ ended: z.int() }), 404: problem, 409: problem, ...refusals },
  },
  "GET /api/admin/log": {
    summary: "What staff did, newest first; all of it or what concerns one target",
    access: staffOnly,
    query: pageQuery.extend({ target: text({ max: 100 }).default("") }),
    responses: { 200: page(staffAction), ...refusals },
  },
  "GET /api/admin/tickets": {
    summary: "Messages to support: open ones by urgency and deadline, or closed ones",
    access: staffOnly,
    query: pageQuery.extend({ state: z.enum(["waiting", "closed", "all"]).default("waiting") }),
    responses: { 200: page(ticketSummary), ...refusals },
  },
  "GET /api/admin/tickets/{id}": {
    summary: "One message with everything that was done about it",
    access: staffOnly,
    params: z.object({ id }),
    responses: { 200: ticketDetails, 404: problem, ...refusals },
  },
  "POST /api/admin/tickets/{id}/answer": {
    summary: "Answer by mail",
    access: staffOnly,
    params: z.object({ id }),
    body: ticketStep,
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/note": {
    summary: "Note something that only the staff reads",
    access: staffOnly,
    params: z.object({ id }),
    body: ticketStep,
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/close": {
    summary: "Close a message with the decision",
    access: staffOnly,
    params: z.object({ id }),
    body: ticketStep,
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/reopen": {
    summary: "Open a closed message again, with a new deadline, unless its personal data is gone",
    access: staffOnly,
    params: z.object({ id }),
    body: ticketStep,
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/remove": {
    summary:
      "Take away what a report is about (a video, post, comment, room message or chat message) from everybody; its copy stays in the report, its author is told why",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId, refund_buyers: refundBuyers }),
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/evidence-file": {
    summary:
      "Look at the picture or video of a report: its address works for the caller alone and for an hour, and the log says who looked",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ client_id: clientId }),
    responses: {
      200: z.object({ url: z.string(), kind: z.enum(["picture", "video"]) }),
      404: problem,
      409: problem,
      ...refusals,
    },
  },
  "POST /api/admin/tickets/{id}/decide": {
    summary:
      "Decide a report, or the appeal against its decision: the reasons go to the one whom it is about",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({
      client_id: clientId,
      outcome: z.enum(reportOutcomes, "required"),
      /** For the one whom the report is about. */
      reason: text({ min: 1, max: 2_000 }),
      /** For the one who made it. */
      answer: text({ min: 1, max: 5_000 }),
      refund_buyers: refundBuyers,
    }),
    responses: ticketAnswers,
  },
  "GET /api/admin/payments": {
    summary: "Payments of everybody, newest first; by payment id, order id, fan's id or user name",
    access: staffOnly,
    query: searchQuery,
    responses: { 200: page(adminPayment), ...refusals },
  },
  "GET /api/admin/payments/{id}": {
    summary: "One payment with every step that it took",
    access: staffOnly,
    params: z.object({ id: z.uuid() }),
    responses: { 200: adminPaymentDetails, 404: problem, ...refusals },
  },
  "POST /api/admin/payments/{id}/refund": {
    summary: "Give a payment back; its tokens are taken out of the balance, spent ones become a debt",
    access: staffOnly,
    params: z.object({ id: z.uuid() }),
    idempotent: true,
    body: z.object({ reason: refundReason }),
    responses: { 200: adminPaymentDetails, 404: problem, 409: problem, 502: problem, ...refusals },
  },
  "GET /api/admin/chargebacks": {
    summary:
      "Chargebacks that named no payment for sure, oldest first, with the payments that they may be of",
    access: staffOnly,
    responses: { 200: openChargebackList, ...refusals },
  },
  "POST /api/admin/chargebacks/{id}/resolve": {
    summary:
      "Say which payment a chargeback is of, which is taken back, or, with null, that it is none of ours",
    access: staffOnly,
    params: z.object({ id }),
    idempotent: true,
    body: z.object({ payment_id: z.uuid().nullable(), reason: refundReason }),
    responses: { 200: openChargebackList, 404: problem, 409: problem, ...refusals },
  },
  "GET /api/admin/debts": {
    summary: "Fans who owe tokens, the largest debt first",
    access: staffOnly,
    query: pageQuery,
    responses: {
      200: page(z.object({ fan_id: z.int(), fan: z.string(), tokens: z.int() })),
      ...refusals,
    },
  },
  "GET /api/admin/books": {
    summary: "A day's payments by gateway beside the ledger, and every difference between them; days are UTC",
    access: staffOnly,
    query: z.object({ day }),
    responses: { 200: adminBooks, ...refusals },
  },
  "GET /api/admin/day-reports": {
    summary: "How the books of each of the last 31 days stood in the night after it",
    access: staffOnly,
    responses: { 200: adminDayReports, ...refusals },
  },
  "GET /api/admin/state": {
    summary: "What reconciliation and the ledger's audit found last, and what waits",
    access: staffOnly,
    responses: { 200: adminState, ...refusals },
  },
} as const satisfies Contract;
