import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AccountsNeeds, SignedIn } from "./accounts.ts";
import { openSession, passwordSessionSeconds, type SessionOrigin } from "./open-session.ts";
import { passwordMatches, pretendToCheck } from "./passwords.ts";
import type { CodeRefusal, OneTimeCodes } from "./second-factor/one-time-codes.ts";
import type { SignInGuard } from "./sign-in-guard.ts";
import { type Account, accountByName } from "./store/accounts-store.ts";

export type SignInRefusal = CodeRefusal | { code: "wrong_pair" } | { code: "blocked" };

/** User name or email, password, and a code where there is a second factor; empty while none was told. */
export type Credentials = { name: string; password: string; oneTimeCode: string };

/**
 * Checks a name and password, and the code of an account with a second factor, and opens a session. Unknown name and
 * wrong password look alike, whatever code is told beside them.
 */
export function signIn(needs: AccountsNeeds, guard: SignInGuard, codes: OneTimeCodes) {
  return async (
    { name, password, oneTimeCode }: Credentials,
    from: SessionOrigin,
  ): Promise<Result<SignedIn, SignInRefusal>> => {
    const account = await accountByName(needs.db, name);
    const admission = await guard.admit({ accountId: account?.id ?? null, name }, from.address);
    if (!admission.ok) return refuse({ code: "too_many", retryAfterSeconds: admission.retryAfterSeconds });
    if (!account || !(await isRight(account, password))) {
      if (!account) await pretendToCheck(password);
      return refuse({ code: "wrong_pair" });
    }
    await admission.attempt.succeeded();
    if (account.status === "blocked") return refuse({ code: "blocked" });
    return codes.pass(account, { oneTimeCode, address: from.address }, async (tx, held) => {
      // No session is opened by a password that was changed while we checked it.
      const isUnchanged = held.password_hash === account.password_hash && held.status !== "blocked";
      if (!isUnchanged) return refuse({ code: "wrong_pair" as const });
      const terms = { seconds: passwordSessionSeconds, secondFactorPassed: true };
      return ok(await openSession(tx, needs, held, from, terms));
    });
  };
}

async function isRight({ password_hash }: Account, password: string): Promise<boolean> {
  if (password_hash !== null) return passwordMatches(password_hash, password);
  await pretendToCheck(password);
  return false;
}
