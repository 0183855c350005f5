import { z } from "zod";
import { csvFile, instant, page, pageQuery, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { day, int4Max, text } from "./fields.ts";

/** An entry of the statement: signed tokens, and the balance after it. */
export const statementRow = z.object({
  id: z.int(),
  at: instant,
  type: z.string(),
  tokens: z.int(),
  balance_after: z.int(),
  counterpart: z.string().nullable(),
  reason: z.string(),
  transfer_id: z.int(),
  /** The show that it was set aside, charged or given back for, whose receipt has the details. */
  show_id: z.int().nullable(),
  /**
   * The price of a purchase, or the worth of spent or returned tokens at the fan's own average price until then,
   * presents included; null where neither is known.
   */
  money: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** The payment behind a purchase, which has a receipt; null for everything else. */
  payment_id: z.string().nullable(),
});

/** Tokens that may be spent in any 24 hours, 7 days and 30 days; null: no limit. */
const limit = z.int("whole_tokens").min(1, "whole_tokens").max(int4Max, "whole_tokens").nullable();
const limits = z.object({ day: limit, week: limit, month: limit });

/**
 * A fan's own spending limits. `pending`: looser limits that were chosen, and when they begin to hold. `spent`: until
 * now in each span, with the tokens that are set aside for a show that runs; buying tokens is no spending of them and
 * does not count.
 */
export const spendLimits = limits.extend({
  pending: limits.extend({ from: instant }).nullable(),
  spent: z.object({ day: z.int(), week: z.int(), month: z.int() }),
  paused_until: instant.nullable(),
});
export type SpendLimits = z.output<typeof spendLimits>;

const statementQuery = pageQuery.extend({
  from: day.optional(),
  to: day.optional(),
  type: text({ max: 40, verbatim: true }).optional(),
});
const statementRefusals = { 401: problem, 403: problem, 422: problem } as const;

export const walletContract = {
  "GET /api/wallet/statement": {
    summary: "What was bought and spent, newest first; days are UTC and inclusive",
    access: ["fan"],
    query: statementQuery,
    responses: { 200: page(statementRow), ...statementRefusals },
  },
  "GET /api/wallet/statement.csv": {
    summary: "The whole statement of the chosen days as CSV (UTF-8, RFC 4180)",
    access: ["fan"],
    query: statementQuery,
    responses: { 200: csvFile, ...statementRefusals },
  },
  "GET /api/wallet/token-cost": {
    summary:
      "What one of the fan's own tokens has cost them on average, presents included; null while none have come",
    access: ["fan"],
    responses: {
      200: z.object({ cost: z.object({ amount: z.number(), currency: z.string() }).nullable() }),
      401: problem,
      403: problem,
    },
  },
  "GET /api/fan/limits": {
    summary:
      "What the fan allows themselves to spend, and what they spent in the last 24 hours, 7 and 30 days",
    access: ["fan"],
    responses: { 200: spendLimits, 401: problem, 403: problem },
  },
  "POST /api/fan/limits": {
    summary:
      "Choose limits. A tighter one holds at once, a looser one or none after 24 hours. What costs more than is left is refused with 403 `limit_reached`",
    access: ["fan"],
    body: limits,
    responses: { 200: spendLimits, ...statementRefusals },
  },
  "POST /api/fan/pause": {
    summary: "Spend and buy nothing for some days. A pause that runs can be made longer, never shorter",
    access: ["fan"],
    body: z.object({ days: z.int("invalid").min(1, "invalid").max(365, "invalid") }),
    responses: { 200: spendLimits, ...statementRefusals },
  },
} as const satisfies Contract;
