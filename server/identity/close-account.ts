import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "./needs.ts";
import type { Account } from "./store/accounts-store.ts";
import { lockOpenAdmins, markClosed } from "./store/closing-store.ts";

/** Blocks an account that its owner closes, in the caller's transaction. The last administrator cannot leave. */
export function closeAccount({ clock }: Pick<IdentityNeeds, "clock">) {
  return async (tx: Tx, account: Account): Promise<Result<object, { code: "last_admin" }>> => {
    // Two admins who leave at the same moment wait for each other here.
    if (account.role === "admin" && (await lockOpenAdmins(tx)).every((id) => id === account.id))
      return refuse({ code: "last_admin" });
    await markClosed(tx, account.id, clock.now());
    return ok({});
  };
}
