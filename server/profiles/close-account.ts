import type { Account, Identity, OwnerProof, OwnerRefusal } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result } from "#server/kit/result.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { PersonalData } from "./personal-data.ts";
import { updateAvatar } from "./store/profile-store.ts";

export type CloseRefusal = OwnerRefusal | { code: "last_admin" };

type CloseNeeds = {
  db: Database;
  identity: Pick<Identity, "byId" | "checkOwner" | "close" | "endSessionsIn">;
  personalData: readonly PersonalData[];
};

/** Closes an account for good, by its owner: blocked and signed out everywhere at once, erased after 30 days. */
export function closeAccount(needs: CloseNeeds) {
  return async (accountId: number, proof: OwnerProof): Promise<Result<object, CloseRefusal>> => {
    const checked = await needs.identity.checkOwner(accountId, proof);
    if (!checked.ok) return checked;
    const account = await needs.identity.byId(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    return close(needs, account);
  };
}

async function close(
  { db, identity, personalData }: CloseNeeds,
  account: Account,
): Promise<Result<object, CloseRefusal>> {
  for (const data of personalData) await data.beforeClose?.(account);
  const closed = await inTransaction(db, async (tx) => {
    const blocked = await identity.close(tx, account);
    if (!blocked.ok) return blocked;
    for (const data of personalData) await data.close?.(tx, account);
    return ok({ sessions: await identity.endSessionsIn(tx, account.id, { except: null }) });
  });
  if (!closed.ok) return closed;
  closed.sessions.tell();
  for (const data of personalData) await data.afterClose?.(account);
  return ok({});
}

/** How long the personal data of a closed account is kept, in case somebody has to ask about it. */
const keptDays = 30;
const accountsPerRun = 200;

type EraseNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  identity: Pick<Identity, "closedBefore" | "lockToErase" | "erase">;
  storage: Pick<Storage, "remove">;
  personalData: readonly PersonalData[];
};

/**
 * Erases the personal data of accounts that closed 30 days ago; returns how many accounts. Payments, ledger and the
 * proof of consents stay, under a number. A job calls it; an account that fails is tried again on the next run.
 */
export function eraseClosed(needs: EraseNeeds) {
  return async (): Promise<number> => {
    const before = new Date(needs.clock.now().getTime() - keptDays * 86_400_000);
    const ids = await needs.identity.closedBefore(needs.db, before, accountsPerRun);
    const failures: unknown[] = [];
    for (const id of ids)
      await inTransaction(needs.db, (tx) => erase(tx, needs, id)).catch((error) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts were not erased`);
    return ids.length;
  };
}

async function erase(tx: Tx, { identity, storage, personalData }: EraseNeeds, id: number): Promise<void> {
  const account = await identity.lockToErase(tx, id);
  if (!account) return;
  for (const data of personalData) await data.erase?.(tx, account);
  // Before the commit: a crash in between leaves a key without a file, never a file that nothing refers to.
  const avatar = await updateAvatar(tx, id, null);
  if (avatar) await storage.remove(avatar);
  await identity.erase(tx, id);
}
