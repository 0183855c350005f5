import { sql } from "kysely";
import { z } from "zod";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inPayments, readPayments } from "./tables.ts";

/** A sum that a bank took back and that named no payment for sure. */
export type OpenChargeback = {
  id: number;
  gateway: string;
  last4: string;
  amountCents: number;
  currency: string;
  receivedAt: Date;
};

const shape = z.object({ last4: z.string(), amountCents: z.int(), currency: z.string() });

const listedMax = 100;

/** Chargebacks that nobody has resolved yet, oldest first, at most 100. */
export async function openChargebacks(reader: Reader): Promise<OpenChargeback[]> {
  const rows = await unresolved(reader)
    .select(["inbox.id", "inbox.gateway", "inbox.report", "inbox.received_at"])
    .orderBy("inbox.id")
    .limit(listedMax)
    .execute();
  return rows.map(present);
}

/** How many chargebacks wait for somebody of the staff. */
export async function countOpenChargebacks(reader: Reader): Promise<number> {
  const { count } = await unresolved(reader)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A chargeback that named no payment for sure, resolved meanwhile or not. */
export async function chargebackById(reader: Reader, id: number): Promise<OpenChargeback | undefined> {
  const row = await nameless(reader)
    .select(["inbox.id", "inbox.gateway", "inbox.report", "inbox.received_at"])
    .where("inbox.id", "=", id)
    .executeTakeFirst();
  return row && present(row);
}

/** Keeps whose payment it was, null for nobody's; false when that was decided before. */
export async function insertResolution(
  tx: Tx,
  inboxId: number,
  intentId: string | null,
  at: Date,
): Promise<boolean> {
  const row = await inPayments(tx)
    .insertInto("payments.resolved_chargeback")
    .values({ inbox_id: inboxId, intent_id: intentId, at })
    .onConflict((conflict) => conflict.column("inbox_id").doNothing())
    .returning("inbox_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isResolved(reader: Reader, inboxId: number): Promise<boolean> {
  const row = await readPayments(reader)
    .selectFrom("payments.resolved_chargeback")
    .select("inbox_id")
    .where("inbox_id", "=", inboxId)
    .executeTakeFirst();
  return row !== undefined;
}

function nameless(reader: Reader) {
  return readPayments(reader)
    .selectFrom("payments.callback_inbox as inbox")
    .where("inbox.verdict", "=", "no_intent")
    .where(sql<boolean>`inbox.report ->> 'last4' is not null`);
}

function unresolved(reader: Reader) {
  return nameless(reader).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom("payments.resolved_chargeback as resolved")
          .select("resolved.inbox_id")
          .whereRef("resolved.inbox_id", "=", "inbox.id"),
      ),
    ),
  );
}

function present(row: { id: number; gateway: string; report: unknown; received_at: Date }): OpenChargeback {
  const { id, gateway, received_at: receivedAt } = row;
  return { id, gateway, receivedAt, ...shape.parse(row.report) };
}
