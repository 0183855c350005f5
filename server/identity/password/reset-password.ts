import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { lostPasswordPath, resetMail } from "../emails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { accountById, lockAccountByEmail } from "../store/accounts-store.ts";
import {
  countLinksSince,
  hashOfToken,
  linkOf,
  type MailedLink,
  makeLinkToken,
  takeLink,
} from "../store/email-links-store.ts";
import type { Client } from "../store/known-clients-store.ts";
import { storePassword } from "./change-password.ts";
import { choosePassword, type WeakPassword } from "./passwords.ts";

export type ResetRefusal =
  | WeakPassword
  | { code: "link_dead" }
  | { code: "too_many"; retryAfterSeconds: number };
export type Reset = { token: string; email: string; password: string };

const deadLinksMax = 20;
const windowSeconds = 15 * 60;

/**
 * Stores a new password by a reset link, once. Every session of the account ends, and the client becomes a known one, so
 * that attempts by others cannot lock the owner out. A second factor stays: the mailbox replaces the password only. Invalid
 * links are limited by address; a valid one is accepted whatever others on the same network did.
 */
export function resetPassword(needs: IdentityNeeds) {
  const deadLinks = needs.limits.create("dead_reset_links", deadLinksMax, windowSeconds);
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
    done.disconnect();
    return ok({});
  };
}

/** Avoids hashing for links that are invalid anyway; the transaction checks again. */
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
): Promise<{ disconnect(): number } | null> {
  const link = await takeLink(tx, "reset_password", hashOfToken(token), needs.clock.now());
  const account = link && (await accountById(tx, link.account_id));
  if (!account || account.status === "blocked") return null;
  return storePassword(tx, needs, { accountId: account.id, passwordHash, keptTokenId: null, client });
}

export type ResetRequestRefusal = { code: "too_many"; retryAfterSeconds: number };

const perAddressMax = 10;
const addressWindowSeconds = 15 * 60;

/**
 * Requests a reset link. A job looks up the email later, so that neither the response nor its time reveals whether there
 * is an account, and the limits count known and unknown emails alike.
 */
export function requestReset({ db, limits }: Pick<IdentityNeeds, "db" | "limits">) {
  const perEmail = limits.create("resets_of_email", 1, 60);
  const perAddress = limits.create("resets_of_address", perAddressMax, addressWindowSeconds);
  return async (email: string, from: { address: string }): Promise<Result<object, ResetRequestRefusal>> => {
    const retryAfterSeconds =
      (await perAddress.take(addressBlock(from.address))) ?? (await perEmail.take(email.toLowerCase()));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    await inTransaction(db, (tx) => enqueue(tx, { name: mailResetJob, payload: { email }, triesMax: 10 }));
    return ok({});
  };
}

export const mailResetJob = "mail_password_reset";

const payload = z.object({ email: z.string() });
/** Nobody's mailbox can be flooded by the requests of others. */
const linksPerHour = 5;

/** Sends the reset link, if the email belongs to an account that is not blocked. */
export function mailReset(needs: IdentityNeeds) {
  return (job: unknown): Promise<void> =>
    inTransaction(needs.db, async (tx) => {
      const account = await lockAccountByEmail(tx, payload.parse(job).email);
      if (!account || account.status === "blocked") return;
      const anHourAgo = new Date(needs.clock.now().getTime() - 3_600_000);
      if ((await countLinksSince(tx, account.id, "reset_password", anHourAgo)) >= linksPerHour) return;
      const token = await makeLinkToken(tx, needs, account, "reset_password");
      const query = new URLSearchParams({ token, email: account.email });
      await needs.mailer.enqueue(tx, resetMail(account, `${needs.publicOrigin}${lostPasswordPath}?${query}`));
    });
}
