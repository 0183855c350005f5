import type { FanProfile } from "#contract/accounts.ts";
import type { Account } from "./store/accounts-store.ts";

/** An account in the words of the wire. Rows never leave the server as they are. */
export function presentFan(account: Account, balance: number): FanProfile {
  return {
    id: account.id,
    login: account.login,
    email: account.email ?? "",
    avatar: account.avatar,
    balance,
    role: account.role,
    twitter: account.twitter,
    language: account.language,
    validation: account.validation,
    status: account.status,
    is_block_notification: account.is_block_notification,
    endingSubscriptions: [],
    isColombian: account.country === "CO",
    unread_messages: 0,
    not_seen_attachments: 0,
    not_seen_posts: 0,
  };
}
