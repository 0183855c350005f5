import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "../needs.ts";
import { hashPassword } from "../passwords.ts";
import { type Chooser, type Guessable, guessable } from "../rules/guessable-password.ts";
import { commonPasswords } from "./common-passwords.ts";

export type WeakPassword = { code: Guessable | "password_breached" };

/**
 * Takes a password that a person chooses, at registration, reset and change alike: refuses the ones that are tried
 * first, and hashes the others. Length is the contract's rule.
 */
export async function choosePassword(
  needs: Pick<IdentityNeeds, "isBreached" | "hashCost">,
  password: string,
  chooser: Chooser,
): Promise<Result<{ passwordHash: string }, WeakPassword>> {
  const weak = await judgePassword(needs, password, chooser);
  return weak ? refuse(weak) : ok({ passwordHash: await hashPassword(password, needs.hashCost) });
}

/** Why a password is refused, or null; without the cost of hashing it. */
export async function judgePassword(
  needs: Pick<IdentityNeeds, "isBreached">,
  password: string,
  chooser: Chooser,
): Promise<WeakPassword | null> {
  const common = await commonPasswords();
  const reason = guessable(password, chooser, (folded) => common.has(folded));
  if (reason) return { code: reason };
  return (await needs.isBreached(password)) ? { code: "password_breached" } : null;
}
