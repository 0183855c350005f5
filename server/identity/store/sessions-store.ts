import { type Insertable, type Selectable, sql } from "kysely";
import type { Language } from "#contract/common.ts";
import type { Role } from "#contract/endpoint.ts";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { deleteInParts } from "#server/kit/database/delete-in-parts.ts";
import { prepareRead } from "#server/kit/database/prepare-read.ts";
import type { AccountTables } from "./tables.ts";

export type SessionRow = Selectable<AccountTables["accounts.session"]>;

const read = (reader: Reader) => reader.$extendTables<AccountTables>();
const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** Stores the session of an issued token. */
export async function insertSession(
  tx: Tx,
  session: Omit<Insertable<AccountTables["accounts.session"]>, "revoked_at">,
): Promise<void> {
  await write(tx)
    .insertInto("accounts.session")
    .values({ ...session, revoked_at: null })
    .execute();
}

/** A session that is neither revoked nor of a blocked account, and the role of its account. */
export type LiveSession = Pick<SessionRow, "account_id" | "expires_at" | "last_used_at"> & {
  role: Role;
  language: Language;
  is_staff_without_factor: boolean;
};

/** The live sessions among these tokens, by token. */
export async function liveSessions(
  reader: Reader,
  tokenIds: readonly string[],
): Promise<ReadonlyMap<string, LiveSession>> {
  const rows = await sessionsOf(reader, { tokenIds: [...tokenIds] });
  return new Map(rows.map(({ token_id, ...session }) => [token_id, session]));
}

const sessionsOf = prepareRead((reader, { tokenIds }: { tokenIds: string[] }) =>
  read(reader)
    .selectFrom("accounts.session")
    .innerJoin("accounts.account", "accounts.account.id", "accounts.session.account_id")
    .select([
      "accounts.session.token_id",
      "accounts.session.account_id",
      "accounts.account.role",
      "accounts.account.language",
      "accounts.session.expires_at",
      "accounts.session.last_used_at",
      sql<boolean>`accounts.account.role = 'admin' and not exists (select 1 from accounts.second_factor factor
        where factor.account_id = accounts.account.id and factor.confirmed_at is not null)`.as(
        "is_staff_without_factor",
      ),
    ])
    .where(sql<boolean>`accounts.session.token_id = any (${tokenIds}::uuid[])`)
    .where("accounts.session.revoked_at", "is", null)
    .where("accounts.account.status", "<>", sql.lit("blocked")),
);

/** The tokens among these whose session is active at `now`. */
export async function liveTokens(
  reader: Reader,
  tokenIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const sessions = [...(await liveSessions(reader, tokenIds))];
  return new Set(sessions.flatMap(([token, { expires_at }]) => (expires_at > now ? token : [])));
}

/** The sessions of an account that are active at `now`, last used first. */
export function openSessions(
  reader: Reader,
  accountId: number,
  now: Date,
  limit: number,
): Promise<SessionRow[]> {
  return read(reader)
    .selectFrom("accounts.session")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("token_id")
    .limit(limit)
    .execute();
}

/** Records that a session was used. */
export async function touchSession(tx: Tx, tokenId: string, at: Date): Promise<void> {
  await write(tx)
    .updateTable("accounts.session")
    .set({ last_used_at: at })
    .where("token_id", "=", tokenId)
    .where("last_used_at", "<", at)
    .execute();
}

/** When an account was used last, by any session that is still known; null when by none. */
export async function lastUse(reader: Reader, accountId: number): Promise<Date | null> {
  const row = await read(reader)
    .selectFrom("accounts.session")
    .select((eb) => eb.fn.max("last_used_at").as("at"))
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The sessions of an account to end: one, or all but one. */
export type WhichSessions = { only: string } | { except: string | null };

/** Revokes the chosen sessions of an account; returns the ids of those that were active. */
export async function revokeSessions(
  tx: Tx,
  accountId: number,
  which: WhichSessions,
  at: Date,
): Promise<string[]> {
  const mine = write(tx)
    .updateTable("accounts.session")
    .set({ revoked_at: at })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null);
  const chosen =
    "only" in which
      ? mine.where("token_id", "=", which.only)
      : mine.$if(which.except !== null, (all) => all.where("token_id", "<>", which.except ?? ""));
  const ended = await chosen.returning("token_id").execute();
  return ended.map((row) => row.token_id);
}

/** Revokes every session there is; returns how many were active. */
export async function revokeEverySession(tx: Tx, at: Date): Promise<number> {
  const result = await write(tx)
    .updateTable("accounts.session")
    .set({ revoked_at: at })
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Has no session of the account been ended since `at`, and may the account be used? */
export async function isUntouchedSince(reader: Reader, accountId: number, at: Date): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("accounts.account")
    .select("id")
    .where("id", "=", accountId)
    .where("status", "<>", "blocked")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("accounts.session")
            .select("token_id")
            .whereRef("accounts.session.account_id", "=", "accounts.account.id")
            .where("revoked_at", ">=", at),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes sessions that expired before `before`. */
export async function deleteSessionsExpiredBefore(db: Database, before: Date): Promise<void> {
  await deleteInParts(
    db,
    (rows) => sql`
      delete from accounts.session where token_id in (
        select token_id from accounts.session where expires_at < ${before} limit ${rows})`,
  );
}

/** When a session began; undefined when it is not known. */
export async function sessionStart(reader: Reader, tokenId: string): Promise<Date | undefined> {
  const row = await read(reader)
    .selectFrom("accounts.session")
    .select("issued_at")
    .where("token_id", "=", tokenId)
    .executeTakeFirst();
  return row?.issued_at;
}
