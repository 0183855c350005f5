import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Reachable } from "../mailed-link.ts";
import type { IdentityNeeds } from "../needs.ts";
import { accountById } from "../store/accounts-store.ts";
import { askToConfirm } from "./ask-to-confirm.ts";

export type ResendRefusal = { code: "not_your_email" } | { code: "too_many"; retryAfterSeconds: number };

/** Mails the confirmation link again, once a minute; `sent` is false when nothing is left to confirm. */
export function resendConfirmation(needs: IdentityNeeds) {
  const perAccount = createLimit(1, 60);
  return async (accountId: number, email: string): Promise<Result<{ sent: boolean }, ResendRefusal>> => {
    const account = await accountById(needs.db, accountId);
    if (account?.email?.toLowerCase() !== email.toLowerCase()) return refuse({ code: "not_your_email" });
    if (account.validation === "confirmed") return ok({ sent: false });
    const retryAfterSeconds = await perAccount.take(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    await inTransaction(needs.db, (tx) => askToConfirm(tx, needs, account as Reachable));
    return ok({ sent: true });
  };
}
