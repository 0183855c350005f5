import { createHash, randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { IdentityNeeds } from "#server/identity/needs.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Account } from "./accounts-store.ts";
import type { AccountTables } from "./tables.ts";

/** An account that has an email address. */
export type Reachable = Account & { email: string };

/** How long a link is valid, in hours; the emails mention it too. */
export const linkHours: Readonly<Record<Purpose, number>> = { confirm_email: 48, reset_password: 1 };

/** Makes a link's token (256 random bits as base64url) and stores its hash for the account's present address. */
export async function makeLinkToken(
  tx: Tx,
  { clock }: Pick<IdentityNeeds, "clock">,
  account: Reachable,
  purpose: Purpose,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const made_at = clock.now();
  await insertLink(tx, {
    token_hash: hashOfToken(token),
    purpose,
    account_id: account.id,
    address: account.email,
    made_at,
    expires_at: new Date(made_at.getTime() + linkHours[purpose] * 3_600_000),
  });
  return token;
}

/** The stored form of a token. A plain SHA-256 is enough for 256 random bits. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type MailedLink = Selectable<AccountTables["accounts.mailed_link"]>;
export type Purpose = MailedLink["purpose"];

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Stores a link that is being sent. */
export async function insertLink(tx: Tx, link: Omit<MailedLink, "used_at">): Promise<void> {
  await write(tx)
    .insertInto("accounts.mailed_link")
    .values({ ...link, used_at: null })
    .execute();
}

/** The link of a token, used or expired ones included. */
export function linkOf(reader: Reader, purpose: Purpose, tokenHash: Buffer): Promise<MailedLink | undefined> {
  return read(reader)
    .selectFrom("accounts.mailed_link")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
}

/** Consumes a link; undefined when it is unknown, used or expired. Only one of two simultaneous calls gets it. */
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

/** Deletes every link of an account, or those of one purpose. */
export async function deleteLinks(tx: Tx, accountId: number, purpose?: Purpose): Promise<void> {
  let query = write(tx).deleteFrom("accounts.mailed_link").where("account_id", "=", accountId);
  if (purpose) query = query.where("purpose", "=", purpose);
  await query.execute();
}

/** How many links of a purpose an account was sent since `since`. */
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

/** Deletes links that expired before `before`. */
export async function deleteExpiredLinks(tx: Tx, before: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.mailed_link").where("expires_at", "<", before).execute();
}
