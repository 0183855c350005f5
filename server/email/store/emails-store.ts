import { type Insertable, type Selectable, sql } from "kysely";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import type { Rows } from "./rows.ts";

export type StoredEmail = Selectable<Rows["mail.message"]>;
type NewEmail = Omit<Insertable<Rows["mail.message"]>, "id" | "sent_at" | "refused_at">;

const read = (reader: Reader) => reader.$extendTables<Rows>();
const write = (db: Database | Tx) => (db as Database).$extendTables<Rows>();

/** Stores an email until it is sent; returns its id. */
export async function insertEmail(tx: Tx, email: NewEmail): Promise<number> {
  const row = await write(tx)
    .insertInto("mail.message")
    .values({ ...email, sent_at: null, refused_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The email with an id if it still has to be sent. */
export function unsentEmail(reader: Reader, id: number): Promise<StoredEmail | undefined> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .executeTakeFirst();
}

/** Marks an email as sent; it stays for the outbox. */
export async function markSent(db: Database, id: number, at: Date): Promise<void> {
  await write(db).updateTable("mail.message").set({ sent_at: at }).where("id", "=", id).execute();
}

/** Marks an email that its receiving server permanently refused. */
export async function markRefused(db: Database, id: number, at: Date): Promise<void> {
  await write(db).updateTable("mail.message").set({ refused_at: at }).where("id", "=", id).execute();
}

/** Deletes an email. */
export async function deleteEmail(db: Database, id: number): Promise<void> {
  await write(db).deleteFrom("mail.message").where("id", "=", id).execute();
}

/** Deletes every email to an address, whatever its case, sent or not. */
export async function deleteTo(tx: Tx, address: string): Promise<void> {
  await write(tx)
    .deleteFrom("mail.message")
    .where(sql`lower(address)`, "=", sql<string>`lower(${address})`)
    .execute();
}

/** Deletes every email enqueued before `before`, sent or not. */
export async function deleteBefore(db: Database, before: Date): Promise<void> {
  await deleteInParts(
    db,
    (rows) => sql`
      delete from mail.message where id in (
        select id from mail.message where posted_at < ${before} order by id limit ${rows})`,
  );
}

/** Sent emails, newest first. */
export function sentEmails(reader: Reader, limit: number): Promise<StoredEmail[]> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("sent_at", "is not", null)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** One sent email. */
export function sentEmail(reader: Reader, id: number): Promise<StoredEmail | undefined> {
  return read(reader)
    .selectFrom("mail.message")
    .selectAll()
    .where("id", "=", id)
    .where("sent_at", "is not", null)
    .executeTakeFirst();
}

/** How many emails wait to be sent. */
export async function countWaiting(reader: Reader): Promise<number> {
  const row = await read(reader)
    .selectFrom("mail.message")
    .select(sql<number>`count(*)::int`.as("waiting"))
    .where("sent_at", "is", null)
    .where("refused_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.waiting;
}
