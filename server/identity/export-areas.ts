import { sql } from "kysely";
import type { Reader } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Account } from "./store/accounts-store.ts";
import type { AccountTables } from "./store/tables.ts";

const read = (reader: Reader) => reader.$extendTables<AccountTables>();

/** The data of this module about a person. */
export function exportAreas(db: Reader, { id }: Account): ExportArea[] {
  return [
    { name: "consents", rows: () => consentsOf(db, id) },
    { name: "sessions", rows: () => sessionsOf(db, id) },
    { name: "known-clients", rows: () => knownClientsOf(db, id) },
    { name: "second-factor", rows: () => secondFactorHistory(db, id) },
    { name: "referrals", rows: () => referralsOf(db, id) },
  ];
}

/** The documents that an account has accepted, when and from where. */
function consentsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.consent")
    .select(["document", "version", "accepted_at", "address"])
    .where("account_id", "=", accountId)
    .orderBy("accepted_at")
    .orderBy("document")
    .execute();
}

/** Every session that is still stored. Their ids would be harmless, but nobody needs them. */
function sessionsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.session")
    .select(["issued_at", "expires_at", "revoked_at", "last_used_at", "user_agent"])
    .where("account_id", "=", accountId)
    .orderBy("issued_at")
    .execute();
}

/** Devices and addresses that the account signed in from. Device cookies are stored as hashes only. */
export function knownClientsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.known_client")
    .select([
      sql<string>`case when client like 'device:%' then 'device' else client end`.as("client"),
      "first_seen_at",
      "last_seen_at",
      "mail_proved_at",
    ])
    .where("account_id", "=", accountId)
    .orderBy("first_seen_at")
    .orderBy("client")
    .execute();
}

/**
 * The time at which a second factor was set up, and the recovery codes that were used. Neither the secret nor a hash
 * is exported.
 */
function secondFactorHistory(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.second_factor as factor")
    .leftJoin("accounts.recovery_code as code", "code.account_id", "factor.account_id")
    .select(["factor.begun_at", "factor.confirmed_at", "code.used_at as recovery_code_used_at"])
    .where("factor.account_id", "=", accountId)
    .orderBy("code.used_at")
    .execute();
}

/** The rewards of an account for inviting friends; only the day is exported of the friends. */
function referralsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.referral")
    .select(["at", "state"])
    .where("inviter_id", "=", accountId)
    .orderBy("at")
    .execute();
}
