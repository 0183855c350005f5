import type { Language } from "#contract/common.ts";
import type { TwitterParts } from "#server/identity/needs.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { isReservedLogin } from "../logins.ts";
import type { SignedIn } from "../needs.ts";
import { knownReferrer, openAccount, takenField } from "../register.ts";
import type { CodeRefusal, OneTimeCodes } from "../second-factor/one-time-codes.ts";
import { openSession, type SessionOrigin, socialSessionSeconds } from "../sessions.ts";
import { knownClient } from "../store/known-clients-store.ts";
import { accountByTwitter, claimOf, takeClaim } from "../store/twitter-store.ts";

export type TwitterRegistration = {
  claim: string;
  login: string;
  language: Language;
  /** The account that invited the person, if the flow was started without it. */
  referrerId: number | null;
};

/** `claim_expired`: used, too old, or the identity has an account by now; the person has to start again. */
export type TwitterRegistrationRefusal =
  | { code: "claim_expired" | "login_taken" | "email_taken" }
  | { code: "too_many"; retryAfterSeconds: number };

type Registered = Result<SignedIn, TwitterRegistrationRefusal>;

/** Opens a fan's account for an identity on X after the consents were given, with a first session, all or nothing. */
export function registerByTwitter(parts: TwitterParts) {
  const perAddress = parts.limits.create("twitter_registrations", parts.registrationsPerHour ?? 5, 3600);
  return async (form: TwitterRegistration, from: SessionOrigin): Promise<Registered> => {
    if (await isReservedLogin(parts.db, form.login)) return refuse({ code: "login_taken" });
    const block = addressBlock(from.address);
    // One claim is good for any number of tries, each of which reveals whether a user name is taken.
    const retryAfterSeconds = (await parts.askToRegister(from.address)) ?? (await perAddress.blocked(block));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    try {
      const session = await inTransaction(parts.db, (tx) => open(tx, parts, form, from));
      if (!session) return refuse({ code: "claim_expired" });
      await perAddress.take(block);
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

/** A refused name rolls the claim back too, so that the person can try another one. */
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
    country: from.country ?? null,
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

export type SecondStep = { claim: string; oneTimeCode: string };
export type SecondStepRefusal = CodeRefusal | { code: "claim_expired" } | { code: "blocked" };

/**
 * The second step of signing in with X: a one-time code with the claim of the identity. The claim opens one session; a
 * wrong code leaves it for another try.
 */
export function passSecondFactor(parts: TwitterParts, codes: OneTimeCodes) {
  return async (
    { claim: secret, oneTimeCode }: SecondStep,
    from: SessionOrigin,
  ): Promise<Result<SignedIn, SecondStepRefusal>> => {
    const { db, clock } = parts;
    const claim = await claimOf(db, secret, clock.now());
    const account = claim && (await accountByTwitter(db, claim.twitter_id));
    if (!account) return refuse({ code: "claim_expired" });
    if (account.status === "blocked") return refuse({ code: "blocked" });
    const known = await knownClient(db, account.id, from, clock.now());
    return codes.pass(account, { oneTimeCode, client: from, known }, async (tx, held) => {
      const isSame = held.twitter_id === claim.twitter_id && held.status !== "blocked";
      if (!isSame || !(await takeClaim(tx, secret, clock.now())))
        return refuse({ code: "claim_expired" as const });
      const terms = { seconds: socialSessionSeconds, secondFactorPassed: true };
      return ok(await openSession(tx, parts, held, from, terms));
    });
  };
}
