import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { AccountTables } from "./tables.ts";

type Row = Selectable<AccountTables["accounts.second_factor"]>;
/** A second factor that is turned on. */
export type SecondFactor = Row & { confirmed_at: Date; recovery_salt: Buffer };

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Is a second factor required for the account? */
export async function hasSecondFactor(reader: Reader, accountId: number): Promise<boolean> {
  return (await secondFactorOf(reader, accountId)) !== undefined;
}

/** Since when the account's second factor is on, and how many recovery codes are left. */
export async function secondFactorOf(
  reader: Reader,
  accountId: number,
): Promise<{ since: Date; left: number } | undefined> {
  const [factor] = await factorOf(reader, { accountId });
  return factor;
}

const factorOf = prepareRead((reader, { accountId }: { accountId: number }) =>
  read(reader)
    .selectFrom("accounts.second_factor as factor")
    .leftJoin("accounts.recovery_code as code", (join) =>
      join.onRef("code.account_id", "=", "factor.account_id").on("code.used_at", "is", null),
    )
    .select(["factor.confirmed_at as since", sql<number>`count(code.code_hash)::int`.as("left")])
    .where("factor.account_id", "=", accountId)
    .where("factor.confirmed_at", "is not", null)
    .groupBy("factor.account_id")
    .$narrowType<{ since: Date }>(),
);

/** Begins an enrolment, replacing an earlier one; false when the account already has a second factor. */
export async function beginFactor(
  tx: Tx,
  factor: { account_id: number; sealed_secret: Buffer; begun_at: Date },
): Promise<boolean> {
  const fresh = { ...factor, confirmed_at: null, recovery_salt: null };
  await deleteUnconfirmed(tx, { accountId: factor.account_id });
  const { numInsertedOrUpdatedRows } = await write(tx)
    .insertInto("accounts.second_factor")
    .values(fresh)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The enrolment of an account that was begun after `since` and waits for its first code, locked. */
export function lockEnrolment(tx: Tx, accountId: number, since: Date): Promise<Row | undefined> {
  return write(tx)
    .selectFrom("accounts.second_factor")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is", null)
    .where("begun_at", ">", since)
    .forUpdate()
    .executeTakeFirst();
}

/** The second factor of an account, locked, so that a code that arrives twice works once; undefined: none. */
export function lockFactor(tx: Tx, accountId: number): Promise<SecondFactor | undefined> {
  return write(tx)
    .selectFrom("accounts.second_factor")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is not", null)
    .forUpdate()
    .$narrowType<{ confirmed_at: Date; recovery_salt: Buffer }>()
    .executeTakeFirst();
}

/** Turns the factor on. `last_step` is that of the first code. */
export async function confirmFactor(
  tx: Tx,
  accountId: number,
  confirmed: { confirmed_at: Date; last_step: number; recovery_salt: Buffer },
): Promise<void> {
  await write(tx)
    .updateTable("accounts.second_factor")
    .set(confirmed)
    .where("account_id", "=", accountId)
    .execute();
}

/** Consumes the code of a time step; false when it or a later one was used before. */
export async function spendStep(tx: Tx, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await write(tx)
    .updateTable("accounts.second_factor")
    .set({ last_step: step })
    .where("account_id", "=", accountId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the recovery codes of an account. */
export async function storeRecoveryCodes(
  tx: Tx,
  accountId: number,
  { salt, hashes }: { salt: Buffer; hashes: readonly Buffer[] },
): Promise<void> {
  await write(tx).deleteFrom("accounts.recovery_code").where("account_id", "=", accountId).execute();
  await write(tx)
    .updateTable("accounts.second_factor")
    .set({ recovery_salt: salt })
    .where("account_id", "=", accountId)
    .execute();
  await write(tx)
    .insertInto("accounts.recovery_code")
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null })))
    .execute();
}

/** Consumes a recovery code; false when there is no such code or it was used. */
export async function spendRecoveryCode(
  tx: Tx,
  accountId: number,
  codeHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await write(tx)
    .updateTable("accounts.recovery_code")
    .set({ used_at: at })
    .where("account_id", "=", accountId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an account's second factor with its codes, unconfirmed ones too; false when none was turned on. */
export async function deleteFactor(tx: Tx, accountId: number): Promise<boolean> {
  const gone = await write(tx)
    .deleteFrom("accounts.second_factor")
    .where("account_id", "=", accountId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return gone !== undefined && gone.confirmed_at !== null;
}

/** Deletes unconfirmed enrolments: an account's, or all that began before `before`. */
export async function deleteUnconfirmed(
  tx: Tx,
  which: { accountId: number } | { before: Date },
): Promise<void> {
  const waiting = write(tx).deleteFrom("accounts.second_factor").where("confirmed_at", "is", null);
  await (
    "before" in which
      ? waiting.where("begun_at", "<", which.before)
      : waiting.where("account_id", "=", which.accountId)
  ).execute();
}
