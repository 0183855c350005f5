import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { lockAccount, updateTwitter } from "../store/twitter-store.ts";
import type { TwitterParts } from "./twitter.ts";

/** `only_way_in`: the account has no password, and nobody could sign in to it any more. */
export type DisconnectRefusal = { code: "only_way_in" };

/** Takes the identity on X off an account. Done twice is done once. */
export function disconnectTwitter({ db }: TwitterParts) {
  return (accountId: number): Promise<Result<object, DisconnectRefusal>> =>
    inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (account.twitter_id === null) return ok({});
      if (account.password_hash === null) return refuse({ code: "only_way_in" });
      await updateTwitter(tx, accountId, null);
      return ok({});
    });
}
