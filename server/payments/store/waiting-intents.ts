import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { openStates } from "../rules/states.ts";
import { queryPauseMs, retryQueryAt } from "../rules/waiting.ts";
import type { Intent } from "./intents.ts";
import { inPayments } from "./tables.ts";

/** Claims the payments that are due to be asked about: each is claimed by one process, once per pause. */
export async function claimDue(tx: Tx, now: Date, limit: number): Promise<Intent[]> {
  const due = await inPayments(tx)
    .selectFrom("payments.intent")
    .selectAll()
    .where("next_query_at", "<=", now)
    .orderBy("next_query_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const intent of due) await markQueried(tx, intent, now);
  return due;
}

/** Claims one payment, or answers undefined when it was asked about a moment ago or waits for nothing. */
export async function claimOne(tx: Tx, id: string, now: Date): Promise<Intent | undefined> {
  const intent = await inPayments(tx)
    .selectFrom("payments.intent")
    .selectAll()
    .where("id", "=", id)
    .where("state", "in", [...openStates])
    .where((is) =>
      is.or([
        is("last_query_at", "is", null),
        is("last_query_at", "<=", new Date(now.getTime() - queryPauseMs)),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (intent) await markQueried(tx, intent, now);
  return intent;
}

async function markQueried(tx: Tx, intent: Intent, now: Date): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.intent")
    .set({
      queries: sql<number>`queries + 1`,
      last_query_at: now,
      next_query_at: retryQueryAt(intent.state, intent.created_at, now),
    })
    .where("id", "=", intent.id)
    .execute();
}

/** Sets when a payment is asked about next; null: never. */
export async function scheduleQuery(tx: Tx, id: string, at: Date | null): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.intent")
    .set({ next_query_at: at })
    .where("id", "=", id)
    .execute();
}
