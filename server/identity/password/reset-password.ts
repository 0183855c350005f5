import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock, createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { hashOfToken } from "../mailed-link.ts";
import type { IdentityNeeds } from "../needs.ts";
import { accountById } from "../store/accounts-store.ts";
import type { Client } from "../store/known-clients-store.ts";
import { linkOf, type MailedLink, takeLink } from "../store/mailed-links-store.ts";
import { choosePassword, type WeakPassword } from "./choose-password.ts";
import { storePassword } from "./store-password.ts";

export type ResetRefusal =
  | WeakPassword
  | { code: "link_dead" }
  | { code: "too_many"; retryAfterSeconds: number };
export type Reset = { token: string; email: string; password: string };

const deadLinksMax = 20;
const windowSeconds = 15 * 60;

/**
 * Stores a new password by a mailed link, once. Every session of the account ends, and the account knows the client from
 * here on: its owner comes in, whatever strangers have tried. A second factor stays: the mailbox stands for the password
 * only. Dead links are counted; a good one is taken whatever strangers of the same network did.
 */
export function resetPassword(needs: IdentityNeeds) {
  const deadLinks = createLimit(deadLinksMax, windowSeconds);
  return async (reset: Reset, client: Client): Promise<Result<object, ResetRefusal>> => {
    const now = needs.clock.now();
    const link = await linkOf(needs.db, "reset_password", hashOfToken(reset.token));
    const owner = isAlive(link, reset.email, now) ? await accountById(needs.db, link.account_id) : undefined;
    const chosen = owner && (await choosePassword(needs, reset.password, owner));
    if (chosen?.ok === false) return chosen;
    const done =
      chosen &&
      (await inTransaction(needs.db, (tx) => useLink(tx, needs, reset, chosen.passwordHash, client)));
    if (!done) {
      const retryAfterSeconds = await deadLinks.take(addressBlock(client.address));
      return refuse(retryAfterSeconds ? { code: "too_many", retryAfterSeconds } : { code: "link_dead" });
    }
    done.tell();
    return ok({});
  };
}

/** Spares us the hashing for links that are dead anyway; the transaction looks again. */
function isAlive(link: MailedLink | undefined, email: string, now: Date): link is MailedLink {
  if (!link || link.used_at || link.expires_at <= now) return false;
  return link.address.toLowerCase() === email.toLowerCase();
}

async function useLink(
  tx: Tx,
  needs: IdentityNeeds,
  { token }: Reset,
  passwordHash: string,
  client: Client,
): Promise<{ tell(): number } | null> {
  const link = await takeLink(tx, "reset_password", hashOfToken(token), needs.clock.now());
  const account = link && (await accountById(tx, link.account_id));
  if (!account || account.status === "blocked") return null;
  return storePassword(tx, needs, { accountId: account.id, passwordHash, keptTokenId: null, client });
}
