import { type Insertable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Account } from "./accounts-store.ts";
import { deleteClients } from "./known-clients-store.ts";
import type { AccountTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Ids of the admins who are not blocked, locked until the end of the transaction. */
export async function lockOpenAdmins(tx: Tx): Promise<number[]> {
  const rows = await write(tx)
    .selectFrom("accounts.account")
    .select("id")
    .where("role", "=", "admin")
    .where("status", "<>", "blocked")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Blocks an account because its owner closed it; its email links and its second factor are deleted.
 */
export async function markClosed(tx: Tx, id: number, at: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.second_factor").where("account_id", "=", id).execute();
  await write(tx).deleteFrom("accounts.mailed_link").where("account_id", "=", id).execute();
  await write(tx)
    .updateTable("accounts.account")
    .set({ status: "blocked", closed_at: sql`coalesce(closed_at, ${at})` })
    .where("id", "=", id)
    .execute();
}

/** Accounts that closed before `before` and are not erased yet, the earliest first. */
export async function accountsToErase(reader: Reader, before: Date, limit: number): Promise<number[]> {
  const rows = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where("closed_at", "<=", before)
    .where("erased_at", "is", null)
    .orderBy("closed_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The account, locked, if it still has to be erased. */
export function lockToErase(tx: Tx, id: number): Promise<Account | undefined> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where("id", "=", id)
    .where("closed_at", "is not", null)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Reduces an account to its id, its times and its consents, with the network instead of the full address. */
export async function eraseAccount(tx: Tx, id: number, at: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.session").where("account_id", "=", id).execute();
  await deleteClients(tx, id);
  await write(tx).deleteFrom("accounts.second_factor").where("account_id", "=", id).execute();
  await write(tx).deleteFrom("accounts.mailed_link").where("account_id", "=", id).execute();
  await sql`update accounts.consent set address = ${network} where account_id = ${id}`.execute(tx);
  await write(tx)
    .updateTable("accounts.account")
    .set({
      login: `erased${id}`,
      // A name that looks like it may be somebody's.
      login_contested: true,
      email: null,
      password_hash: null,
      twitter: null,
      twitter_id: null,
      country: null,
      referrer_id: null,
      erased_at: at,
    })
    .where("id", "=", id)
    .execute();
}

/** The address without its last part: a /24 of IPv4, a /48 of IPv6. Anything else becomes empty. */
const network = sql`case
  when address ~ '^[0-9.]+$' then regexp_replace(address, '\\.[0-9]+$', '.0')
  when address ~ '^[0-9a-fA-F:.]+$' then host(network(set_masklen(address::inet, 48)))
  else '' end`;

const writeSuspension = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Stores a suspension with the status that it interrupts. */
export async function insertSuspension(
  tx: Tx,
  suspension: Insertable<AccountTables["accounts.suspension"]>,
): Promise<void> {
  await writeSuspension(tx).insertInto("accounts.suspension").values(suspension).execute();
}

/** Ends a suspension; returns the status before it, or undefined when there was none. */
export async function deleteSuspension(tx: Tx, accountId: number): Promise<"active" | "pended" | undefined> {
  const row = await writeSuspension(tx)
    .deleteFrom("accounts.suspension")
    .where("account_id", "=", accountId)
    .returning("former_status")
    .executeTakeFirst();
  return row?.former_status;
}

export async function updateStatus(tx: Tx, accountId: number, status: Account["status"]): Promise<void> {
  await writeSuspension(tx)
    .updateTable("accounts.account")
    .set({ status })
    .where("id", "=", accountId)
    .execute();
}

/** The suspensions among these accounts. */
export async function suspensions(reader: Reader, accountIds: readonly number[]) {
  if (accountIds.length === 0) return [];
  return reader
    .$extendTables<AccountTables>()
    .selectFrom("accounts.suspension")
    .select(["account_id", "since"])
    .where("account_id", "in", accountIds)
    .execute();
}
