import type { Language } from "#contract/common.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock, createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SignedIn } from "../needs.ts";
import { openSession, type SessionOrigin, socialSessionSeconds } from "../open-session.ts";
import { knownReferrer, openAccount, takenField } from "../register.ts";
import { isReservedLogin } from "../rules/reserved-logins.ts";
import { takeClaim } from "../store/twitter-store.ts";
import type { TwitterParts } from "./needs.ts";

export type TwitterRegistration = {
  claim: string;
  login: string;
  language: Language;
  /** Who invited, for a journey that began without knowing. */
  referrerId: number | null;
};

/** `claim_expired`: used, too old, or X's person has an account by now; the way is to begin again. */
export type TwitterRegistrationRefusal =
  | { code: "claim_expired" | "login_taken" | "email_taken" }
  | { code: "too_many"; retryAfterSeconds: number };

type Registered = Result<SignedIn, TwitterRegistrationRefusal>;

/** Opens a fan's account for an identity on X after the consents were given, with a first session, all or nothing. */
export function registerByTwitter(parts: TwitterParts) {
  const perAddress = createLimit(parts.registrationsPerHour ?? 5, 3600);
  return async (form: TwitterRegistration, from: SessionOrigin): Promise<Registered> => {
    if (isReservedLogin(form.login)) return refuse({ code: "login_taken" });
    const retryAfterSeconds = await perAddress.blocked(addressBlock(from.address));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    try {
      const session = await inTransaction(parts.db, (tx) => open(tx, parts, form, from));
      if (!session) return refuse({ code: "claim_expired" });
      await perAddress.take(addressBlock(from.address));
      return ok(session);
    } catch (error) {
      const taken = takenField(error);
      if (taken) return refuse({ code: taken });
      if ((error as { constraint?: string }).constraint === "account_twitter")
        return refuse({ code: "claim_expired" });
      throw error;
    }
  };
}

/** A refused name rolls the claim back too: the person tries another one. */
async function open(
  tx: Tx,
  parts: TwitterParts,
  { claim: secret, login, language, referrerId }: TwitterRegistration,
  from: SessionOrigin,
): Promise<SignedIn | null> {
  const claim = await takeClaim(tx, secret, parts.clock.now());
  if (!claim) return null;
  const account = await openAccount(parts)(tx, {
    login,
    email: claim.email,
    passwordHash: null,
    role: "fan",
    language,
    address: from.address,
    referrerId: await knownReferrer(tx, claim.referrer_id ?? referrerId),
    // X hands out only addresses that it has confirmed itself.
    confirmed: claim.email !== null,
    twitter: { id: claim.twitter_id, handle: claim.handle },
  });
  if (claim.email !== null) await parts.emailConfirmed(tx, account);
  return openSession(tx, parts, account, from, {
    seconds: socialSessionSeconds,
    secondFactorPassed: false,
  });
}
