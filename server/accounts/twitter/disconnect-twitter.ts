import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckPassword, PasswordRefusal } from "../password/check-password.ts";
import { accountById } from "../store/accounts-store.ts";
import { lockAccount, updateTwitter } from "../store/twitter-store.ts";
import type { TwitterParts } from "./twitter.ts";

/**
 * `only_way_in`: the account has no password, and nobody could sign in to it any more. `only_address`: it has no email,
 * and whoever forgot the password could not be reached any more.
 */
export type DisconnectRefusal = PasswordRefusal | { code: "only_way_in" | "only_address" };

/** Takes the identity on X off the account of the person who tells the password. Done twice is done once. */
export function disconnectTwitter({ db }: TwitterParts, checkPassword: CheckPassword) {
  return async (accountId: number, currentPassword: string): Promise<Result<object, DisconnectRefusal>> => {
    const person = await accountById(db, accountId);
    if (!person) throw new Error(`account ${accountId} is gone`);
    const checked = await checkPassword(person, currentPassword);
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
