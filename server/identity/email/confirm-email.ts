import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { hashOfToken } from "../mailed-link.ts";
import type { IdentityNeeds } from "../needs.ts";
import { confirmAddress } from "../store/accounts-store.ts";
import { linkOf, takeLink } from "../store/mailed-links-store.ts";

/** `already`: the address is confirmed; `unknown`: never mailed, or to an address that the account had before. */
export type ConfirmRefusal = "already" | "expired" | "unknown";

/**
 * Proves an address by the token of a mailed link: the account is confirmed and active, and whatever hangs on that
 * happens in the same transaction. `tokens` is what the owner got for it; nothing the second time.
 */
export function confirmEmail({ db, clock, emailConfirmed }: IdentityNeeds) {
  return (token: string): Promise<Result<{ tokens: number }, ConfirmRefusal>> =>
    inTransaction(db, async (tx) => {
      const hash = hashOfToken(token);
      const link = await takeLink(tx, "confirm_email", hash, clock.now());
      if (!link) {
        const dead = await linkOf(tx, "confirm_email", hash);
        if (!dead) return refuse("unknown");
        return refuse(dead.used_at ? "already" : "expired");
      }
      const account = await confirmAddress(tx, link.account_id, link.address);
      if (!account) return refuse("already");
      return ok({ tokens: await emailConfirmed(tx, account) });
    });
}
