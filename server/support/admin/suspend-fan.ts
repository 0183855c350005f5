import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type FanOrder = { accountId: number; action: "suspend" | "restore"; reason: string; clientId: string };

export type FanRefusal = "unknown_account" | "not_a_fan" | "already_so" | "not_suspended" | "key_reused";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    fan_suspended: { fanId: number };
  }
}

/** An account as staff see it; `suspended_at`: null unless staff have suspended it. */
export type AccountState = Pick<Account, "id" | "login" | "role"> & { suspended_at: Date | null };

const logged = { suspend: "suspend_account", restore: "restore_account" } as const;

/** Reads an account as staff see it. */
export async function accountState(
  { db, accounts }: AdminNeeds,
  accountId: number,
): Promise<AccountState | undefined> {
  const account = await accounts.byId(db, accountId);
  if (!account) return undefined;
  const since = await accounts.suspendedSince(db, [accountId]);
  return {
    id: account.id,
    login: account.login,
    role: account.role,
    suspended_at: since.get(accountId) ?? null,
  };
}

/**
 * Suspends a fan or ends the suspension and records it in the same transaction. A suspended fan is signed out, sees and
 * renews nothing any more, what they have asked models for is withdrawn, and the show that they are in ends with its bill right after the commit; should this process
 * die in between, the event in the outbox ends it. Models are suspended with their page ({@link actOnModel}), staff never.
 */
export function suspendFan(needs: AdminNeeds) {
  return async (staff: Staff, order: FanOrder): Promise<Result<{ account: AccountState }, FanRefusal>> => {
    const done = await inTransaction(needs.db, (tx) => act(tx, needs, staff, order));
    if (!done.ok) return done;
    await done.afterCommit();
    const account = await accountState(needs, order.accountId);
    return account ? ok({ account }) : refuse("unknown_account");
  };
}

type Done = { afterCommit(): Promise<void> };
const nothingAfter: Done = { afterCommit: async () => undefined };

async function act(
  tx: Tx,
  needs: AdminNeeds,
  staff: Staff,
  order: FanOrder,
): Promise<Result<Done, FanRefusal>> {
  const account = await needs.accounts.lockById(tx, order.accountId);
  if (!account) return refuse("unknown_account");
  const entry = {
    key: `account:${order.clientId}`,
    staff,
    action: logged[order.action],
    target: `account:${account.id}`,
    label: account.login,
    reason: order.reason,
    at: needs.clock.now(),
  };
  const recorded = await needs.support.isRecorded(tx, entry);
  if (recorded !== "new") return recorded === "same" ? ok(nothingAfter) : refuse("key_reused");
  if (account.role !== "fan") return refuse("not_a_fan");
  const changed = await (order.action === "suspend"
    ? suspend(tx, needs, account)
    : restore(tx, needs, account));
  if (!changed.ok) return changed;
  await needs.support.record(tx, entry);
  const change = order.action === "suspend" ? "fan_suspended" : "fan_restored";
  if (account.email)
    await needs.support.emailAccount(tx, { ...account, email: account.email }, change, order.reason);
  return changed;
}

async function suspend(
  tx: Tx,
  { accounts, subscriptions, shows }: AdminNeeds,
  { id, role }: Account,
): Promise<Result<Done, "already_so">> {
  const suspended = await accounts.suspend(tx, id);
  if (!suspended.ok) return refuse("already_so");
  // Nobody is charged for what they cannot see.
  await subscriptions.endRenewals(tx, { id, role });
  await shows.withdrawRequests(tx, id);
  await publishEvent(tx, "fan_suspended", { fanId: id });
  return ok({
    async afterCommit() {
      suspended.disconnect();
      await shows.leaveShow(id);
    },
  });
}

async function restore(
  tx: Tx,
  { accounts }: AdminNeeds,
  { id }: Account,
): Promise<Result<Done, "not_suspended">> {
  return (await accounts.restore(tx, id)).ok ? ok(nothingAfter) : refuse("not_suspended");
}
