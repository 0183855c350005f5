import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { AccountTables } from "./tables.ts";

export type MailedLink = Selectable<AccountTables["accounts.mailed_link"]>;
export type Purpose = MailedLink["purpose"];

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Remembers a link that is being mailed. */
export async function insertLink(tx: Tx, link: Omit<MailedLink, "used_at">): Promise<void> {
  await write(tx)
    .insertInto("accounts.mailed_link")
    .values({ ...link, used_at: null })
    .execute();
}

/** The link of a token, whatever became of it. */
export function linkOf(reader: Reader, purpose: Purpose, tokenHash: Buffer): Promise<MailedLink | undefined> {
  return read(reader)
    .selectFrom("accounts.mailed_link")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
}

/** Uses a link up; undefined when it is unknown, used or expired. Of two at once, one gets it. */
export function takeLink(
  tx: Tx,
  purpose: Purpose,
  tokenHash: Buffer,
  at: Date,
): Promise<MailedLink | undefined> {
  return write(tx)
    .updateTable("accounts.mailed_link")
    .set({ used_at: at })
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

/** Lets every link of an account die, or those of one purpose. */
export async function deleteLinks(tx: Tx, accountId: number, purpose?: Purpose): Promise<void> {
  let query = write(tx).deleteFrom("accounts.mailed_link").where("account_id", "=", accountId);
  if (purpose) query = query.where("purpose", "=", purpose);
  await query.execute();
}

/** How many links of a purpose an account was mailed since `since`. */
export async function countLinksSince(
  reader: Reader,
  accountId: number,
  purpose: Purpose,
  since: Date,
): Promise<number> {
  const row = await read(reader)
    .selectFrom("accounts.mailed_link")
    .select(sql<number>`count(*)::int`.as("links"))
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("made_at", ">", since)
    .executeTakeFirstOrThrow();
  return row.links;
}

/** Forgets links that expired before `before`. */
export async function deleteExpiredLinks(tx: Tx, before: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.mailed_link").where("expires_at", "<", before).execute();
}
