import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock, createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AccountsNeeds, SignedIn } from "./accounts.ts";
import { openSession, type SessionOrigin } from "./open-session.ts";
import { passwordMatches, pretendToCheck } from "./passwords.ts";
import { type Account, accountByName } from "./store/accounts-store.ts";

export type SignInRefusal =
  | { code: "wrong_pair" }
  | { code: "blocked" }
  | { code: "too_many"; retryAfterSeconds: number };

const failuresMax = 5;
const windowSeconds = 15 * 60;

/** Checks a name (user name or email) and password and opens a session. Unknown name and wrong password look alike. */
export function signIn(needs: AccountsNeeds) {
  const failures = createLimit(failuresMax, windowSeconds);
  return async (
    name: string,
    password: string,
    from: SessionOrigin,
  ): Promise<Result<SignedIn, SignInRefusal>> => {
    const tryKey = `${name.toLowerCase()}|${addressBlock(from.address)}`;
    const retryAfterSeconds = await failures.blocked(tryKey);
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const account = await accountByName(needs.db, name);
    if (!account || !(await isRight(account, password))) {
      if (!account) await pretendToCheck(password);
      await failures.take(tryKey);
      return refuse({ code: "wrong_pair" });
    }
    if (account.status === "blocked") return refuse({ code: "blocked" });
    await failures.clear(tryKey);
    return ok(await inTransaction(needs.db, (tx) => openSession(tx, needs, account, from)));
  };
}

async function isRight({ password_hash }: Account, password: string): Promise<boolean> {
  if (password_hash !== null) return passwordMatches(password_hash, password);
  await pretendToCheck(password);
  return false;
}
