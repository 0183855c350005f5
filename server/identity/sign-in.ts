import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds, SignedIn } from "./needs.ts";
import { passwordMatches, prepareDecoy, pretendToCheck } from "./password/password-hash.ts";
import type { CodeRefusal, OneTimeCodes } from "./second-factor/one-time-codes.ts";
import { openSession, passwordSessionSeconds, type SessionOrigin } from "./sessions.ts";
import type { SignInGuard, Try } from "./sign-in-guard.ts";
import { type Account, accountByName } from "./store/accounts-store.ts";
import { knownClient } from "./store/known-clients-store.ts";

export type SignInRefusal = CodeRefusal | { code: "wrong_pair" } | { code: "blocked" };

/** User name or email, password, and a code where there is a second factor; empty while none was entered. */
export type Credentials = { name: string; password: string; oneTimeCode: string };

/**
 * Checks a name and password, and the code of an account with a second factor, and opens a session. An unknown name and
 * a wrong password are indistinguishable, whatever the code.
 */
export function signIn(needs: IdentityNeeds, guard: SignInGuard, codes: OneTimeCodes) {
  void prepareDecoy(needs.hashCost);
  return async (
    { name, password, oneTimeCode }: Credentials,
    from: SessionOrigin,
  ): Promise<Result<SignedIn, SignInRefusal>> => {
    const account = await accountByName(needs.db, name);
    const now = needs.clock.now();
    const known = await knownClient(needs.db, account?.id ?? 0, from, now);
    const admission = await guard.admit({ name, client: from, known }, now);
    if (!admission.ok) return refuse({ code: "too_many", retryAfterSeconds: admission.retryAfterSeconds });
    const { attempt } = admission;
    // A right password that may not pass gets the response of a wrong one, in the same time.
    const isRight = await matches(needs, account, password);
    if (!account || !isRight || !attempt.mayPass) return refuse(wrong(attempt));
    await attempt.succeeded();
    if (account.status === "blocked") return refuse({ code: "blocked" });
    return codes.pass(account, { oneTimeCode, client: from, known }, async (tx, held) => {
      // The password may have been changed while it was being checked.
      const isUnchanged = held.password_hash === account.password_hash && held.status !== "blocked";
      if (!isUnchanged) return refuse({ code: "wrong_pair" as const });
      const terms = { seconds: passwordSessionSeconds, secondFactorPassed: true };
      return ok(await openSession(tx, needs, held, from, terms));
    });
  };
}

const wrong = ({ closedSeconds }: Try): SignInRefusal =>
  closedSeconds === null ? { code: "wrong_pair" } : { code: "too_many", retryAfterSeconds: closedSeconds };

/** Costs one hash whether or not there is an account and it has a password. */
async function matches(
  { hashCost }: Pick<IdentityNeeds, "hashCost">,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  if (account && account.password_hash !== null) return passwordMatches(account.password_hash, password);
  await pretendToCheck(password, hashCost);
  return false;
}
