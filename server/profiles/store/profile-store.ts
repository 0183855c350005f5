import { sql } from "kysely";
import type { Language } from "#contract/common.ts";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";

/** The columns of an account's row that this module owns; the rest of the row is identity's. */
type ProfileTables = {
  "accounts.account": {
    id: number;
    language: Language;
    country: string | null;
    is_block_notification: boolean;
    avatar: string | null;
    /** Storage key of the avatar's file; null for one that ships with the product. */
    avatar_key: string | null;
    /** Identity's: read only. */
    closed_at: Date | null;
  };
};

const write = (tx: Tx) => tx.$extendTables<ProfileTables>();

/** Stores the language that emails and pages are written in. */
export async function updateLanguage(db: Database, id: number, language: Language): Promise<void> {
  await inTransaction(db, (tx) =>
    write(tx).updateTable("accounts.account").set({ language }).where("id", "=", id).execute(),
  );
}

/** Stores where the person lives. */
export async function updateCountry(db: Database, id: number, country: string): Promise<void> {
  await inTransaction(db, (tx) =>
    write(tx).updateTable("accounts.account").set({ country }).where("id", "=", id).execute(),
  );
}

/** Stores where the person lives if the account has none yet. Nothing is added to an account that was closed. */
export async function fillCountry(tx: Tx, id: number, country: string): Promise<void> {
  await write(tx)
    .updateTable("accounts.account")
    .set({ country })
    .where("id", "=", id)
    .where("country", "is", null)
    .where("closed_at", "is", null)
    .execute();
}

/** Stores whether notices of messages and notification emails are silenced. */
export async function updateNotifications(db: Database, id: number, blocked: boolean): Promise<void> {
  await inTransaction(db, (tx) =>
    write(tx)
      .updateTable("accounts.account")
      .set({ is_block_notification: blocked })
      .where("id", "=", id)
      .execute(),
  );
}

/** Replaces or removes the avatar of an account; returns the storage key of the previous one. */
export async function updateAvatar(
  tx: Tx,
  id: number,
  avatar: { key: string; url: string } | null,
): Promise<string | null> {
  const before = await write(tx)
    .selectFrom("accounts.account")
    .select("avatar_key")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await write(tx)
    .updateTable("accounts.account")
    .set({ avatar: avatar?.url ?? null, avatar_key: avatar?.key ?? null })
    .where("id", "=", id)
    .execute();
  return before.avatar_key;
}

/** The storage keys among these that are avatars of accounts. */
export async function avatarKeys(reader: Reader, keys: string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ avatar_key: string }>`
      select avatar_key from accounts.account where avatar_key = any (${keys})`,
  );
  return new Set(rows.map(({ avatar_key }) => avatar_key));
}
