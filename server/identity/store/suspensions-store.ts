import type { Insertable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Account } from "./accounts-store.ts";
import type { AccountTables } from "./tables.ts";

const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Remembers a suspension with the status that it interrupts. */
export async function insertSuspension(
  tx: Tx,
  suspension: Insertable<AccountTables["accounts.suspension"]>,
): Promise<void> {
  await write(tx).insertInto("accounts.suspension").values(suspension).execute();
}

/** Ends a suspension; answers the status from before, or undefined when there was none. */
export async function deleteSuspension(tx: Tx, accountId: number): Promise<"active" | "pended" | undefined> {
  const row = await write(tx)
    .deleteFrom("accounts.suspension")
    .where("account_id", "=", accountId)
    .returning("former_status")
    .executeTakeFirst();
  return row?.former_status;
}

export async function updateStatus(tx: Tx, accountId: number, status: Account["status"]): Promise<void> {
  await write(tx).updateTable("accounts.account").set({ status }).where("id", "=", accountId).execute();
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
