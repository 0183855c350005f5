import type { Insertable, NotNull, Selectable } from "kysely";
import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import type { AccountTables } from "./tables.ts";

export type Account = Selectable<AccountTables["accounts.account"]>;
export type Consent = Insertable<AccountTables["accounts.consent"]>;

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** The account of an id, or undefined. */
export function accountById(reader: Reader, id: number): Promise<Account | undefined> {
  return read(reader).selectFrom("accounts.account").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The user names of these accounts, by id. */
export async function loginsById(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read(reader)
    .selectFrom("accounts.account")
    .select(["id", "login"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, login }) => [id, login]));
}

/** The user names of these accounts, by id, as others see them: those of closed accounts are left out. */
export async function shownNamesById(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read(reader)
    .selectFrom("accounts.account")
    .select(["id", "login"])
    .where("id", "in", ids)
    .where("closed_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, login }) => [id, login]));
}

/**
 * A user as others see them. `closed`: its owner closed the account; name, picture and `lastSeen` are then empty.
 * `lastSeen`: when any session was used last.
 */
export type Face = {
  login: string;
  avatar: string | null;
  blocked: boolean;
  closed: boolean;
  lastSeen: Date | null;
};

/** The faces of these users as others see them, by id. */
export async function facesById(reader: Reader, ids: readonly number[]): Promise<Map<number, Face>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows(
    reader,
    sql<Face & { id: number }>`
      select account.id, case when closed_at is null then login else '' end as login,
        case when closed_at is null then avatar end as avatar,
        status = 'blocked' as blocked, closed_at is not null as closed,
        case when closed_at is null then
          (select max(last_used_at) from accounts.session where account_id = account.id) end as "lastSeen"
      from accounts.account as account where id = any (${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...face }) => [id, face]));
}

/** The accounts among these, unless closed, whose user name contains `search`, case-insensitively. */
export async function namedAccounts(
  reader: Reader,
  ids: readonly number[],
  search: string,
): Promise<Set<number>> {
  const pattern = `%${likeLiteral(search)}%`;
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
      select id from accounts.account
      where id = any (${ids}::bigint[]) and closed_at is null and lower(login) like ${pattern}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Folded by the database, as its unique indexes are: JavaScript folds some letters otherwise. */
const folded = (name: string) => sql<string>`lower(${name})`;

/** The account whose user name or email is `name`, whatever its case. */
export function accountByName(reader: Reader, name: string): Promise<Account | undefined> {
  return read(reader)
    .selectFrom("accounts.account")
    .selectAll()
    .where((where) =>
      where.or([where(sql`lower(login)`, "=", folded(name)), where(sql`lower(email)`, "=", folded(name))]),
    )
    .executeTakeFirst();
}

/** Whether a user name is taken for another one; those that were alike before the rule hold no name against others. */
const looksLike = (by: "key" | "sight", login: string) => {
  const look = sql.raw(`kit.look_alike_${by}`);
  return sql<boolean>`(${look}(login) = ${look}(${login}) and not login_contested)`;
};

/**
 * Is there an account with this value in `column`, whatever its case, other than `exceptId`? A user name is taken by one
 * that looks like it, too.
 */
export async function isTaken(
  reader: Reader,
  column: "login" | "email",
  value: string,
  exceptId = 0,
): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where((where) =>
      column === "email"
        ? where(sql`lower(email)`, "=", folded(value))
        : where.or([
            where(sql`lower(login)`, "=", folded(value)),
            looksLike("key", value),
            looksLike("sight", value),
          ]),
    )
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Are there people of the demo, whose password everybody knows? */
export async function hasDemoPeople(reader: Reader): Promise<boolean> {
  const one = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where("demo", "=", true)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** Whether anybody has an account who does not belong to the demo. */
export async function hasOtherPeople(reader: Reader): Promise<boolean> {
  const one = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where("demo", "=", false)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
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

/** The account of an email address, locked until the transaction ends. */
export function lockAccountByEmail(
  tx: Tx,
  email: string,
): Promise<(Account & { email: string }) | undefined> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where(sql`lower(email)`, "=", folded(email))
    .$narrowType<{ email: NotNull }>()
    .forUpdate()
    .executeTakeFirst();
}

/** The account of an id, locked until the transaction ends. */
export function lockAccount(tx: Tx, id: number): Promise<Account | undefined> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The account of an id, kept from changing until the transaction ends. */
export function holdAccount(tx: Tx, id: number): Promise<Account> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where("id", "=", id)
    .forShare()
    .executeTakeFirstOrThrow();
}

/** Stores an address, to be confirmed; returns the updated account and the previous address. */
export async function updateEmail(tx: Tx, id: number, email: string) {
  const before = await write(tx)
    .selectFrom("accounts.account")
    .select("email")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const account = await write(tx)
    .updateTable("accounts.account")
    .set({ email, status: "pended", validation: "waiting" })
    .where("id", "=", id)
    .where("status", "<>", "blocked")
    .returningAll()
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow();
  return { account, before: before.email };
}

/** Was this thrown because another account has the address? */
export function isEmailTakenError(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "account_email";
}

/** Confirms the account's address and makes it active; undefined when that is done already or the address is another. */
export function confirmAddress(tx: Tx, id: number, address: string): Promise<Account | undefined> {
  return write(tx)
    .updateTable("accounts.account")
    .set({ validation: "confirmed", status: "active" })
    .where("id", "=", id)
    .where("email", "=", address)
    .where("validation", "=", "waiting")
    .where("status", "<>", "blocked")
    .returningAll()
    .executeTakeFirst();
}

/** Stores a password; returns the account. */
export function updatePassword(tx: Tx, id: number, passwordHash: string): Promise<Account> {
  return write(tx)
    .updateTable("accounts.account")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives a confirmed, open account another role; false when it is no longer one of role `from`. */
export async function updateRole(
  tx: Tx,
  id: number,
  from: Account["role"],
  to: Account["role"],
): Promise<boolean> {
  const row = await write(tx)
    .updateTable("accounts.account")
    .set({ role: to })
    .where("id", "=", id)
    .where("role", "=", from)
    .where("validation", "=", "confirmed")
    .where("status", "<>", "blocked")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
