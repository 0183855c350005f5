import type { ReauthForm } from "#contract/fields.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Call, Viewer } from "#server/kit/http/call.ts";
import { fieldText } from "#server/kit/http/issues.ts";
import { fieldProblem, problem, waitProblem } from "#server/kit/http/problem.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "./needs.ts";
import { passwordMatches } from "./password/password-hash.ts";
import type { OneTimeCodes } from "./second-factor/one-time-codes.ts";
import type { Account } from "./store/accounts-store.ts";
import { hasSecondFactor } from "./store/second-factor-store.ts";
import { sessionStart } from "./store/sessions-store.ts";
import { lockAccount } from "./store/twitter-store.ts";

/** The secrets that the holder of a session enters to re-authenticate. Empty: not entered. */
export type ReauthCredentials = {
  password: string;
  oneTimeCode: string;
  /** The session that asks. */
  tokenId: string;
};

/** `sign_in_again`: the account has no password, and this session is not a fresh sign-in with X. */
export type ReauthRefusal =
  | { code: "password_required" | "wrong_password" | "code_required" | "wrong_code" | "sign_in_again" }
  | { code: "too_many"; retryAfterSeconds: number };

/** Re-authenticates the holder of a session, before something that must not work with a stolen one. */
export type Reauthenticate = (
  account: Account,
  credentials: ReauthCredentials,
) => Promise<Result<object, ReauthRefusal>>;

const failuresMax = 5;
const windowSeconds = 15 * 60;
/** How long a sign-in with X counts as re-authentication. */
export const freshMinutes = 10;

type ReauthNeeds = Pick<IdentityNeeds, "db" | "clock" | "limits"> & { codes: Pick<OneTimeCodes, "take"> };

/**
 * Makes the check. Failures are counted by session, whatever asks for it, so that the thief of one session cannot lock the
 * owner out of the others. It asks for all that a sign-in does: the password and the second factor where there is one; for
 * accounts that have only X, a recent sign-in.
 */
export function createReauthenticate(needs: ReauthNeeds): Reauthenticate {
  const { db, codes } = needs;
  const failures = needs.limits.create("reauthentications", failuresMax, windowSeconds);
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

/**
 * Locks the account that was re-authenticated, in the transaction of what needed it. Checking a password takes a while: one
 * that was replaced meanwhile, perhaps by the owner because a thief has it, authorises nothing.
 */
export async function lockReauthenticated(
  tx: Tx,
  { id, password_hash }: Pick<Account, "id" | "password_hash">,
): Promise<Result<{ account: Account }, { code: "wrong_password" }>> {
  const account = await lockAccount(tx, id);
  return account.password_hash === password_hash ? ok({ account }) : refuse({ code: "wrong_password" });
}

/** The secrets in a form that prove that its sender is the owner. */
export function reauthCredentialsOf(body: ReauthForm, { viewer }: Call<Viewer>): ReauthCredentials {
  const { current_password, one_time_code } = body;
  return { password: current_password, oneTimeCode: one_time_code, tokenId: viewer.tokenId };
}

const reauthRefusals: Readonly<Record<ReauthRefusal["code"], true>> = {
  password_required: true,
  wrong_password: true,
  code_required: true,
  wrong_code: true,
  sign_in_again: true,
  too_many: true,
};

/** Did an operation refuse because it did not believe the owner, and not for reasons of its own? */
export function isReauthRefusal(refusal: { code: string }): refusal is ReauthRefusal {
  return Object.hasOwn(reauthRefusals, refusal.code);
}

/** The answer when the owner was not believed: 422 on `current_password` or `one_time_code`, 403, or 429. */
export function reauthRefused(call: Pick<Call, "language">, refusal: ReauthRefusal) {
  const { code } = refusal;
  if (code === "too_many") return waitProblem(call, "too_many_tries", refusal.retryAfterSeconds);
  if (code === "sign_in_again") return problem(call, code);
  if (code === "password_required")
    return problem(call, code, { errors: { current_password: [fieldText("required", call.language)] } });
  const field = code === "code_required" || code === "wrong_code" ? "one_time_code" : "current_password";
  return fieldProblem(call, code, field);
}
