import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { AccountsNeeds } from "../accounts.ts";
import { hashPassword } from "../passwords.ts";
import { type Chooser, type Guessable, guessable } from "../rules/guessable-password.ts";
import { commonPasswords } from "./common-passwords.ts";

export type WeakPassword = { code: Guessable | "password_breached" };

/**
 * Takes a password that a person chooses, at registration, reset and change alike: refuses the ones that are tried
 * first, and hashes the others. Length is the contract's rule.
 */
export async function choosePassword(
  needs: Pick<AccountsNeeds, "isBreached">,
  password: string,
  chooser: Chooser,
): Promise<Result<{ passwordHash: string }, WeakPassword>> {
  const common = await commonPasswords();
  const reason = guessable(password, chooser, (folded) => common.has(folded));
  if (reason) return refuse({ code: reason });
  if (await needs.isBreached(password)) return refuse({ code: "password_breached" });
  return ok({ passwordHash: await hashPassword(password) });
}
