import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** Payments that took a step. */
export type Steps = {
  gateway: string;
  step: "succeeded" | "refunded" | "charged_back" | "chargeback_reversed";
  count: number;
};

/** How many payments took which step since then, by gateway. */
export function stepsSince(reader: Reader, from: Date): Promise<Steps[]> {
  return readRows(
    reader,
    sql<Steps>`
      select intent.gateway, event.to_state as step, count(*)::int as count
      from payments.intent_event as event join payments.intent on intent.id = event.intent_id
      where event.at >= ${from} and event.to_state in ('succeeded', 'refunded', 'charged_back', 'chargeback_reversed')
      group by 1, 2 order by 1, 2`,
  );
}

/** Since when the oldest payment waits whose gateway has not answered; null where none does. */
export async function unknownSince(reader: Reader): Promise<Date | null> {
  const [row] = await readRows(
    reader,
    sql<{ since: Date | null }>`
      select min(created_at) as since from payments.intent
      where next_query_at is not null and state in ('submitting', 'unknown')`,
  );
  return row?.since ?? null;
}
