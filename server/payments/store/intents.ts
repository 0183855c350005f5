import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { IntentState } from "../rules/states.ts";
import { type EventSource, inPayments, type PaymentTables, readPayments } from "./tables.ts";

export type Intent = Selectable<PaymentTables["payments.intent"]>;
export type NewIntent = Omit<Insertable<PaymentTables["payments.intent"]>, "state" | "updated_at">;
export type IntentFields = Omit<Updateable<PaymentTables["payments.intent"]>, "id" | "state" | "updated_at">;

/** Where a step of the history came from, and when. */
export type Step = { source: EventSource; detail: string | null; at: Date };

/** Lets one request at a time of this fan decide what may be begun, until the transaction ends. */
export async function lockFan(tx: Tx, fanId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments.fan.${fanId}`}, 0))`.execute(tx);
}

/** Payments of this fan that were begun with this order id or this idempotency key: none, one, or two by mistake. */
export async function intentsOfRequest(
  reader: Reader,
  fanId: number,
  orderId: string | null,
  idempotencyKey: string | null,
): Promise<Intent[]> {
  return readPayments(reader)
    .selectFrom("payments.intent")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where((is) => is.or([is("order_id", "=", orderId), is("idempotency_key", "=", idempotencyKey)]))
    .limit(2)
    .execute();
}

/** Stores a new payment, state `created`, with the first entry of its history. */
export async function insertIntent(tx: Tx, intent: NewIntent): Promise<Intent> {
  const row = await inPayments(tx)
    .insertInto("payments.intent")
    .values({ ...intent, state: "created", updated_at: intent.created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(tx, row.id, null, "created", { source: "request", detail: null, at: intent.created_at });
  return row;
}

/** Takes one step: the new state, what became known with it, and an entry of history. The database refuses illegal ones. */
export async function stepIntent(
  tx: Tx,
  intent: Intent,
  to: IntentState,
  fields: IntentFields,
  step: Step,
): Promise<Intent> {
  const row = await inPayments(tx)
    .updateTable("payments.intent")
    .set({ ...fields, state: to, updated_at: step.at })
    .where("id", "=", intent.id)
    .where("state", "=", intent.state)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(tx, intent.id, intent.state, to, step);
  return row;
}

/** Keeps what became known of a locked payment whose state stays. */
export async function updateIntent(tx: Tx, intent: Intent, fields: IntentFields, at: Date): Promise<Intent> {
  return inPayments(tx)
    .updateTable("payments.intent")
    .set({ ...fields, updated_at: at })
    .where("id", "=", intent.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function addEvent(
  tx: Tx,
  intentId: string,
  from: IntentState | null,
  to: IntentState,
  step: Step,
): Promise<void> {
  await inPayments(tx)
    .insertInto("payments.intent_event")
    .values({ intent_id: intentId, from_state: from, to_state: to, ...step })
    .execute();
}

/** Reads a payment and keeps everybody else from changing it until the transaction ends. */
export async function lockIntent(tx: Tx, id: string): Promise<Intent | undefined> {
  return inPayments(tx)
    .selectFrom("payments.intent")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The payments of this sum that were or may have been made with cards that end in these digits, newest first. */
export function paidWithCard(
  reader: Reader,
  gateway: string,
  card: { last4: string; amountCents: number; currency: string },
) {
  return readPayments(reader)
    .selectFrom("payments.intent")
    .selectAll()
    .where("gateway", "=", gateway)
    .where((is) => is.or([is("card_last4", "=", card.last4), is("card_last4", "is", null)]))
    .where("amount_cents", "=", card.amountCents)
    .where("currency", "=", card.currency)
    .where("transfer_id", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

/** A payment of this very fan. */
export async function intentOfFan(reader: Reader, id: string, fanId: number): Promise<Intent | undefined> {
  return ofFan(reader, fanId).where("id", "=", id).executeTakeFirst();
}

/** The intent that a fan began under an order id of theirs, or undefined. */
export async function intentOfOrder(
  reader: Reader,
  order: string,
  fanId: number,
): Promise<Intent | undefined> {
  return ofFan(reader, fanId).where("order_id", "=", order).executeTakeFirst();
}

function ofFan(reader: Reader, fanId: number) {
  return readPayments(reader).selectFrom("payments.intent").selectAll().where("fan_id", "=", fanId);
}

/** Has a payment of this fan come and stayed? */
export async function hasPaid(reader: Reader, fanId: number): Promise<boolean> {
  const paid = await ofFan(reader, fanId)
    .where("state", "in", ["succeeded", "chargeback_reversed"])
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** For how long after its order a sale whose number is unknown may still be reported by that number. */
const unreferencedMaxMs = 30 * 86_400_000;

/** Is the gateway's number one of ours, or is there a sale whose number never reached us? */
export async function mayBelongTo(
  reader: Reader,
  gateway: string,
  gatewayReference: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - unreferencedMaxMs);
  const row = await readPayments(reader)
    .selectFrom("payments.intent")
    .select("id")
    .where("gateway", "=", gateway)
    .where((is) =>
      is.or([
        is("gateway_reference", "=", gatewayReference),
        is.and([
          is("gateway_reference", "is", null),
          is("state", "in", ["submitting", "unknown", "expired"]),
          is("created_at", ">", since),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
