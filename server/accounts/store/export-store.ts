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
    .select(["issued_at", "expires_at", "revoked_at", "last_used_at", "user_agent", "address_block"])
    .where("account_id", "=", accountId)
    .orderBy("issued_at")
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
