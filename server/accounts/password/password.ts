import type { Viewer } from "#server/kit/http/call.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
import type { AccountsNeeds } from "../accounts.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import { accountById } from "../store/accounts-store.ts";
import { changePassword } from "./change-password.ts";
import type { CheckPassword, PasswordRefusal } from "./check-password.ts";
import type { WeakPassword } from "./choose-password.ts";
import { mailReset, mailResetJob } from "./mail-reset.ts";
import { type ResetRequestRefusal, requestReset } from "./request-reset.ts";
import { type Reset, type ResetRefusal, resetPassword } from "./reset-password.ts";

/** Passwords: asking for the present one, changing it, and finding back when it is forgotten. */
export type Password = {
  /** Asks for the present password before something that a stolen session must not do. */
  check(accountId: number, password: string): Promise<Result<object, PasswordRefusal>>;
  change(
    viewer: Pick<Viewer, "userId" | "tokenId">,
    change: { currentPassword: string; password: string },
  ): Promise<Result<object, PasswordRefusal | WeakPassword>>;
  /** Takes the wish for a new password, for known and unknown emails alike. */
  requestReset(email: string, from: { address: string }): Promise<Result<object, ResetRequestRefusal>>;
  reset(reset: Reset, from: { address: string }): Promise<Result<object, ResetRefusal>>;
  /** The job behind `requestReset`. */
  work: QueuedWork;
};

/** Makes the password part of the accounts. */
export function createPassword(needs: AccountsNeeds, check: CheckPassword, guard: SignInGuard): Password {
  return {
    async check(accountId, password) {
      const account = await accountById(needs.db, accountId);
      if (!account) throw new Error(`account ${accountId} is gone`);
      return check(account, password);
    },
    change: changePassword(needs, check),
    requestReset: requestReset(needs),
    reset: resetPassword(needs, guard),
    work: { [mailResetJob]: mailReset(needs) },
  };
}
