import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import { endSessionsIn } from "../end-sessions.ts";
import type { Reachable } from "../mailed-link.ts";
import { enrolledMail } from "../mails/second-factor-mails.ts";
import { accountById } from "../store/accounts-store.ts";
import {
  beginFactor,
  confirmFactor,
  hasSecondFactor,
  lockEnrolment,
  storeRecoveryCodes,
} from "../store/second-factor-store.ts";
import { lockAccount } from "../store/twitter-store.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorParts } from "./sealed-secret.ts";
import { forApp, newSecret, stepOf } from "./totp.ts";

/** How long a person may take to bring the secret into an app. */
const enrolmentMinutes = 15;
const wrongCodesMax = 10;

/** `password_needed`: a second factor needs a first one; who only comes by X chooses a password before. */
export type BeginRefusal = OwnerRefusal | { code: "has_second_factor" | "password_needed" };

/** Makes a secret for the app of whoever tells the password. Nothing is asked for before `confirmEnrolment`. */
export function beginEnrolment({ db, clock, sealer }: SecondFactorParts, checkOwner: CheckOwner) {
  return async (
    accountId: number,
    proof: OwnerProof,
  ): Promise<Result<{ secret: string; uri: string }, BeginRefusal>> => {
    const account = await accountById(db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    if (account.password_hash === null) return refuse({ code: "password_needed" });
    // Before the check: a code would be asked for in vain.
    if (await hasSecondFactor(db, accountId)) return refuse({ code: "has_second_factor" });
    const checked = await checkOwner(account, proof);
    if (!checked.ok) return checked;
    const secret = newSecret();
    const factor = {
      account_id: accountId,
      sealed_secret: sealer.seal(secret, accountId),
      begun_at: clock.now(),
    };
    const begun = await inTransaction(db, (tx) => beginFactor(tx, factor));
    return begun ? ok(forApp(secret, account.login)) : refuse({ code: "has_second_factor" });
  };
}

/** `enrolment_expired`: none was begun, it took too long, or it is done already. */
export type ConfirmRefusal =
  | { code: "wrong_code" }
  | { code: "enrolment_expired" }
  | { code: "too_many"; retryAfterSeconds: number };

/**
 * Turns the second factor on by a first code of the app, and answers the recovery codes, which nobody sees again. Other
 * sessions end: whoever opened them had shown no code.
 */
export function confirmEnrolment(parts: SecondFactorParts) {
  const wrongCodes = createLimit(wrongCodesMax, enrolmentMinutes * 60);
  return async (
    viewer: { userId: number; tokenId: string },
    code: string,
  ): Promise<Result<{ recoveryCodes: string[] }, ConfirmRefusal>> => {
    const retryAfterSeconds = await wrongCodes.take(String(viewer.userId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const set = await newRecoveryCodes(parts.hashCost);
    const done = await inTransaction(parts.db, (tx) => turnOn(tx, parts, viewer, code, set));
    if (!done.ok) return done;
    await wrongCodes.clear(String(viewer.userId));
    done.ended.tell();
    return ok({ recoveryCodes: set.codes });
  };
}

type CodeSet = Awaited<ReturnType<typeof newRecoveryCodes>>;

async function turnOn(
  tx: Tx,
  parts: SecondFactorParts,
  { userId, tokenId }: { userId: number; tokenId: string },
  code: string,
  { salt, hashes }: CodeSet,
): Promise<Result<{ ended: { tell(): number } }, { code: "wrong_code" | "enrolment_expired" }>> {
  const { clock, sealer, mailer } = parts;
  const now = clock.now();
  // No session is being opened while the account changes from one factor to two.
  const account = await lockAccount(tx, userId);
  const enrolment = await lockEnrolment(tx, userId, new Date(now.getTime() - enrolmentMinutes * 60_000));
  const secret = enrolment && sealer.open(enrolment.sealed_secret, userId);
  if (!secret) return refuse({ code: "enrolment_expired" });
  const step = stepOf(secret, code.replaceAll(/\s/g, ""), now);
  if (step === null) return refuse({ code: "wrong_code" });
  await confirmFactor(tx, userId, { confirmed_at: now, last_step: step, recovery_salt: salt });
  await storeRecoveryCodes(tx, userId, { salt, hashes });
  if (account.email !== null) await mailer.enqueue(tx, enrolledMail(account as Reachable));
  return ok({ ended: await endSessionsIn(tx, parts, userId, { except: tokenId }) });
}
