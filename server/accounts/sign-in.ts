import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AccountsNeeds, SignedIn } from "./accounts.ts";
import { openSession, type SessionOrigin } from "./open-session.ts";
import { passwordMatches, pretendToCheck } from "./passwords.ts";
import type { SignInGuard } from "./sign-in-guard.ts";
import { type Account, accountByName, holdAccount } from "./store/accounts-store.ts";

export type SignInRefusal =
  | { code: "wrong_pair" }
  | { code: "blocked" }
  | { code: "too_many"; retryAfterSeconds: number };

/** Checks a name (user name or email) and password and opens a session. Unknown name and wrong password look alike. */
export function signIn(needs: AccountsNeeds, guard: SignInGuard) {
  return async (
    name: string,
    password: string,
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
    const session = await inTransaction(needs.db, (tx) => openIfUnchanged(tx, needs, account, from));
    if (!session) return refuse({ code: "wrong_pair" });
    return ok(session);
  };
}

/** No session is opened by a password that was changed while we checked it. */
async function openIfUnchanged(
  tx: Tx,
  needs: AccountsNeeds,
  checked: Account,
  from: SessionOrigin,
): Promise<SignedIn | null> {
  const account = await holdAccount(tx, checked.id);
  if (account.password_hash !== checked.password_hash || account.status === "blocked") return null;
  return openSession(tx, needs, account, from);
}

async function isRight({ password_hash }: Account, password: string): Promise<boolean> {
  if (password_hash !== null) return passwordMatches(password_hash, password);
  await pretendToCheck(password);
  return false;
}
