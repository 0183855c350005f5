import type { FanProfile } from "#contract/accounts.ts";
import type { MenuCounters } from "#contract/settings.ts";
import type { Account } from "./store/accounts-store.ts";

type Beside = MenuCounters &
  Pick<FanProfile, "live_from" | "has_second_factor" | "second_factor_needed" | "endingSubscriptions">;

/** An account in the words of the wire. Rows never leave the server as they are. */
export function presentFan(account: Account, balance: number, beside: Beside): FanProfile {
  return {
    id: account.id,
    login: account.login,
    email: account.email ?? "",
    avatar: account.avatar,
    balance,
    role: account.role,
    twitter: account.twitter,
    has_password: account.password_hash !== null,
    language: account.language,
    validation: account.validation,
    status: account.status,
    is_block_notification: account.is_block_notification,
    isColombian: account.country === "CO",
    ...beside,
  };
}
