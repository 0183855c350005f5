import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds } from "./needs.ts";
import { trimClients } from "./store/known-clients-store.ts";
import { deleteSessionsExpiredBefore } from "./store/sessions-store.ts";

/** Sessions are kept a while after their end: they tell when an account was used last. */
const sessionsKeptDays = 30;

/** Forgets sessions that ended long ago, and clients that have not been seen for long. */
export function trimSessions({ db, clock }: Pick<IdentityNeeds, "db" | "clock">) {
  return (): Promise<void> => {
    const now = clock.now();
    const before = new Date(now.getTime() - sessionsKeptDays * 86_400_000);
    return inTransaction(db, async (tx) => {
      await deleteSessionsExpiredBefore(tx, before);
      await trimClients(tx, now);
    });
  };
}
