import type { Generated } from "kysely";
import type { Language } from "#contract/common.ts";
import type { Role } from "#contract/endpoint.ts";

type AccountTable = {
  id: Generated<number>;
  login: string;
  /** The name holds nothing against names that look like it: others had one before the rule, or its account is erased. */
  login_contested: Generated<boolean>;
  /** Null: the account was opened with X, which shared none, and none was entered since. */
  email: string | null;
  /** Null: the account signs in with X only. */
  password_hash: string | null;
  role: Role;
  status: Generated<"active" | "pended" | "blocked">;
  validation: Generated<"waiting" | "confirmed">;
  language: Language;
  country: string | null;
  avatar: string | null;
  /** Key of its file in the storage, when it is one of ours. */
  avatar_key: Generated<string | null>;
  /** The handle on X as last seen, without the @. */
  twitter: string | null;
  /** Who the person is on X; set exactly when `twitter` is. */
  twitter_id: string | null;
  is_block_notification: Generated<boolean>;
  referrer_id: number | null;
  demo: Generated<boolean>;
  /** When its owner closed it. */
  closed_at: Generated<Date | null>;
  /** When the owner's personal data was erased. */
  erased_at: Generated<Date | null>;
  created_at: Generated<Date>;
};

type ConsentTable = {
  account_id: number;
  document: "over_18" | "terms" | "privacy" | "creator_agreement";
  version: string;
  accepted_at: Date;
  address: string;
};

type SessionTable = {
  token_id: string;
  account_id: number;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  user_agent: string;
  last_used_at: Date;
};

type KnownClientTable = {
  account_id: number;
  /** `device:` and the hash of its cookie, or `address:` and a block. */
  client: string;
  first_seen_at: Date;
  last_seen_at: Date;
  mail_proved_at: Date | null;
};

type MailedLinkTable = {
  token_hash: Buffer;
  purpose: "confirm_email" | "reset_password";
  account_id: number;
  address: string;
  made_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

type TwitterStartTable = {
  browser_hash: Buffer;
  state: string;
  verifier: string;
  redirect_uri: string;
  language: Language;
  referrer_id: number | null;
  route: string | null;
  connect: boolean;
  expires_at: Date;
};

type TwitterClaimTable = {
  claim_hash: Buffer;
  twitter_id: string;
  handle: string;
  email: string | null;
  referrer_id: number | null;
  expires_at: Date;
};

type ReferralTable = {
  friend_id: number;
  inviter_id: number | null;
  purchase_id: string;
  transfer_id: number | null;
  state: "unrewarded" | "rewarded" | "cancelled";
  at: Date;
};

type SecondFactorTable = {
  account_id: number;
  sealed_secret: Buffer;
  begun_at: Date;
  /** Null: no code has been shown yet, and none is asked for. */
  confirmed_at: Date | null;
  /** Time step (RFC 6238) of the last code that was taken. */
  last_step: Generated<number>;
  recovery_salt: Buffer | null;
};

/** The tables that this module owns. */
export type AccountTables = {
  "accounts.second_factor": SecondFactorTable;
  "accounts.recovery_code": { account_id: number; code_hash: Buffer; used_at: Date | null };
  "accounts.referral": ReferralTable;
  "accounts.account": AccountTable;
  "accounts.consent": ConsentTable;
  "accounts.session": SessionTable;
  "accounts.known_client": KnownClientTable;
  "accounts.mailed_link": MailedLinkTable;
  "accounts.twitter_start": TwitterStartTable;
  "accounts.twitter_claim": TwitterClaimTable;
  "accounts.suspension": { account_id: number; former_status: "active" | "pended"; since: Date };
};
