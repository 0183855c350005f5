import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import { accountById } from "../store/accounts-store.ts";
import { accountByTwitter, lockAccount, takeClaim, updateTwitter } from "../store/twitter-store.ts";
import type { TwitterParts } from "./needs.ts";

/** `belongs_to_another`: somebody else's account has this identity. `has_another`: the account has another identity. */
export type ConnectRefusal = OwnerRefusal | { code: "claim_expired" | "belongs_to_another" | "has_another" };

export type ConnectWish = { claim: string; proof: OwnerProof };

/**
 * Connects an identity that was shown on X to the account of the person who shows its claim and proves to be its owner. An
 * account without a password always has an identity: it can show only that one again, which X itself has just asked for.
 */
export function connectTwitter({ db, clock }: TwitterParts, checkOwner: CheckOwner) {
  return async (
    accountId: number,
    { claim: secret, proof }: ConnectWish,
  ): Promise<Result<object, ConnectRefusal>> => {
    const person = await accountById(db, accountId);
    if (!person) throw new Error(`account ${accountId} is gone`);
    // Before the claim is taken: a mistyped password must not cost another journey to X.
    const checked = await checkOwner(person, proof);
    if (!checked.ok) return checked;
    try {
      return await inTransaction(db, async (tx) => {
        const account = await lockAccount(tx, accountId);
        const claim = await takeClaim(tx, secret, clock.now());
        if (!claim) return refuse({ code: "claim_expired" });
        const owner = await accountByTwitter(tx, claim.twitter_id);
        if (owner && owner.id !== accountId) return refuse({ code: "belongs_to_another" });
        if (account.twitter_id !== null && !owner) return refuse({ code: "has_another" });
        await updateTwitter(tx, accountId, { id: claim.twitter_id, handle: claim.handle });
        return ok({});
      });
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== "account_twitter") throw error;
      return refuse({ code: "belongs_to_another" });
    }
  };
}
