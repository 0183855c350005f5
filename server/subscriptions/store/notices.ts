import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions, type Verdict } from "./tables.ts";

export type StoredNotice = {
  gateway: string;
  dedupeKey: string;
  subscriptionId: number | null;
  report: unknown;
  address: string;
  verdict: Verdict;
  receivedAt: Date;
};

/** Was this very notice stored before? */
export async function isStored(reader: Reader, gateway: string, dedupeKey: string): Promise<boolean> {
  const row = await readSubscriptions(reader)
    .selectFrom("subscriptions.notice")
    .select("id")
    .where("gateway", "=", gateway)
    .where("dedupe_key", "=", dedupeKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a notice with what it led to; false for a copy, which changes nothing. */
export async function storeNotice(tx: Tx, notice: StoredNotice): Promise<boolean> {
  const stored = await inSubscriptions(tx)
    .insertInto("subscriptions.notice")
    .values({
      gateway: notice.gateway,
      dedupe_key: notice.dedupeKey,
      subscription_id: notice.subscriptionId,
      report: JSON.stringify(notice.report),
      address: notice.address,
      verdict: notice.verdict,
      received_at: notice.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(["gateway", "dedupe_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
