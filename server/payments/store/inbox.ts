import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Report } from "../rules/reports.ts";
import type { Step } from "./intents.ts";
import { inPayments, type ReportVerdict, readPayments, type Verdict } from "./tables.ts";

export type InboxEntry = {
  gateway: string;
  dedupeKey: string;
  intentId: string | null;
  report: unknown;
  address: string;
  verdict: Verdict;
  receivedAt: Date;
};

/** Was this very callback stored before? */
export async function isInInbox(reader: Reader, gateway: string, dedupeKey: string): Promise<boolean> {
  const row = await readPayments(reader)
    .selectFrom("payments.callback_inbox")
    .select("id")
    .where("gateway", "=", gateway)
    .where("dedupe_key", "=", dedupeKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a callback with what it led to; false when a copy was stored at the same moment. */
export async function storeCallback(tx: Tx, entry: InboxEntry): Promise<boolean> {
  const stored = await inPayments(tx)
    .insertInto("payments.callback_inbox")
    .values({
      gateway: entry.gateway,
      dedupe_key: entry.dedupeKey,
      intent_id: entry.intentId,
      report: JSON.stringify(entry.report),
      address: entry.address,
      verdict: entry.verdict,
      received_at: entry.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(["gateway", "dedupe_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** The reports about a payment so far, once each; reports of another sum or payment are left out. */
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

/** The gateway's numbers in the notices of a part of that sum that were taken for what staff have asked for. */
export async function noticedParts(
  reader: Reader,
  intentId: string,
  amountCents: number,
): Promise<(string | null)[]> {
  const rows = await readRows(
    reader,
    sql<{ number: string | null }>`
      select report ->> 'gatewayReference' as number from payments.callback_inbox
      where intent_id = ${intentId} and verdict = 'unchanged' and report ->> 'kind' = 'refunded'
        and (report ->> 'amountCents')::bigint = ${amountCents}`,
  );
  return rows.map(({ number }) => number);
}
