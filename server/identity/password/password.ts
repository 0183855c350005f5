import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
import type { IdentityNeeds } from "../needs.ts";
import type { ReauthCredentials, Reauthenticate, ReauthRefusal } from "../reauthenticate.ts";
import type { Client } from "../store/known-clients-store.ts";
import { changePassword } from "./change-password.ts";
import type { WeakPassword } from "./passwords.ts";
import {
  mailReset,
  mailResetJob,
  type Reset,
  type ResetRefusal,
  type ResetRequestRefusal,
  requestReset,
  resetPassword,
} from "./reset-password.ts";

/** Changing a password, and resetting a forgotten one. */
export type Password = {
  change(
    accountId: number,
    change: { credentials: ReauthCredentials; password: string },
    client: Client,
  ): Promise<Result<object, ReauthRefusal | WeakPassword>>;
  /** Requests a reset link, for known and unknown emails alike. */
  requestReset(email: string, from: { address: string }): Promise<Result<object, ResetRequestRefusal>>;
  reset(reset: Reset, client: Client): Promise<Result<object, ResetRefusal>>;
  /** The job behind `requestReset`. */
  work: QueuedWork;
};

/** Makes the password part of identity. */
export function createPassword(needs: IdentityNeeds, reauthenticate: Reauthenticate): Password {
  return {
    change: changePassword(needs, reauthenticate),
    requestReset: requestReset(needs),
    reset: resetPassword(needs),
    work: { [mailResetJob]: mailReset(needs) },
  };
}
