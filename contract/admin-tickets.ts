import { z } from "zod";
import { reason, staffOnly, staffRefusals } from "./admin.ts";
import { clientId, id, instant, page, pageQuery, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { text } from "./fields.ts";
import { reportOutcomes, reportReasons, reportTargets } from "./report-reasons.ts";

export const ticketSummary = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(["contact", "removal", "report"]),
  reason: z.enum(reportReasons).nullable(),
  /** The subject of a report. */
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
  /** The messages before it, oldest first. */
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
  /** The reported thing, as it was then; `reports`: how many reports there are about its account. */
  evidence: evidence.nullable(),
  reports: z.int(),
  /** The reported thing can be taken away: something is to be decided about it, and it is not gone. */
  removable: z.boolean(),
  /** How many bought what is reported and get nothing back until now, for how many tokens in all. */
  sold: z.object({ buyers: z.int(), tokens: z.int() }),
  /**
   * The refunds of buyers after it was removed; `waiting` of them do not have it yet, `by_platform`: the part that
   * the model had no longer.
   */
  refunds: z.object({ buyers: z.int(), tokens: z.int(), waiting: z.int(), by_platform: z.int() }),
  /** The personal data of the account has been erased. */
  erased: z.boolean(),
  /** The decisions about a report: at first, and on appeal. Texts are null once erased. */
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

const ticketStep = z.object({
  client_id: clientId,
  text: text({ min: 1, max: 5_000 }),
});

const ticketAnswers = { 200: ticketDetails, 404: problem, 409: problem, ...staffRefusals } as const;

/** Messages to support and reports, as staff works on them. */
export const adminTicketsContract = {
  "GET /api/admin/tickets": {
    summary: "Messages to support: open ones by urgency and deadline, or closed ones",
    access: staffOnly,
    query: pageQuery.extend({ state: z.enum(["waiting", "closed", "all"]).default("waiting") }),
    responses: { 200: page(ticketSummary), ...staffRefusals },
  },
  "GET /api/admin/tickets/{id}": {
    summary: "One message with everything that was done about it",
    access: staffOnly,
    params: z.object({ id }),
    responses: { 200: ticketDetails, 404: problem, ...staffRefusals },
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
    summary:
      "Close a message with the decision; a report whose appeal is undecided, or whose content was removed ahead of its decision, is closed by deciding that",
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
      "Take away what a report is about (a video, post, comment, room message or chat message) from everybody; its copy stays in the report, its author gets the reason",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ reason, client_id: clientId, refund_buyers: refundBuyers }),
    responses: ticketAnswers,
  },
  "POST /api/admin/tickets/{id}/evidence-file": {
    summary:
      "View the picture or video of a report: its address works for the caller alone and for an hour, and the log records who viewed it",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({ client_id: clientId }),
    responses: {
      200: z.object({ url: z.string(), kind: z.enum(["picture", "video"]) }),
      404: problem,
      409: problem,
      ...staffRefusals,
    },
  },
  "POST /api/admin/tickets/{id}/decide": {
    summary:
      "Decide a report, or the appeal against its decision: the reasons go to the one whom it is about; where its content was removed ahead of the first decision, that is not to dismiss it",
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
} as const satisfies Contract;
