import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import type { IdentityNeeds } from "../needs.ts";
import type { Client } from "../store/known-clients-store.ts";
import { changePassword } from "./change-password.ts";
import type { WeakPassword } from "./choose-password.ts";
import { mailReset, mailResetJob } from "./mail-reset.ts";
import { type ResetRequestRefusal, requestReset } from "./request-reset.ts";
import { type Reset, type ResetRefusal, resetPassword } from "./reset-password.ts";

/** Passwords: changing the present one, and finding back when it is forgotten. */
export type Password = {
  change(
    accountId: number,
    change: { proof: OwnerProof; password: string },
    client: Client,
  ): Promise<Result<object, OwnerRefusal | WeakPassword>>;
  /** Takes the wish for a new password, for known and unknown emails alike. */
  requestReset(email: string, from: { address: string }): Promise<Result<object, ResetRequestRefusal>>;
  reset(reset: Reset, client: Client): Promise<Result<object, ResetRefusal>>;
  /** The job behind `requestReset`. */
  work: QueuedWork;
};

/** Makes the password part of identity. */
export function createPassword(needs: IdentityNeeds, checkOwner: CheckOwner): Password {
  return {
    change: changePassword(needs, checkOwner),
    requestReset: requestReset(needs),
    reset: resetPassword(needs),
    work: { [mailResetJob]: mailReset(needs) },
  };
}
