import { z } from "zod";
import { csvFile, instant, page, pageQuery, problem } from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { day, text } from "./fields.ts";

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
});

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
} as const satisfies Contract;
