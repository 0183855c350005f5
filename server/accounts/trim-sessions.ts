import { inTransaction } from "#server/kit/database/transaction.ts";
import type { AccountsNeeds } from "./accounts.ts";
import { deleteSessionsExpiredBefore } from "./store/sessions-store.ts";

/** Sessions are kept a while after their end: they tell from which addresses an account is known. */
export const sessionsKeptDays = 30;

/** Forgets sessions that ended long ago. */
export function trimSessions({ db, clock }: Pick<AccountsNeeds, "db" | "clock">) {
  return (): Promise<void> => {
    const before = new Date(clock.now().getTime() - sessionsKeptDays * 86_400_000);
    return inTransaction(db, (tx) => deleteSessionsExpiredBefore(tx, before));
  };
}
