import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import type { IdentityNeeds } from "../needs.ts";
import { hashPassword } from "../passwords.ts";
import { accountById } from "../store/accounts-store.ts";
import type { Client } from "../store/known-clients-store.ts";
import { judgePassword, type WeakPassword } from "./choose-password.ts";
import { storePassword } from "./store-password.ts";

/**
 * Another password by whoever knows the present one; the first one by whoever has just come by X. Every other session
 * of the account ends at once.
 */
export function changePassword(needs: IdentityNeeds, checkOwner: CheckOwner) {
  return async (
    accountId: number,
    change: { proof: OwnerProof; password: string },
    client: Client,
  ): Promise<Result<object, OwnerRefusal | WeakPassword>> => {
    const account = await accountById(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    // First: a code is good once, and must not be spent on a password that is refused.
    const weak = await judgePassword(needs, change.password, account);
    if (weak) return refuse(weak);
    const checked = await checkOwner(account, change.proof);
    if (!checked.ok) return checked;
    const passwordHash = await hashPassword(change.password, needs.hashCost);
    const keptTokenId = change.proof.tokenId;
    const ended = await inTransaction(needs.db, (tx) =>
      storePassword(tx, needs, { accountId, passwordHash, keptTokenId, client }),
    );
    ended.tell();
    return ok({});
  };
}
