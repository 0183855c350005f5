import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { AccountTables } from "./tables.ts";

export type Account = Selectable<AccountTables["accounts.account"]>;
export type Consent = Insertable<AccountTables["accounts.consent"]>;

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** The account of an id, or undefined. */
export function accountById(reader: Reader, id: number): Promise<Account | undefined> {
  return read(reader).selectFrom("accounts.account").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The account whose user name or email is `name`, whatever its case. */
export function accountByName(reader: Reader, name: string): Promise<Account | undefined> {
  const key = name.toLowerCase();
  return read(reader)
    .selectFrom("accounts.account")
    .selectAll()
    .where((where) => where.or([where(sql`lower(login)`, "=", key), where(sql`lower(email)`, "=", key)]))
    .executeTakeFirst();
}

/** Is there an account with this value in `column`, whatever its case, other than `exceptId`? */
export async function isTaken(
  reader: Reader,
  column: "login" | "email",
  value: string,
  exceptId = 0,
): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where(sql`lower(${sql.ref(column)})`, "=", value.toLowerCase())
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts an account. A unique violation (23505) names `account_login` or `account_email`. */
export function insertAccount(
  tx: Tx,
  account: Insertable<AccountTables["accounts.account"]>,
): Promise<Account> {
  return write(tx).insertInto("accounts.account").values(account).returningAll().executeTakeFirstOrThrow();
}

/** Stores proof of accepted documents. */
export async function insertConsents(tx: Tx, consents: Consent[]): Promise<void> {
  await write(tx).insertInto("accounts.consent").values(consents).execute();
}

/** Stores the language of an account. */
export async function updateLanguage(tx: Tx, id: number, language: Account["language"]): Promise<void> {
  await write(tx).updateTable("accounts.account").set({ language }).where("id", "=", id).execute();
}

/** Gives an account another picture, or none. Answers the storage key of the one before. */
export async function updateAvatar(
  tx: Tx,
  id: number,
  picture: { key: string; url: string } | null,
): Promise<string | null> {
  const before = await write(tx)
    .selectFrom("accounts.account")
    .select("avatar_key")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await write(tx)
    .updateTable("accounts.account")
    .set({ avatar: picture?.url ?? null, avatar_key: picture?.key ?? null })
    .where("id", "=", id)
    .execute();
  return before.avatar_key;
}

/** Stores whether notices of messages are silenced. */
export async function updateNotification(tx: Tx, id: number, blocked: boolean): Promise<void> {
  await write(tx)
    .updateTable("accounts.account")
    .set({ is_block_notification: blocked })
    .where("id", "=", id)
    .execute();
}
