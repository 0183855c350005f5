import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Report } from "../rules/reports.ts";
import type { Step } from "./intents.ts";
import { inPayments, type ReportVerdict, readPayments } from "./tables.ts";

/** What was reported of a payment so far, once each; reports of another sum are left out. */
export function reportsOf(reader: Reader, intentId: string): Promise<Report[]> {
  return readPayments(reader)
    .selectFrom("payments.report")
    .select(["state", "sequence"])
    .where("intent_id", "=", intentId)
    .where("verdict", "<>", "mismatch")
    .execute();
}

/** Keeps a report of a locked payment for ever; answers false when the same was kept before. */
export async function insertReport(
  tx: Tx,
  intentId: string,
  { state, sequence }: Report,
  verdict: ReportVerdict,
  step: Step,
): Promise<boolean> {
  const row = await inPayments(tx)
    .insertInto("payments.report")
    .values({ intent_id: intentId, state, sequence, verdict, ...step })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
