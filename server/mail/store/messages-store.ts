import { type Insertable, type Selectable, sql } from "kysely";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import type { MailTables } from "./tables.ts";

export type Message = Selectable<MailTables["mail.message"]>;
type NewMessage = Omit<Insertable<MailTables["mail.message"]>, "id" | "sent_at" | "refused_at">;

const read = (reader: Reader) => reader.$extendTables<MailTables>();
const write = (db: Database | Tx) => (db as Database).$extendTables<MailTables>();

/** Keeps a mail until it is sent; answers its id. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  const row = await write(tx)
    .insertInto("mail.message")
    .values({ ...message, sent_at: null, refused_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The mail of an id if it still has to be sent. */
export function unsentMessage(reader: Reader, id: number): Promise<Message | undefined> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .executeTakeFirst();
}

/** Marks a mail as sent, for whoever reads the outbox. */
export async function markSent(db: Database, id: number, at: Date): Promise<void> {
  await write(db).updateTable("mail.message").set({ sent_at: at }).where("id", "=", id).execute();
}

/** Marks a mail that its receiving server will never take. */
export async function markRefused(db: Database, id: number, at: Date): Promise<void> {
  await write(db).updateTable("mail.message").set({ refused_at: at }).where("id", "=", id).execute();
}

/** Forgets a mail. */
export async function deleteMessage(db: Database, id: number): Promise<void> {
  await write(db).deleteFrom("mail.message").where("id", "=", id).execute();
}

/** Forgets every mail to an address, whatever its case, sent or not. */
export async function deleteTo(tx: Tx, address: string): Promise<void> {
  await write(tx).deleteFrom("mail.message").where(sql`lower(address)`, "=", address.toLowerCase()).execute();
}

/** Forgets every mail posted before `before`, sent or not. */
export async function deleteBefore(db: Database, before: Date): Promise<void> {
  await write(db).deleteFrom("mail.message").where("posted_at", "<", before).execute();
}

/** Sent mails, newest first. */
export function sentMessages(reader: Reader, limit: number): Promise<Message[]> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("sent_at", "is not", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** One sent mail. */
export function sentMessage(reader: Reader, id: number): Promise<Message | undefined> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("id", "=", id)
    .where("sent_at", "is not", null)
    .executeTakeFirst();
}

/** How many mails wait to be sent. */
export async function countWaiting(reader: Reader): Promise<number> {
  const row = await read(reader)
    .selectFrom("mail.message")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.waiting;
}
