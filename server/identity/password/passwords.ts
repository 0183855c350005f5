import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "../needs.ts";
import { type Chooser, type Guessable, guessable } from "./guessable-password.ts";
import { hashPassword } from "./password-hash.ts";

export type WeakPassword = { code: Guessable | "password_breached" };

/**
 * Hashes a password that a person chooses, at registration, reset and change alike, unless it is too weak. The contract
 * checks the length.
 */
export async function choosePassword(
  needs: Pick<IdentityNeeds, "guessablePasswords" | "isBreached" | "hashCost">,
  password: string,
  chooser: Chooser,
): Promise<Result<{ passwordHash: string }, WeakPassword>> {
  const weak = await validatePassword(needs, password, chooser);
  return weak ? refuse(weak) : ok({ passwordHash: await hashPassword(password, needs.hashCost) });
}

/** Why a password is refused, or null; without the cost of hashing it. */
export async function validatePassword(
  needs: Pick<IdentityNeeds, "guessablePasswords" | "isBreached">,
  password: string,
  chooser: Chooser,
): Promise<WeakPassword | null> {
  if (needs.guessablePasswords === "refused") {
    const common = await commonPasswords();
    const reason = guessable(password, chooser, (folded) => common.has(folded));
    if (reason) return { code: reason };
  }
  return (await needs.isBreached(password)) ? { code: "password_breached" } : null;
}

const lengthMin = 6;
let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The 42,692 most used passwords in public leaks that our length rule would accept, in lower case. Loaded lazily, because
 * it takes 30 ms and 9 MB that the start need not wait for.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= lengthMin));
}
