import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { savedCardDayMs, type SavedCardUse } from "../rules/saved-cards.ts";
import { inPayments, type PaymentTables, readPayments } from "./tables.ts";

export type SavedCard = Selectable<PaymentTables["payments.saved_card"]>;
type Fields = Updateable<PaymentTables["payments.saved_card"]>;

/** Writes down that a fan has agreed to the keeping of the card of a payment that begins. */
export async function insertSavedCard(
  tx: Tx,
  card: Insertable<PaymentTables["payments.saved_card"]>,
): Promise<SavedCard> {
  return inPayments(tx)
    .insertInto("payments.saved_card")
    .values(card)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The cards of this fan that can pay, newest first. */
export function savedCardsOf(reader: Reader, fanId: number): Promise<SavedCard[]> {
  return readPayments(reader)
    .selectFrom("payments.saved_card")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("state", "=", "saved")
    .orderBy("id", "desc")
    .execute();
}

export async function savedCardOf(reader: Reader, fanId: number, id: number): Promise<SavedCard | undefined> {
  return (await savedCardsOf(reader, fanId)).find((card) => card.id === id);
}

/** The card that is kept, or is to be, by the consent that came with a payment. */
export function savedCardOfIntent(reader: Reader, intentId: string): Promise<SavedCard | undefined> {
  return readPayments(reader)
    .selectFrom("payments.saved_card")
    .selectAll()
    .where("intent_id", "=", intentId)
    .executeTakeFirst();
}

/** Changes cards that are in one of these states; answers how many were. */
export async function changeSavedCards(
  tx: Tx,
  which: { ids: readonly number[] } | { fanId: number } | { intentId: string },
  states: readonly SavedCard["state"][],
  fields: Fields,
): Promise<number> {
  const { numUpdatedRows } = await inPayments(tx)
    .updateTable("payments.saved_card")
    .set(fields)
    .where("state", "in", states)
    .$if("ids" in which, (query) => query.where("id", "in", "ids" in which ? [...which.ids] : []))
    .$if("fanId" in which, (query) => query.where("fan_id", "=", "fanId" in which ? which.fanId : 0))
    .$if("intentId" in which, (query) =>
      query.where("intent_id", "=", "intentId" in which ? which.intentId : ""),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Takes what the gateways are to be asked about cards, so that nobody else does before `until`. */
export async function claimDueCards(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<SavedCard[]> {
  const due = inPayments(tx)
    .selectFrom("payments.saved_card")
    .select("id")
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return inPayments(tx)
    .updateTable("payments.saved_card")
    .set({ next_try_at: until, tries: sql<number>`tries + 1` })
    .where("id", "in", due)
    .returningAll()
    .execute();
}

/** The one-press payments of this fan in the day before `now` that have brought money or still may. */
export async function savedCardUse(reader: Reader, fanId: number, now: Date): Promise<SavedCardUse> {
  const row = await readPayments(reader)
    .selectFrom("payments.intent")
    .select(({ fn }) => [fn.countAll<number>().as("payments"), fn.sum<number>("dollar_cents").as("cents")])
    .where("fan_id", "=", fanId)
    .where("saved_card_id", "is not", null)
    .where("created_at", ">", new Date(now.getTime() - savedCardDayMs))
    .where("state", "not in", ["declined", "expired", "cancelled"])
    .executeTakeFirstOrThrow();
  return { payments: Number(row.payments), cents: Number(row.cents ?? 0) };
}

/** Is the outcome of a one-press payment of this fan still open? */
export async function hasOpenSavedPayment(reader: Reader, fanId: number): Promise<boolean> {
  const open = await readPayments(reader)
    .selectFrom("payments.intent")
    .select("id")
    .where("fan_id", "=", fanId)
    .where("saved_card_id", "is not", null)
    .where("state", "in", ["created", "submitting", "unknown", "pending"])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Lets a session pay with a card by one press. */
export async function trustSession(tx: Tx, cardId: number, tokenId: string, at: Date): Promise<void> {
  await inPayments(tx)
    .insertInto("payments.saved_card_session")
    .values({ card_id: cardId, token_id: tokenId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The cards that this session may pay with by one press. */
export async function cardsOfSession(reader: Reader, tokenId: string): Promise<ReadonlySet<number>> {
  const rows = await readPayments(reader)
    .selectFrom("payments.saved_card_session")
    .select("card_id")
    .where("token_id", "=", tokenId)
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}

export async function forgetSessions(tx: Tx, cardId: number): Promise<void> {
  await inPayments(tx).deleteFrom("payments.saved_card_session").where("card_id", "=", cardId).execute();
}
