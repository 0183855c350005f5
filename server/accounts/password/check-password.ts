import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { passwordMatches } from "../passwords.ts";
import type { Account } from "../store/accounts-store.ts";

export type PasswordRefusal =
  | { code: "password_required" }
  | { code: "wrong_password" }
  | { code: "too_many"; retryAfterSeconds: number };

/** Asks whoever holds a session for the password too, before something that a thief of the session must not do. */
export type CheckPassword = (account: Account, password: string) => Promise<Result<object, PasswordRefusal>>;

const failuresMax = 5;
const windowSeconds = 15 * 60;

/** Makes the check, one count of failures for all that ask. A person who signs in by X only has no password to tell. */
export function checkPassword(): CheckPassword {
  const failures = createLimit(failuresMax, windowSeconds);
  return async (account, password) => {
    if (account.password_hash === null) return ok({});
    if (password === "") return refuse({ code: "password_required" });
    const retryAfterSeconds = await failures.blocked(String(account.id));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    if (await passwordMatches(account.password_hash, password)) return ok({});
    await failures.take(String(account.id));
    return refuse({ code: "wrong_password" });
  };
}
