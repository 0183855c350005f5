import { randomUUID } from "node:crypto";
import { type PromotionRefusal, promoteAccount } from "#server/identity/account-status.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { cancelAllOfFan } from "#server/subscriptions/cancel.ts";
import { recordAction } from "#server/support/record-action.ts";

/** The actor of commands that run outside of the product, with the keys of the machine. No account has this id. */
const operator = { id: 0, login: "operator" };

/**
 * Makes an account one of the staff and writes it into the log of the staff, together. Nothing renews for it any more:
 * staff have no page on which they could cancel.
 */
export function makeAdmin(
  db: Database,
  clock: Pick<Clock, "now">,
): (login: string) => Promise<Result<{ login: string; ended: number }, PromotionRefusal>> {
  return (login) =>
    inTransaction(db, async (tx) => {
      const promoted = await promoteAccount(tx, login, clock.now());
      if (!promoted.ok) return promoted;
      const { account, tokenIds } = promoted;
      await cancelAllOfFan(tx, account.id, clock.now());
      await recordAction(tx, {
        key: `make_admin:${randomUUID()}`,
        staff: operator,
        action: "make_admin",
        target: `account:${account.id}`,
        label: account.login,
        reason: "npm run make-admin",
        at: clock.now(),
      });
      // The running product has the sockets of these sessions; after its next start, it has none.
      await publishEvent(tx, "sessions_ended_elsewhere", { accountId: account.id, tokenIds });
      return ok({ login: account.login, ended: tokenIds.length });
    });
}
