import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SignedIn } from "../needs.ts";
import { openSession, type SessionOrigin, socialSessionSeconds } from "../open-session.ts";
import type { CodeRefusal, OneTimeCodes } from "../second-factor/one-time-codes.ts";
import { knownClient } from "../store/known-clients-store.ts";
import { accountByTwitter, claimOf, takeClaim } from "../store/twitter-store.ts";
import type { TwitterParts } from "./needs.ts";

export type SecondStep = { claim: string; oneTimeCode: string };
export type SecondStepRefusal = CodeRefusal | { code: "claim_expired" } | { code: "blocked" };

/**
 * The second step of signing in with X: a code, beside the claim of the identity that was shown there. The claim opens
 * one session; a wrong code leaves it for another try.
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
