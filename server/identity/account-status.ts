import type { Reader, Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "./needs.ts";
import { lockReauthenticated } from "./reauthenticate.ts";
import { endSessionsIn } from "./sessions.ts";
import {
  deleteSuspension,
  insertSuspension,
  lockOpenAdmins,
  markClosed,
  suspensions,
  updateStatus,
} from "./store/account-status-store.ts";
import { type Account, accountByName, lockAccount, updateRole } from "./store/accounts-store.ts";
import { revokeSessions } from "./store/sessions-store.ts";

/**
 * Blocks an account until staff restore it; links to private files are revoked for good. After the commit the caller
 * calls `disconnect`.
 */
export function suspendAccount(needs: IdentityNeeds) {
  return async (
    tx: Tx,
    accountId: number,
  ): Promise<Result<{ disconnect(): number }, "unknown" | "blocked">> => {
    // The owner may close the account at the same moment.
    const account = await lockAccount(tx, accountId);
    if (!account) return refuse("unknown");
    if (account.status === "blocked") return refuse("blocked");
    const since = needs.clock.now();
    await insertSuspension(tx, { account_id: accountId, former_status: account.status, since });
    await updateStatus(tx, accountId, "blocked");
    await needs.privateFiles.revoke(tx, { readerId: accountId });
    return ok(await endSessionsIn(tx, needs, accountId, { except: null }));
  };
}

/** Restores a suspended account. Its sessions stay ended: the user signs in again. */
export async function restoreAccount(tx: Tx, accountId: number): Promise<Result<object, "not_suspended">> {
  const account = await lockAccount(tx, accountId);
  // An account that its owner has closed as well stays closed.
  const former = account?.closed_at ? undefined : await deleteSuspension(tx, accountId);
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

/**
 * Blocks an account that its owner closes, in the caller's transaction; `account` is what was re-authenticated. The last
 * administrator cannot leave.
 */
export function closeAccount({ clock }: Pick<IdentityNeeds, "clock">) {
  return async (
    tx: Tx,
    account: Account,
  ): Promise<Result<object, { code: "last_admin" | "wrong_password" }>> => {
    // Two admins who leave at the same moment wait for each other here.
    if (account.role === "admin" && (await lockOpenAdmins(tx)).every((id) => id === account.id))
      return refuse({ code: "last_admin" });
    const held = await lockReauthenticated(tx, account);
    if (!held.ok) return held;
    await markClosed(tx, account.id, clock.now());
    return ok({});
  };
}

export type PromotionRefusal =
  | "unknown"
  | "already_admin"
  | "unconfirmed"
  | "blocked"
  | "model"
  | "no_password";

/**
 * Makes a fan's account, found by its user name, a staff account and ends its sessions, so that no earlier session
 * gains the role; the caller disconnects the sockets of `tokenIds`. Models are refused, because their page, room and
 * earnings depend on their role: they need a second account.
 */
export async function promoteAccount(
  tx: Tx,
  login: string,
  at: Date,
): Promise<Result<{ account: Account; tokenIds: string[] }, PromotionRefusal>> {
  const account = await accountByName(tx, login);
  if (account?.login.toLowerCase() !== login.toLowerCase()) return refuse("unknown");
  const refusal = objection(account);
  if (refusal) return refuse(refusal);
  // The update repeats the conditions: the account may have changed since it was read.
  if (!(await updateRole(tx, account.id, "fan", "admin"))) return refuse("blocked");
  return ok({ account, tokenIds: await revokeSessions(tx, account.id, { except: null }, at) });
}

function objection(account: Account): PromotionRefusal | null {
  if (account.status === "blocked") return "blocked";
  if (account.role === "admin") return "already_admin";
  if (account.role === "model") return "model";
  if (account.validation !== "confirmed") return "unconfirmed";
  return account.password_hash === null ? "no_password" : null;
}
