import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inPayments, type PaymentTables, readPayments } from "./tables.ts";

export type PartRefund = Selectable<PaymentTables["payments.part_refund"]>;

/** The part of a payment that the gateway was asked to give back and has not answered for. */
export function askedPart(tx: Tx, intentId: string): Promise<PartRefund | undefined> {
  return inPayments(tx)
    .selectFrom("payments.part_refund")
    .selectAll()
    .where("intent_id", "=", intentId)
    .where("state", "=", "asked")
    .executeTakeFirst();
}

/** The part that an order of staff has asked for, unless the gateway gave nothing back for it. */
export function partOfOrder(tx: Tx, orderKey: string): Promise<PartRefund | undefined> {
  return inPayments(tx)
    .selectFrom("payments.part_refund")
    .selectAll()
    .where("order_key", "=", orderKey)
    .where("state", "<>", "dropped")
    .executeTakeFirst();
}

/** Notes that the gateway is asked for a part once more, and may work on it until then. */
export async function resendPart(tx: Tx, id: number, sentUntil: Date): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.part_refund")
    .set({ sent_until: sentUntil })
    .where("id", "=", id)
    .execute();
}

export function partById(tx: Tx, id: number): Promise<PartRefund | undefined> {
  return inPayments(tx)
    .selectFrom("payments.part_refund")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Writes a part down before the gateway is asked. The database refuses one that with the others is the whole payment. */
export function insertPart(
  tx: Tx,
  part: Pick<
    Insertable<PaymentTables["payments.part_refund"]>,
    "intent_id" | "amount_cents" | "total_cents" | "order_key" | "asked_at" | "sent_until"
  >,
): Promise<PartRefund> {
  return inPayments(tx)
    .insertInto("payments.part_refund")
    .values(part)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Settles a part, once: `tokens` that were taken for it, or null where the gateway has given nothing back. */
export async function settlePart(tx: Tx, id: number, tokens: number | null, at: Date): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.part_refund")
    .set({ state: tokens === null ? "dropped" : "done", tokens, settled_at: at })
    .where("id", "=", id)
    .execute();
}

/** What has gone back of a payment in parts: cents, and the tokens that were taken for them. */
export async function partsOf(reader: Reader, intentId: string): Promise<{ cents: number; tokens: number }> {
  const [sum] = await readRows(
    reader,
    sql<{ cents: number; tokens: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents, coalesce(sum(tokens), 0)::int as tokens
      from payments.part_refund where intent_id = ${intentId} and state = 'done'`,
  );
  return sum ?? { cents: 0, tokens: 0 };
}

/** Whether a part of that sum was asked for by staff: what the gateway reports of it is known. */
export async function isKnownPart(tx: Tx, intentId: string, amountCents: number): Promise<boolean> {
  const known = await inPayments(tx)
    .selectFrom("payments.part_refund")
    .select("id")
    .where("intent_id", "=", intentId)
    .where("amount_cents", "=", amountCents)
    .where("state", "<>", "dropped")
    .executeTakeFirst();
  return known !== undefined;
}

/** The parts of a payment that went back, oldest first. */
export function doneParts(reader: Reader, intentId: string): Promise<PartRefund[]> {
  return readPayments(reader)
    .selectFrom("payments.part_refund")
    .selectAll()
    .where("intent_id", "=", intentId)
    .where("state", "=", "done")
    .orderBy("id")
    .execute();
}
