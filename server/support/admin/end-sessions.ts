import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type SessionsOrder = { accountId: number; reason: string; clientId: string };
export type SessionsRefusal = "unknown_account" | "key_reused";

/**
 * Ends every session of a person, whoever it is, and writes it down, together. The account stays open: its person
 * signs in again. The same order twice is done once, and answers 0 the second time.
 */
export function endSessionsOf({ db, clock, accounts, support }: AdminNeeds) {
  return async (staff: Staff, order: SessionsOrder): Promise<Result<{ ended: number }, SessionsRefusal>> => {
    const done = await inTransaction(db, async (tx) => {
      const account = await accounts.byId(tx, order.accountId);
      if (!account) return refuse("unknown_account");
      const line = {
        key: `account:${order.clientId}`,
        staff,
        action: "end_sessions",
        target: `account:${account.id}`,
        label: account.login,
        reason: order.reason,
        at: clock.now(),
      } as const;
      const before = await support.isRecorded(tx, line);
      if (before === "other") return refuse("key_reused");
      if (before === "same") return ok({ disconnect: () => 0 });
      const ended = await accounts.endSessionsIn(tx, account.id, { except: null });
      await support.record(tx, line);
      return ok(ended);
    });
    return done.ok ? ok({ ended: done.disconnect() }) : done;
  };
}
