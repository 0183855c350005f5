import type { Role } from "#contract/endpoint.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { IsBreached } from "./password/breached-passwords.ts";
import type { HashCost } from "./passwords.ts";
import type { Account } from "./store/accounts-store.ts";

export type IdentityNeeds = {
  db: Database;
  clock: Clock;
  mailer: Pick<Mailer, "enqueue">;
  /** Scheme and host that mailed links begin with. */
  publicOrigin: string;
  /** Key of the token signatures, at least 32 bytes. */
  tokenSecret: Uint8Array;
  /** The key of the secrets of second factors is derived from it; at least 32 bytes, and the same for ever. */
  secondFactorSecret: Uint8Array;
  /** Does the desk open to staff with a second factor only? */
  staffSecondFactor: boolean;
  privateFiles: Pick<PrivateFiles, "revoke">;
  /** What else an account needs in the same transaction: its wallet, a model's page. */
  opened: (tx: Tx, account: Account) => Promise<void>;
  /** A proved address, in the same transaction; answers the tokens the owner gets for it now. */
  emailConfirmed: (tx: Tx, account: Account) => Promise<number>;
  /** Was a password leaked somewhere? Asked of every password that a person chooses. */
  isBreached: IsBreached;
  /** Told after a token died, so that its sockets and playback end at once. */
  revoked: (session: { tokenId: string; accountId: number }) => void;
  /** Registrations per hour from one address block. */
  registrationsPerHour?: number;
  /** What hashing a password or a recovery code costs, if not what is recommended: tests make many people. */
  hashCost?: HashCost;
};

/** A session as the caller gets it; `expiresInSeconds` from now. `tokenId` is the token's `jti`. */
export type SignedIn = {
  token: string;
  tokenId: string;
  expiresInSeconds: number;
  accountId: number;
  role: Role;
};
