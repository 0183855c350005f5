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

/** Settles a part that went back, once: with the tokens that were taken for it, and the gateway's own number of it. */
export async function settlePart(
  tx: Tx,
  id: number,
  { tokens, gatewayReference, at }: { tokens: number; gatewayReference: string | null; at: Date },
): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.part_refund")
    .set({ state: "done", tokens, gateway_reference: gatewayReference, settled_at: at })
    .where("id", "=", id)
    .execute();
}

/** Settles a part for which the gateway has given nothing back. */
export async function dropPart(tx: Tx, id: number, at: Date): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.part_refund")
    .set({ state: "dropped", settled_at: at })
    .where("id", "=", id)
    .execute();
}

/**
 * Claims the parts for which the gateway has not answered in its time, oldest first: each is claimed by one process, and again
 * from `until` on.
 */
export function claimOpenParts(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<PartRefund[]> {
  return readRows(
    tx,
    sql<PartRefund>`
      with due as (
        select id from payments.part_refund where state = 'asked' and sent_until <= ${now}
        order by sent_until limit ${limit} for no key update skip locked)
      update payments.part_refund as part set sent_until = ${until} from due where part.id = due.id returning part.*`,
  );
}

/** The total that has gone back of a payment in parts: cents, and the tokens that were taken for them. */
export async function partsOf(reader: Reader, intentId: string): Promise<{ cents: number; tokens: number }> {
  const [sum] = await readRows(
    reader,
    sql<{ cents: number; tokens: number }>`
      select coalesce(sum(amount_cents), 0)::int as cents, coalesce(sum(tokens), 0)::int as tokens
      from payments.part_refund where intent_id = ${intentId} and state = 'done'`,
  );
  return sum ?? { cents: 0, tokens: 0 };
}

/** The gateway's numbers of the parts of that sum which staff have asked for; null: none of its own is known. */
export async function numbersOfParts(
  tx: Tx,
  intentId: string,
  amountCents: number,
): Promise<(string | null)[]> {
  const parts = await inPayments(tx)
    .selectFrom("payments.part_refund")
    .select("gateway_reference")
    .where("intent_id", "=", intentId)
    .where("amount_cents", "=", amountCents)
    .where("state", "<>", "dropped")
    .execute();
  return parts.map(({ gateway_reference }) => gateway_reference);
}

/** The parts of a payment that went back, or are asked for, oldest first. */
export function standingParts(reader: Reader, intentId: string): Promise<PartRefund[]> {
  return readPayments(reader)
    .selectFrom("payments.part_refund")
    .selectAll()
    .where("intent_id", "=", intentId)
    .where("state", "<>", "dropped")
    .orderBy("id")
    .execute();
}
