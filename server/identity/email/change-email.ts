import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import { emailChangedMail } from "../mails/account-mails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { accountById, isEmailTakenError, isTaken, updateEmail } from "../store/accounts-store.ts";
import { deleteLinks } from "../store/mailed-links-store.ts";
import { askToConfirm } from "./ask-to-confirm.ts";

export type EmailRefusal = OwnerRefusal | { code: "email_taken" };

/** Each change writes to an address of the caller's choice. */
const changesPerHour = 5;

/**
 * Gives an account another address, which then waits to be confirmed. The address before is told, and links mailed to
 * it open nothing any more. The same address again changes nothing.
 */
export function changeEmail(needs: IdentityNeeds, checkOwner: CheckOwner) {
  const perAccount = createLimit(changesPerHour, 3600);
  return async (
    accountId: number,
    change: { email: string; proof: OwnerProof },
  ): Promise<Result<object, EmailRefusal>> => {
    const account = await accountById(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    // First: a code is good once, and must not be spent on an address that is refused.
    if (await isTaken(needs.db, "email", change.email, accountId)) return refuse({ code: "email_taken" });
    const checked = await checkOwner(account, change.proof);
    if (!checked.ok) return checked;
    if (account.email?.toLowerCase() === change.email.toLowerCase()) return ok({});
    const retryAfterSeconds = await perAccount.blocked(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    try {
      await inTransaction(needs.db, (tx) => storeEmail(tx, needs, accountId, change.email));
    } catch (error) {
      if (isEmailTakenError(error)) return refuse({ code: "email_taken" });
      throw error;
    }
    await perAccount.take(String(accountId));
    return ok({});
  };
}

async function storeEmail(tx: Tx, needs: IdentityNeeds, accountId: number, email: string): Promise<void> {
  const { account, before } = await updateEmail(tx, accountId, email);
  await deleteLinks(tx, accountId);
  await askToConfirm(tx, needs, account);
  if (before !== null) await needs.mailer.enqueue(tx, emailChangedMail(account, before));
}
