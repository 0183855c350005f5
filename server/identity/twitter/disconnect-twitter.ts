import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import { accountById } from "../store/accounts-store.ts";
import { lockAccount, updateTwitter } from "../store/twitter-store.ts";
import type { TwitterParts } from "./needs.ts";

/**
 * `only_way_in`: the account has no password, and nobody could sign in to it any more. `only_address`: it has no email,
 * and whoever forgot the password could not be reached any more.
 */
export type DisconnectRefusal = OwnerRefusal | { code: "only_way_in" | "only_address" };

/** Takes the identity on X off the account of the person who proves to be the owner. Done twice is done once. */
export function disconnectTwitter({ db }: TwitterParts, checkOwner: CheckOwner) {
  return async (accountId: number, proof: OwnerProof): Promise<Result<object, DisconnectRefusal>> => {
    const person = await accountById(db, accountId);
    if (!person) throw new Error(`account ${accountId} is gone`);
    const checked = await checkOwner(person, proof);
    if (!checked.ok) return checked;
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (account.twitter_id === null) return ok({});
      if (account.password_hash === null) return refuse({ code: "only_way_in" });
      if (account.email === null) return refuse({ code: "only_address" });
      await updateTwitter(tx, accountId, null);
      return ok({});
    });
  };
}
