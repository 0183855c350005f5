import { createHash } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Account } from "./accounts-store.ts";
import type { AccountTables } from "./tables.ts";

export type TwitterStart = Selectable<AccountTables["accounts.twitter_start"]>;
export type TwitterClaim = Selectable<AccountTables["accounts.twitter_claim"]>;

type NewStart = Omit<Insertable<AccountTables["accounts.twitter_start"]>, "browser_hash">;
type NewClaim = Omit<Insertable<AccountTables["accounts.twitter_claim"]>, "claim_hash">;

const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/** The secrets that are given out are stored as hashes only. */
const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/** Stores a started flow under the secret of its browser, and deletes expired ones. */
export async function insertStart(tx: Tx, browser: string, start: NewStart, now: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.twitter_start").where("expires_at", "<", now).execute();
  await write(tx)
    .insertInto("accounts.twitter_start")
    .values({ browser_hash: hashOf(browser), ...start })
    .execute();
}

/**
 * Consumes the flow that this browser started with this state; undefined when there is none or it expired. Another state
 * leaves it as it is: a forged return must not end a real one.
 */
export function takeStart(
  tx: Tx,
  browser: string,
  state: string,
  now: Date,
): Promise<TwitterStart | undefined> {
  return write(tx)
    .deleteFrom("accounts.twitter_start")
    .where("browser_hash", "=", hashOf(browser))
    .where("state", "=", state)
    .where("expires_at", ">=", now)
    .returningAll()
    .executeTakeFirst();
}

/** Stores an identity under a secret, and deletes expired ones. */
export async function insertClaim(tx: Tx, secret: string, claim: NewClaim, now: Date): Promise<void> {
  await write(tx).deleteFrom("accounts.twitter_claim").where("expires_at", "<", now).execute();
  await write(tx)
    .insertInto("accounts.twitter_claim")
    .values({ claim_hash: hashOf(secret), ...claim })
    .execute();
}

/** Consumes the identity behind a secret; undefined when it was used, expired or never existed. */
export function takeClaim(tx: Tx, secret: string, now: Date): Promise<TwitterClaim | undefined> {
  return write(tx)
    .deleteFrom("accounts.twitter_claim")
    .where("claim_hash", "=", hashOf(secret))
    .where("expires_at", ">=", now)
    .returningAll()
    .executeTakeFirst();
}

/** The identity behind a secret, without consuming it; undefined when it was used, expired or never existed. */
export function claimOf(reader: Reader, secret: string, now: Date): Promise<TwitterClaim | undefined> {
  return reader
    .$extendTables<AccountTables>()
    .selectFrom("accounts.twitter_claim")
    .selectAll()
    .where("claim_hash", "=", hashOf(secret))
    .where("expires_at", ">=", now)
    .executeTakeFirst();
}

/** The account of an identity on X, or undefined. */
export function accountByTwitter(reader: Reader, twitterId: string): Promise<Account | undefined> {
  return reader
    .$extendTables<AccountTables>()
    .selectFrom("accounts.account")
    .selectAll()
    .where("twitter_id", "=", twitterId)
    .executeTakeFirst();
}

/** The account of an identity on X, locked until the transaction ends; undefined when it has none by then. */
export function lockByTwitter(tx: Tx, twitterId: string): Promise<Account | undefined> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where("twitter_id", "=", twitterId)
    .forUpdate()
    .executeTakeFirst();
}

/** The account of an id, kept as it is until the transaction ends. */
export function lockAccount(tx: Tx, id: number): Promise<Account> {
  return write(tx)
    .selectFrom("accounts.account")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Sets or clears the identity on X. A unique violation (23505) names `account_twitter`. */
export async function updateTwitter(
  tx: Tx,
  id: number,
  identity: { id: string; handle: string } | null,
): Promise<void> {
  await write(tx)
    .updateTable("accounts.account")
    .set({ twitter_id: identity?.id ?? null, twitter: identity?.handle ?? null })
    .where("id", "=", id)
    .execute();
}
