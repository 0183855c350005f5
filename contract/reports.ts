import { z } from "zod";
import { cardNumberInText, withoutCardNumber } from "./card-number.ts";
import { clientId, instant, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { shaped, text } from "./fields.ts";
import { reportOutcomes, reportReasons, reportTargets } from "./report-reasons.ts";
import { ticketReceipt } from "./support.ts";

/**
 * A report by somebody: the model's id of a room or a profile, otherwise the id of the thing itself. `client_id` is
 * minted once per report: a repeated one names the same report.
 */
export const report = z.object({
  about: z.enum(reportTargets, "required"),
  id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  reason: z.enum(reportReasons, "required"),
  message: text({ max: 2_000 }).refine(withoutCardNumber, cardNumberInText).default(""),
  client_id: clientId,
});

/** A report as the person who made it sees it; answers are what support wrote to them, oldest first. */
export const ownReport = z.object({
  number: z.string(),
  about: z.enum(reportTargets),
  /** The person whom it is about; null once the report is erased. */
  name: z.string().nullable(),
  reason: z.enum(reportReasons),
  state: z.enum(["open", "answered", "closed"]),
  created_at: instant,
  due_at: instant,
  answers: z.array(z.object({ text: z.string(), at: instant })),
});
export type OwnReport = z.output<typeof ownReport>;

const outcome = z.enum(reportOutcomes);

/** A decision against the caller on a report of somebody else, who is not named. Texts are null once erased. */
export const ownDecision = z.object({
  number: z.string(),
  about: z.enum(reportTargets),
  because: z.enum(reportReasons),
  outcome,
  reason: z.string().nullable(),
  at: instant,
  appeal_until: instant,
  appeal: z.object({ text: z.string().nullable(), at: instant }).nullable(),
  /** The decision on appeal. */
  final: z.object({ outcome, reason: z.string().nullable(), at: instant }).nullable(),
});
export type OwnDecision = z.output<typeof ownDecision>;

/** A removal by staff of something of the caller's; a decision follows, to which they can object. */
export const ownRemoval = z.object({
  number: z.string(),
  about: z.enum(reportTargets),
  because: z.enum(reportReasons),
  /** The text or title of the reported thing. */
  text: z.string().nullable(),
  reason: z.string().nullable(),
  at: instant,
  /** The buyers have their tokens back, out of the model's earnings. */
  refunded: z.boolean(),
});
export type OwnRemoval = z.output<typeof ownRemoval>;

const decisionList = z.object({ data: z.array(ownDecision), removals: z.array(ownRemoval) });
export type OwnDecisions = z.output<typeof decisionList>;

export const reportsContract = {
  "POST /api/reports": {
    summary:
      "Report a room, a line of its chat, a profile, a video, a post, a comment on one, a chat or a message of it",
    access: ["fan", "model"],
    body: report,
    responses: { 201: ticketReceipt, 404: problem, 409: problem, 422: problem, 429: tooMany },
  },
  "GET /api/reports": {
    summary: "The caller's own reports and what support answered, newest first, at most 50",
    access: ["fan", "model"],
    responses: { 200: z.object({ data: z.array(ownReport) }) },
  },
  "GET /api/decisions": {
    summary:
      "What was decided against the caller on reports of others, and what was removed ahead of a decision; newest first, at most 50 each",
    access: ["fan", "model"],
    responses: { 200: decisionList },
  },
  "POST /api/decisions/{number}/appeal": {
    summary:
      "Object to a decision about oneself, once and within 180 days. The same words again change nothing",
    access: ["fan", "model"],
    params: z.object({ number: shaped(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/) }),
    body: z.object({ text: text({ min: 1, max: 2_000 }) }),
    responses: { 200: decisionList, 404: problem, 409: problem, 422: problem },
  },
} as const satisfies Contract;
