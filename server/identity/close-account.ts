import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "./check-owner.ts";
import { endSessionsIn } from "./end-sessions.ts";
import type { IdentityNeeds } from "./needs.ts";
import { type Account, accountById } from "./store/accounts-store.ts";
import { lockOpenAdmins, markClosed } from "./store/closing-store.ts";

export type CloseRefusal = OwnerRefusal | { code: "last_admin" };

/** Closes an account for good, by its owner: blocked at once, every session dead, erased after 30 days. */
export function closeAccount(needs: IdentityNeeds, checkOwner: CheckOwner) {
  return async (accountId: number, proof: OwnerProof): Promise<Result<object, CloseRefusal>> => {
    const account = await accountById(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    const checked = await checkOwner(account, proof);
    return checked.ok ? close(needs, account) : checked;
  };
}

async function close(needs: IdentityNeeds, account: Account): Promise<Result<object, CloseRefusal>> {
  await needs.endings.leaving(account);
  const sessions = await inTransaction(needs.db, async (tx) => {
    if (account.role === "admin" && (await isLastAdmin(tx, account.id))) return null;
    await markClosed(tx, account.id, needs.clock.now());
    await needs.endings.closing(tx, account);
    return endSessionsIn(tx, needs, account.id, { except: null });
  });
  if (!sessions) return refuse({ code: "last_admin" });
  sessions.tell();
  await needs.endings.closed(account);
  return ok({});
}

/** Two admins who leave at the same moment wait for each other here. */
async function isLastAdmin(tx: Tx, accountId: number): Promise<boolean> {
  return (await lockOpenAdmins(tx)).every((id) => id === accountId);
}
