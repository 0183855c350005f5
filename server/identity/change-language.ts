import type { Language } from "#contract/common.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds } from "./needs.ts";
import { updateLanguage } from "./store/accounts-store.ts";

/** Stores the language that mails and pages are written in. */
export function changeLanguage({ db }: IdentityNeeds) {
  return (accountId: number, language: Language): Promise<void> =>
    inTransaction(db, (tx) => updateLanguage(tx, accountId, language));
}
