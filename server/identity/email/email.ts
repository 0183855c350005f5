import type { Tx } from "#server/kit/database/database.ts";
import type { Result } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof } from "../check-owner.ts";
import type { Reachable } from "../mailed-link.ts";
import type { IdentityNeeds } from "../needs.ts";
import { askToConfirm } from "./ask-to-confirm.ts";
import { changeEmail, type EmailRefusal } from "./change-email.ts";
import { type ConfirmRefusal, confirmEmail } from "./confirm-email.ts";
import { type ResendRefusal, resendConfirmation } from "./resend-confirmation.ts";

/** An account's email address and the proof of it. */
export type Email = {
  /** Mails the link that proves the address, in the caller's transaction. */
  askToConfirm(tx: Tx, account: Reachable): Promise<void>;
  confirm(token: string): Promise<Result<{ tokens: number }, ConfirmRefusal>>;
  resend(accountId: number, email: string): Promise<Result<{ sent: boolean }, ResendRefusal>>;
  change(
    accountId: number,
    change: { email: string; proof: OwnerProof },
  ): Promise<Result<object, EmailRefusal>>;
};

/** Makes the email part of identity. */
export function createEmail(needs: IdentityNeeds, checkOwner: CheckOwner): Email {
  return {
    askToConfirm: (tx, account) => askToConfirm(tx, needs, account),
    confirm: confirmEmail(needs),
    resend: resendConfirmation(needs),
    change: changeEmail(needs, checkOwner),
  };
}
