import type { Reader, Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { endSessionsIn } from "./end-sessions.ts";
import type { IdentityNeeds } from "./needs.ts";
import { accountById } from "./store/accounts-store.ts";
import { deleteSuspension, insertSuspension, suspensions, updateStatus } from "./store/suspensions-store.ts";

/** Closes an account until the staff opens it again; links to private files die for good. After the commit the caller calls `tell`, which cuts its sockets. */
export function suspendAccount(needs: IdentityNeeds) {
  return async (tx: Tx, accountId: number): Promise<Result<{ tell(): number }, "unknown" | "blocked">> => {
    const account = await accountById(tx, accountId);
    if (!account) return refuse("unknown");
    if (account.status === "blocked") return refuse("blocked");
    const since = needs.clock.now();
    await insertSuspension(tx, { account_id: accountId, former_status: account.status, since });
    await updateStatus(tx, accountId, "blocked");
    await needs.privateFiles.revoke(tx, { readerId: accountId });
    return ok(await endSessionsIn(tx, needs, accountId, { except: null }));
  };
}

/** Opens an account that the staff had closed. Sessions do not come back: its person signs in again. */
export async function restoreAccount(tx: Tx, accountId: number): Promise<Result<object, "not_suspended">> {
  const former = await deleteSuspension(tx, accountId);
  if (!former) return refuse("not_suspended");
  await updateStatus(tx, accountId, former);
  return ok({});
}

/** Since when each of these accounts is suspended; the others are left out. */
export async function suspendedSince(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await suspensions(reader, accountIds);
  return new Map(rows.map(({ account_id, since }) => [account_id, since]));
}
