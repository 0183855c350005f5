import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds } from "./needs.ts";
import { updateNotification } from "./store/accounts-store.ts";

/** Silences notices of new messages and notification mails, or lets them through again. */
export function turnNotification({ db }: Pick<IdentityNeeds, "db">) {
  return (accountId: number, blocked: boolean): Promise<void> =>
    inTransaction(db, (tx) => updateNotification(tx, accountId, blocked));
}
