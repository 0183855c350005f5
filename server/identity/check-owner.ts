import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "./needs.ts";
import { passwordMatches } from "./passwords.ts";
import type { OneTimeCodes } from "./second-factor/one-time-codes.ts";
import type { Account } from "./store/accounts-store.ts";
import { hasSecondFactor } from "./store/second-factor-store.ts";
import { sessionStart } from "./store/sessions-store.ts";

/** What somebody who holds a session tells to be believed the owner. Empty: not told. */
export type OwnerProof = {
  password: string;
  oneTimeCode: string;
  /** The session that asks. */
  tokenId: string;
};

/** `sign_in_again`: the account has no password to tell, and this session is not fresh from X. */
export type OwnerRefusal =
  | { code: "password_required" | "wrong_password" | "code_required" | "wrong_code" | "sign_in_again" }
  | { code: "too_many"; retryAfterSeconds: number };

/** Asks whoever holds a session to prove again to be the owner, before something that a thief of it must not do. */
export type CheckOwner = (account: Account, proof: OwnerProof) => Promise<Result<object, OwnerRefusal>>;

const failuresMax = 5;
const windowSeconds = 15 * 60;
/** How long a sign-in with X counts as a proof of its own. */
export const freshMinutes = 10;

type CheckNeeds = Pick<IdentityNeeds, "db" | "clock"> & { codes: Pick<OneTimeCodes, "take"> };

/**
 * Makes the check, one count of failures of a session for all that ask: who has got hold of one session does not keep the
 * owner out of the others. Everything that signs in is asked for: the password and,
 * where there is one, the second factor; of people who come by X only, that they came a moment ago.
 */
export function createCheckOwner(needs: CheckNeeds): CheckOwner {
  const { db, codes } = needs;
  const failures = createLimit(failuresMax, windowSeconds);
  return async (account, { password, oneTimeCode, tokenId }) => {
    if (account.password_hash === null)
      return (await isFresh(db, tokenId, needs.clock.now())) ? ok({}) : refuse({ code: "sign_in_again" });
    if (password === "") return refuse({ code: "password_required" });
    const key = tokenId;
    const retryAfterSeconds = await failures.take(key);
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    if (!(await passwordMatches(account.password_hash, password))) return refuse({ code: "wrong_password" });
    if (await hasSecondFactor(db, account.id)) {
      if (oneTimeCode === "") {
        await failures.giveBack(key);
        return refuse({ code: "code_required" });
      }
      const isRight = await inTransaction(db, (tx) => codes.take(tx, account, oneTimeCode));
      if (!isRight) return refuse({ code: "wrong_code" });
    }
    await failures.giveBack(key);
    return ok({});
  };
}

async function isFresh(reader: Reader, tokenId: string, now: Date): Promise<boolean> {
  const since = await sessionStart(reader, tokenId);
  return since !== undefined && now.getTime() - since.getTime() < freshMinutes * 60_000;
}
