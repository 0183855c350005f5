import type { TwitterParts } from "#server/identity/needs.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { lostPasswordPath } from "../emails.ts";
import {
  lockReauthenticated,
  type ReauthCredentials,
  type Reauthenticate,
  type ReauthRefusal,
} from "../reauthenticate.ts";
import { accountById } from "../store/accounts-store.ts";
import type { Reachable } from "../store/email-links-store.ts";
import { accountByTwitter, lockAccount, takeClaim, updateTwitter } from "../store/twitter-store.ts";
import { xConnectedMail } from "../twitter-emails.ts";

/** `belongs_to_another`: somebody else's account has this identity. `has_another`: the account has another identity. */
export type ConnectRefusal = ReauthRefusal | { code: "claim_expired" | "belongs_to_another" | "has_another" };

export type ConnectRequest = { claim: string; credentials: ReauthCredentials };

/**
 * Connects the identity behind a claim to the caller's account, after re-authentication, and notifies the owner by email
 * of a new one: it is a way in. An account without a password always has an identity already, and can only confirm that
 * one again.
 */
export function connectTwitter(parts: TwitterParts, reauthenticate: Reauthenticate) {
  const { db, clock, mailer, publicOrigin } = parts;
  return async (
    accountId: number,
    { claim: secret, credentials }: ConnectRequest,
  ): Promise<Result<object, ConnectRefusal>> => {
    const person = await accountById(db, accountId);
    if (!person) throw new Error(`account ${accountId} is gone`);
    // Before the claim is consumed: a mistyped password must not cost another flow through X.
    const checked = await reauthenticate(person, credentials);
    if (!checked.ok) return checked;
    try {
      return await inTransaction(db, async (tx) => {
        const held = await lockReauthenticated(tx, person);
        if (!held.ok) return held;
        const { account } = held;
        const claim = await takeClaim(tx, secret, clock.now());
        if (!claim) return refuse({ code: "claim_expired" });
        const owner = await accountByTwitter(tx, claim.twitter_id);
        if (owner && owner.id !== accountId) return refuse({ code: "belongs_to_another" });
        if (account.twitter_id !== null && !owner) return refuse({ code: "has_another" });
        await updateTwitter(tx, accountId, { id: claim.twitter_id, handle: claim.handle });
        if (!owner && account.email !== null) {
          const url = `${publicOrigin}${lostPasswordPath}`;
          await mailer.enqueue(tx, xConnectedMail(account as Reachable, claim.handle, url));
        }
        return ok({});
      });
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== "account_twitter") throw error;
      return refuse({ code: "belongs_to_another" });
    }
  };
}

/**
 * `only_way_in`: the account has no password, and nobody could sign in to it any more. `only_address`: it has no email,
 * and a forgotten password could not be reset any more.
 */
export type DisconnectRefusal = { code: "only_way_in" | "only_address" };

/**
 * Disconnects the identity on X. Idempotent. No password is asked for: the owner keeps it as a way in, and connecting
 * again asks for it.
 */
export function disconnectTwitter({ db }: TwitterParts) {
  return (accountId: number): Promise<Result<object, DisconnectRefusal>> =>
    inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (account.twitter_id === null) return ok({});
      if (account.password_hash === null) return refuse({ code: "only_way_in" });
      if (account.email === null) return refuse({ code: "only_address" });
      await updateTwitter(tx, accountId, null);
      return ok({});
    });
}
