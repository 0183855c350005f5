import type { Role } from "#contract/endpoint.ts";
import type { LegalDocumentName } from "#contract/legal.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { AskLimits } from "./ask-limits.ts";
import type { IsBreached } from "./password/breached-passwords.ts";
import type { HashCost } from "./password/password-hash.ts";
import type { Account } from "./store/accounts-store.ts";
import type { TwitterClient, TwitterProvider } from "./twitter/twitter-client.ts";

export type IdentityNeeds = {
  db: Database;
  clock: Clock;
  limits: Limits;
  mailer: Pick<Mailer, "enqueue">;
  /** Scheme and host of links in emails. */
  publicOrigin: string;
  /** Key of the token signatures, at least 32 bytes. */
  tokenSecret: Uint8Array<ArrayBuffer>;
  /** The key that encrypts second-factor secrets is derived from it; at least 32 bytes, and it must never change. */
  secondFactorSecret: Uint8Array;
  /** Does the admin area open only to staff with a second factor? */
  staffSecondFactor: boolean;
  privateFiles: Pick<PrivateFiles, "revoke">;
  /** Creates what an account needs beside its row, in the same transaction: its wallet, a model's page. */
  opened: (tx: Tx, account: Account) => Promise<void>;
  /** Called with a confirmed address, in the same transaction; returns the tokens that the owner receives for it. */
  emailConfirmed: (tx: Tx, account: Account) => Promise<number>;
  /** May people choose passwords that are among the first to be tried? */
  guessablePasswords: "refused" | "allowed";
  /** Is the password known from a data leak? Asked about every chosen password. */
  isBreached: IsBreached;
  /** Called after a session ended, to end its sockets and playback at once. */
  revoked: (session: { tokenId: string; accountId: number }) => void;
  /** Days that ended sessions are kept, because they record when an account was used last. */
  sessionsKeptDays: number;
  /** The version of a legal document that is shown now, and that a registration accepts. */
  legalVersionOf: (document: LegalDocumentName) => string;
  /** Registrations per hour from one address block. */
  registrationsPerHour?: number;
  /** The cost of hashing passwords and recovery codes, if not the recommended one: tests open many accounts. */
  hashCost?: HashCost;
};

/** A new session; `expiresInSeconds` from now. `tokenId` is the token's `jti`. */
export type SignedIn = {
  token: string;
  tokenId: string;
  expiresInSeconds: number;
  accountId: number;
  role: Role;
};

/** The needs of signing in with X. */
export type TwitterNeeds = IdentityNeeds & {
  /** Null: signing in with X is not set up. */
  twitter: TwitterProvider | null;
};

export type TwitterParts = TwitterNeeds & AskLimits & { client: TwitterClient | null };
