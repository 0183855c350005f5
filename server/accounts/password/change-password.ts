import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import { ok, type Result } from "#server/kit/result.ts";
import type { AccountsNeeds } from "../accounts.ts";
import { accountById } from "../store/accounts-store.ts";
import type { CheckPassword, PasswordRefusal } from "./check-password.ts";
import { choosePassword, type WeakPassword } from "./choose-password.ts";
import { storePassword } from "./store-password.ts";

/** Another password by whoever knows the present one. Every other session of the account ends at once. */
export function changePassword(needs: AccountsNeeds, checkPassword: CheckPassword) {
  return async (
    viewer: Pick<Viewer, "userId" | "tokenId">,
    change: { currentPassword: string; password: string },
  ): Promise<Result<object, PasswordRefusal | WeakPassword>> => {
    const account = await accountById(needs.db, viewer.userId);
    if (!account) throw new Error(`account ${viewer.userId} is gone`);
    const checked = await checkPassword(account, change.currentPassword);
    if (!checked.ok) return checked;
    const chosen = await choosePassword(needs, change.password, account);
    if (!chosen.ok) return chosen;
    const { passwordHash } = chosen;
    const ended = await inTransaction(needs.db, (tx) =>
      storePassword(tx, needs, { accountId: account.id, passwordHash, keptTokenId: viewer.tokenId }),
    );
    ended.tell();
    return ok({});
  };
}
