import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AskLimits } from "../ask-limits.ts";
import { confirmMail, emailChangedMail } from "../emails.ts";
import type { IdentityNeeds } from "../needs.ts";
import {
  lockReauthenticated,
  type ReauthCredentials,
  type Reauthenticate,
  type ReauthRefusal,
} from "../reauthenticate.ts";
import {
  accountById,
  confirmAddress,
  isEmailTakenError,
  isTaken,
  updateEmail,
} from "../store/accounts-store.ts";
import {
  deleteLinks,
  hashOfToken,
  linkOf,
  makeLinkToken,
  type Reachable,
  takeLink,
} from "../store/email-links-store.ts";

type EmailNeeds = IdentityNeeds & Pick<AskLimits, "askUniqueness">;

/** Another email for an account, and the IP address that asks for it. */
export type EmailChange = { email: string; credentials: ReauthCredentials; address: string };

/** An account's email address and its confirmation. */
export type Email = {
  /** Mails the link that proves the address, in the caller's transaction. */
  askToConfirm(tx: Tx, account: Reachable): Promise<void>;
  /** The state of a mailed link; changes nothing. */
  linkState(token: string): Promise<"open" | ConfirmRefusal>;
  confirm(token: string): Promise<Result<{ tokens: number }, ConfirmRefusal>>;
  resend(accountId: number, email: string): Promise<Result<{ sent: boolean }, ResendRefusal>>;
  change(accountId: number, change: EmailChange): Promise<Result<object, EmailRefusal>>;
};

/** Makes the email part of identity. */
export function createEmail(needs: EmailNeeds, reauthenticate: Reauthenticate): Email {
  return {
    askToConfirm: (tx, account) => askToConfirm(tx, needs, account),
    linkState: (token) => stateOfLink(needs.db, hashOfToken(token), needs.clock.now()),
    confirm: confirmEmail(needs),
    resend: resendConfirmation(needs),
    change: changeEmail(needs, reauthenticate),
  };
}

/** The page that a confirmation email links to. It confirms when its button is pressed: programs open links too. */
const confirmPath = "/confirm-email";

/** Sends the link that confirms the account's address, in the caller's transaction. */
export async function askToConfirm(
  tx: Tx,
  needs: Pick<IdentityNeeds, "clock" | "mailer" | "publicOrigin">,
  account: Reachable,
): Promise<void> {
  const token = await makeLinkToken(tx, needs, account, "confirm_email");
  await needs.mailer.enqueue(tx, confirmMail(account, `${needs.publicOrigin}${confirmPath}?token=${token}`));
}

export type EmailRefusal = ReauthRefusal | { code: "email_taken" };

/** Each change sends an email to an address of the caller's choice. */
const changesPerHour = 5;

/**
 * Changes the email address of an account, which then waits to be confirmed. The previous address is notified, and
 * links sent to it stop working. An unchanged address changes nothing.
 */
export function changeEmail(needs: EmailNeeds, reauthenticate: Reauthenticate) {
  const perAccount = needs.limits.create("email_changes", changesPerHour, 3600);
  return async (accountId: number, change: EmailChange): Promise<Result<object, EmailRefusal>> => {
    const account = await accountById(needs.db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    // The answer reveals whether an email is taken, to everybody with a session.
    const askAgainSeconds = await needs.askUniqueness(change.address);
    if (askAgainSeconds) return refuse({ code: "too_many", retryAfterSeconds: askAgainSeconds });
    // First: a code works once, and must not be spent on an address that is refused.
    if (await isTaken(needs.db, "email", change.email, accountId)) return refuse({ code: "email_taken" });
    const checked = await reauthenticate(account, change.credentials);
    if (!checked.ok) return checked;
    if (account.email?.toLowerCase() === change.email.toLowerCase()) return ok({});
    const retryAfterSeconds = await perAccount.blocked(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    try {
      const stored = await inTransaction(needs.db, async (tx) => {
        const held = await lockReauthenticated(tx, account);
        if (held.ok) await storeEmail(tx, needs, accountId, change.email);
        return held;
      });
      if (!stored.ok) return stored;
    } catch (error) {
      if (isEmailTakenError(error)) return refuse({ code: "email_taken" });
      throw error;
    }
    await perAccount.take(String(accountId));
    return ok({});
  };
}

async function storeEmail(tx: Tx, needs: IdentityNeeds, accountId: number, email: string): Promise<void> {
  const { account, before } = await updateEmail(tx, accountId, email);
  await deleteLinks(tx, accountId);
  await askToConfirm(tx, needs, account);
  if (before !== null) await needs.mailer.enqueue(tx, emailChangedMail(account, before));
}

/** `already`: the address is confirmed; `unknown`: never sent, or sent to a previous address of the account. */
export type ConfirmRefusal = "already" | "expired" | "unknown";

/**
 * Confirms an address by the token of an email link: the account becomes confirmed and active, and what depends on
 * that happens in the same transaction. `tokens` is what the owner received for it; 0 the second time.
 */
export function confirmEmail({ db, clock, emailConfirmed }: IdentityNeeds) {
  return (token: string): Promise<Result<{ tokens: number }, ConfirmRefusal>> =>
    inTransaction(db, async (tx) => {
      const hash = hashOfToken(token);
      const link = await takeLink(tx, "confirm_email", hash, clock.now());
      if (!link) {
        const state = await stateOfLink(tx, hash, clock.now());
        return refuse(state === "open" ? "already" : state);
      }
      const account = await confirmAddress(tx, link.account_id, link.address);
      if (!account) return refuse("already");
      return ok({ tokens: await emailConfirmed(tx, account) });
    });
}

async function stateOfLink(reader: Reader, hash: Buffer, now: Date): Promise<"open" | ConfirmRefusal> {
  const link = await linkOf(reader, "confirm_email", hash);
  if (!link) return "unknown";
  if (link.used_at) return "already";
  return link.expires_at > now ? "open" : "expired";
}

export type ResendRefusal = { code: "not_your_email" } | { code: "too_many"; retryAfterSeconds: number };

/** Sends the confirmation link again, at most once a minute; `sent` is false when nothing is left to confirm. */
export function resendConfirmation(needs: IdentityNeeds) {
  const perAccount = needs.limits.create("email_links", 1, 60);
  return async (accountId: number, email: string): Promise<Result<{ sent: boolean }, ResendRefusal>> => {
    const account = await accountById(needs.db, accountId);
    if (account?.email?.toLowerCase() !== email.toLowerCase()) return refuse({ code: "not_your_email" });
    if (account.validation === "confirmed") return ok({ sent: false });
    const retryAfterSeconds = await perAccount.take(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    await inTransaction(needs.db, (tx) => askToConfirm(tx, needs, account as Reachable));
    return ok({ sent: true });
  };
}
