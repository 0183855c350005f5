import type { ReauthCredentials, ReauthRefusal } from "#server/identity/identity.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type SessionsOrder = { accountId: number; reason: string; clientId: string };
export type SessionsRefusal = "unknown_account" | "key_reused";

/**
Ends every session of an account of any role and records it in the same transaction. The account stays open: its owner
can sign in again. Idempotent: a repeated order answers 0.
 */
export function endSessionsOf({ db, clock, accounts, support }: AdminNeeds) {
  return async (staff: Staff, order: SessionsOrder): Promise<Result<{ ended: number }, SessionsRefusal>> => {
    const done = await inTransaction(db, async (tx) => {
      const account = await accounts.byId(tx, order.accountId);
      if (!account) return refuse("unknown_account");
      const entry = {
        key: `account:${order.clientId}`,
        staff,
        action: "end_sessions",
        target: `account:${account.id}`,
        label: account.login,
        reason: order.reason,
        at: clock.now(),
      } as const;
      const recorded = await support.isRecorded(tx, entry);
      if (recorded === "other") return refuse("key_reused");
      if (recorded === "same") return ok({ disconnect: () => 0 });
      const ended = await accounts.endSessionsIn(tx, account.id, { except: null });
      await support.record(tx, entry);
      return ok(ended);
    });
    return done.ok ? ok({ ended: done.disconnect() }) : done;
  };
}

export type FactorOrder = {
  accountId: number;
  reason: string;
  clientId: string;
  credentials: ReauthCredentials;
};
export type FactorOrderRefusal =
  | ReauthRefusal
  | { code: "unknown_account" | "own_account" | "no_second_factor" | "key_reused" };

/**
Removes a lost second factor from an account whose owner staff has identified, records it and notifies
the owner by email, in one transaction; all their sessions end. The staff member re-authenticates: an
 * open admin session is not enough. Staff remove their own factor in their settings, with a code.
 */
export function removeFactorOf({ db, clock, accounts, support }: AdminNeeds) {
  return async (
    staff: Staff,
    { accountId, reason, clientId, credentials }: FactorOrder,
  ): Promise<Result<{ ended: number }, FactorOrderRefusal>> => {
    if (accountId === staff.id) return refuse({ code: "own_account" });
    const known = await accounts.byId(db, accountId);
    if (!known) return refuse({ code: "unknown_account" });
    const checked = await accounts.reauthenticate(staff.id, credentials);
    if (!checked.ok) return checked;
    const done = await inTransaction(db, async (tx) => {
      const entry = {
        key: `account:${clientId}`,
        staff,
        action: "remove_second_factor",
        target: `account:${known.id}`,
        label: known.login,
        reason,
        at: clock.now(),
      } as const;
      const recorded = await support.isRecorded(tx, entry);
      if (recorded === "other") return refuse({ code: "key_reused" as const });
      if (recorded === "same") return ok({ disconnect: () => 0 });
      const removed = await accounts.secondFactor.removeByStaff(tx, known);
      if (!removed.ok) return refuse({ code: "no_second_factor" as const });
      await support.record(tx, entry);
      return removed;
    });
    return done.ok ? ok({ ended: done.disconnect() }) : done;
  };
}
