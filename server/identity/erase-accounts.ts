import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds } from "./needs.ts";
import { accountsToErase, eraseAccount, lockToErase } from "./store/closing-store.ts";

/** How long a closed account can still be asked about, before what it says of a person goes. */
const keptDays = 30;
const atOnceMax = 200;

/**
 * Erases who the owners of accounts were that closed 30 days ago; answers how many accounts. Payments, ledger and the
 * proof of consents stay, under a number. A job calls it; an account that fails is tried again the next time.
 */
export function eraseAccounts(needs: IdentityNeeds) {
  return async (): Promise<number> => {
    const before = new Date(needs.clock.now().getTime() - keptDays * 86_400_000);
    const ids = await accountsToErase(needs.db, before, atOnceMax);
    const failures: unknown[] = [];
    for (const id of ids)
      await inTransaction(needs.db, (tx) => erase(tx, needs, id)).catch((error) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts were not erased`);
    return ids.length;
  };
}

async function erase(tx: Tx, needs: IdentityNeeds, id: number): Promise<void> {
  const account = await lockToErase(tx, id);
  if (!account) return;
  await needs.endings.erasing(tx, account);
  // Before the commit: a crash in between leaves a key without a file, never a file that nobody knows of.
  if (account.avatar_key) await needs.storage.remove(account.avatar_key);
  await eraseAccount(tx, id, needs.clock.now());
}
