import { z } from "zod";
import { clientId, csvFile, id, instant, page, pageQuery, problem, tooMany } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { day, int4Max, month, text } from "./fields.ts";

const refusals = { 401: problem, 403: problem, 422: problem, 429: tooMany } as const;
const dayMs = 86_400_000;
/** The longest span that is added up at once: a leap year. */
const spanDaysMax = 366;

/** Days are UTC and inclusive. */
const span = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < spanDaysMax * dayMs, {
    path: ["to"],
    message: "invalid",
  });

const sum = { count: z.int(), tokens: z.int() };

/**
 * A model's earnings in a span of days, less what went back, in tokens. The sums of `kinds` make up `tokens`, and so
 * do those of `fans` with `others`.
 */
export const studioEarnings = z.object({
  tokens: z.int(),
  kinds: z.array(z.object({ kind: z.string(), ...sum })),
  /**
   * The fans who gave most, at most 50. All anonymous tips and all payments of spies are one entry without id and
   * name; an account that is gone has an id and no name.
   */
  fans: z.array(z.object({ fan_id: z.int().nullable(), name: z.string().nullable(), ...sum })),
  others: z.object({ fans: z.int(), ...sum }),
  /** Paid shows that earned in these days, newest first, at most 100. `fans`: who paid in it, spies included. */
  shows: z.array(
    z.object({
      id: z.int(),
      mode: z.enum(["private", "vip"]),
      started_at: instant,
      ended_at: instant.nullable(),
      fans: z.int(),
      tokens: z.int(),
    }),
  ),
  /**
   * Fans' ratings of the shows of `month` (UTC), the latest month whose shows cannot be rated any more, whatever the
   * span: the mean from 1 to 5, and of how many. Absent while fewer than three fans have rated: nobody's own is
   * recognised.
   */
  ratings: z.object({ month: z.string(), mean: z.number(), count: z.int() }).optional(),
});
export type StudioEarnings = z.output<typeof studioEarnings>;

/** A model's month in tokens. */
export const payoutRow = z.object({
  model_id: z.int(),
  login: z.string(),
  /** In this month, less what went back. */
  earned: z.int(),
  /** Paid out in this month. */
  paid: z.int(),
  /** Earned until the end of this month and not paid out yet. */
  due: z.int(),
  /** The payout of the tokens that are due, in US dollars. */
  amount: z.number(),
});
export type PayoutRow = z.output<typeof payoutRow>;

const sheetQuery = z.object({ month });
const staffOnly = ["admin"] as const;

export const earningsContract = {
  "GET /api/studio/earnings": {
    summary: "What the model earned in some days, by kind, by fan and by show; days are UTC and inclusive",
    access: ["model"],
    query: span,
    responses: { 200: studioEarnings, ...refusals },
  },
  "GET /api/studio/earnings.csv": {
    summary: "Every earning of the chosen days as CSV (UTF-8, RFC 4180), at most 50,000, newest first",
    access: ["model"],
    query: span,
    responses: { 200: csvFile, ...refusals },
  },
} as const satisfies Contract;

export const payoutsContract = {
  "GET /api/admin/payouts": {
    summary: "What models earned and were paid in a month (UTC) and what is due to them, most due first",
    access: staffOnly,
    query: pageQuery.extend(sheetQuery.shape),
    responses: { 200: page(payoutRow), ...refusals },
  },
  "GET /api/admin/payouts.csv": {
    summary: "The whole sheet of a month as CSV (UTF-8, RFC 4180)",
    access: staffOnly,
    query: sheetQuery,
    responses: { 200: csvFile, ...refusals },
  },
  "POST /api/admin/payouts/{id}": {
    summary:
      "Enter that a model was paid these tokens of what is due for a month; they leave the ledger. More than is due is refused with 409",
    access: staffOnly,
    params: z.object({ id }),
    body: z.object({
      month,
      tokens: z.int("whole_tokens").min(1, "whole_tokens").max(int4Max, "whole_tokens"),
      /** The text that finds the payment outside: the number of a bank transfer. */
      reference: text({ min: 3, max: 100 }),
      client_id: clientId,
    }),
    responses: { 200: payoutRow, 404: problem, 409: problem, ...refusals },
  },
} as const satisfies Contract;
