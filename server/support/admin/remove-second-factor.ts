import type { ReauthCredentials, ReauthRefusal } from "#server/identity/identity.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

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
 * Takes a lost second factor off an account whose owner has proved to the staff who they are, writes it down and tells
 * the owner by mail, together; every session of theirs ends. Whoever of the staff does it proves to be themselves: an
 * open admin session is not enough. One's own is taken off in the settings, where a code is asked for.
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
      const line = {
        key: `account:${clientId}`,
        staff,
        action: "remove_second_factor",
        target: `account:${known.id}`,
        label: known.login,
        reason,
        at: clock.now(),
      } as const;
      const before = await support.isRecorded(tx, line);
      if (before === "other") return refuse({ code: "key_reused" as const });
      if (before === "same") return ok({ disconnect: () => 0 });
      const removed = await accounts.secondFactor.removeByStaff(tx, known);
      if (!removed.ok) return refuse({ code: "no_second_factor" as const });
      await support.record(tx, line);
      return removed;
    });
    return done.ok ? ok({ ended: done.disconnect() }) : done;
  };
}
