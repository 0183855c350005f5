// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";

export type AccountsAccount = {
  avatar: string | null;
  /** Key of its file in the storage, when it is one of ours. */
  avatar_key: string | null;
  /** When its owner closed it. */
  closed_at: Date | null;
  country: string | null;
  created_at: Generated<Date>;
  demo: Generated<boolean>;
  /** Null: the account was opened with X, which shared none, and none was entered since. */
  email: string | null;
  /** When the owner's personal data was erased. */
  erased_at: Date | null;
  id: ColumnType<number, never, never>;
  is_block_notification: Generated<boolean>;
  language: "en" | "es";
  login: string;
  /** The name holds nothing against names that look like it: others had one before the rule, or its account is erased. */
  login_contested: Generated<boolean>;
  /** Null: the account signs in with X only. */
  password_hash: string | null;
  referrer_id: number | null;
  role: "fan" | "model" | "admin";
  status: Generated<"active" | "pended" | "blocked">;
  /** The handle on X as last seen, without the @. */
  twitter: string | null;
  /** The number of the person on X; set exactly when `twitter` is. */
  twitter_id: string | null;
  validation: Generated<"waiting" | "confirmed">;
};

export type AccountsConsent = {
  accepted_at: Date;
  account_id: number;
  address: string;
  document: "over_18" | "terms" | "privacy" | "creator_agreement";
  version: string;
};

export type AccountsKnownClient = {
  account_id: number;
  /** `device:` and the hash of its cookie, or `address:` and a block. */
  client: string;
  first_seen_at: Date;
  last_seen_at: Date;
  mail_proved_at: Date | null;
};

export type AccountsMailedLink = {
  account_id: number;
  address: string;
  expires_at: Date;
  made_at: Date;
  purpose: "confirm_email" | "reset_password";
  token_hash: Buffer;
  used_at: Date | null;
};

export type AccountsRecoveryCode = {
  account_id: number;
  code_hash: Buffer;
  used_at: Date | null;
};

export type AccountsReferral = {
  at: Date;
  friend_id: number;
  inviter_id: number | null;
  purchase_id: string;
  state: "unrewarded" | "rewarded" | "cancelled";
  transfer_id: number | null;
};

export type AccountsSecondFactor = {
  account_id: number;
  begun_at: Date;
  /** Null: no code has been shown yet, and none is asked for. */
  confirmed_at: Date | null;
  /** Time step (RFC 6238) of the last code that was taken. */
  last_step: Generated<number>;
  recovery_salt: Buffer | null;
  sealed_secret: Buffer;
};

export type AccountsSession = {
  account_id: number;
  expires_at: Date;
  issued_at: Date;
  last_used_at: Date;
  revoked_at: Date | null;
  token_id: string;
  user_agent: string;
};

export type AccountsSuspension = {
  account_id: number;
  former_status: "active" | "pended";
  since: Date;
};

export type AccountsTwitterClaim = {
  claim_hash: Buffer;
  email: string | null;
  expires_at: Date;
  handle: string;
  referrer_id: number | null;
  twitter_id: string;
};

export type AccountsTwitterStart = {
  browser_hash: Buffer;
  connect: boolean;
  expires_at: Date;
  language: "en" | "es";
  redirect_uri: string;
  referrer_id: number | null;
  route: string | null;
  state: string;
  verifier: string;
};

export type Rows = {
  "accounts.account": AccountsAccount;
  "accounts.consent": AccountsConsent;
  "accounts.known_client": AccountsKnownClient;
  "accounts.mailed_link": AccountsMailedLink;
  "accounts.recovery_code": AccountsRecoveryCode;
  "accounts.referral": AccountsReferral;
  "accounts.second_factor": AccountsSecondFactor;
  "accounts.session": AccountsSession;
  "accounts.suspension": AccountsSuspension;
  "accounts.twitter_claim": AccountsTwitterClaim;
  "accounts.twitter_start": AccountsTwitterStart;
};
