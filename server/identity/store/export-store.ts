import { sql } from "kysely";
import type { Reader } from "#server/kit/database/database.ts";
import type { AccountTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<AccountTables>();

/** What an account has accepted, when and from where. */
export function consentsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.consent")
    .select(["document", "version", "accepted_at", "address"])
    .where("account_id", "=", accountId)
    .orderBy("accepted_at")
    .orderBy("document")
    .execute();
}

/** Every sign-in that is still remembered. The ids would open nothing, but they are not needed either. */
export function sessionsOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.session")
    .select(["issued_at", "expires_at", "revoked_at", "last_used_at", "user_agent"])
    .where("account_id", "=", accountId)
    .orderBy("issued_at")
    .execute();
}

/** Devices and addresses that the account was signed in with. What a device's cookie holds is kept as a hash only. */
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

/** Whether codes are asked for, and what became of the recovery codes. Neither the secret nor a hash leaves the house. */
export function secondFactorHistory(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.second_factor as factor")
    .leftJoin("accounts.recovery_code as code", "code.account_id", "factor.account_id")
    .select(["factor.begun_at", "factor.confirmed_at", "code.used_at as recovery_code_used_at"])
    .where("factor.account_id", "=", accountId)
    .orderBy("code.used_at")
    .execute();
}

/** What an account got for friends it invited; the friends are told by nothing but the day. */
export function referralOf(reader: Reader, accountId: number) {
  return read(reader)
    .selectFrom("accounts.referral")
    .select(["at", "state"])
    .where("inviter_id", "=", accountId)
    .orderBy("at")
    .execute();
}
