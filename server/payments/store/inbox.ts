import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inPayments, readPayments, type Verdict } from "./tables.ts";

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
