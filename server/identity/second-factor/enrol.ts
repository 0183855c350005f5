import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ReauthCredentials, Reauthenticate, ReauthRefusal } from "../reauthenticate.ts";
import { enrolledMail } from "../second-factor-emails.ts";
import { endSessionsIn } from "../sessions.ts";
import { accountById } from "../store/accounts-store.ts";
import type { Reachable } from "../store/email-links-store.ts";
import {
  beginFactor,
  confirmFactor,
  hasSecondFactor,
  lockEnrolment,
  storeRecoveryCodes,
} from "../store/second-factor-store.ts";
import { lockAccount } from "../store/twitter-store.ts";
import { newRecoveryCodes } from "./one-time-codes.ts";
import { forApp, newSecret, type SecondFactorParts, stepOf } from "./totp.ts";

/** How long a person may take to add the secret to an app. */
const enrolmentMinutes = 15;
const wrongCodesMax = 10;

/** `password_needed`: a second factor needs a first one; an account that has only X sets a password first. */
export type BeginRefusal = ReauthRefusal | { code: "has_second_factor" | "password_needed" };

/** Makes a secret for an authenticator app, after re-authentication. No code is required before `confirmEnrolment`. */
export function beginEnrolment({ db, clock, sealer }: SecondFactorParts, reauthenticate: Reauthenticate) {
  return async (
    accountId: number,
    credentials: ReauthCredentials,
  ): Promise<Result<{ secret: string; uri: string }, BeginRefusal>> => {
    const account = await accountById(db, accountId);
    if (!account) throw new Error(`account ${accountId} is gone`);
    if (account.password_hash === null) return refuse({ code: "password_needed" });
    // Before re-authentication, which would spend a code in vain.
    if (await hasSecondFactor(db, accountId)) return refuse({ code: "has_second_factor" });
    const checked = await reauthenticate(account, credentials);
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
 * Turns the second factor on by a first code of the app and returns the recovery codes, which are shown only once. Other
 * sessions end, because they were opened without a code.
 */
export function confirmEnrolment(parts: SecondFactorParts) {
  const wrongCodes = parts.limits.create("enrolment_codes", wrongCodesMax, enrolmentMinutes * 60);
  return async (
    viewer: { userId: number; tokenId: string },
    code: string,
  ): Promise<Result<{ recoveryCodes: string[] }, ConfirmRefusal>> => {
    const retryAfterSeconds = await wrongCodes.take(String(viewer.userId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const set = await newRecoveryCodes(parts.hashCost);
    const done = await inTransaction(parts.db, (tx) => confirmFirstCode(tx, parts, viewer, code, set));
    if (!done.ok) return done;
    await wrongCodes.clear(String(viewer.userId));
    done.ended.disconnect();
    return ok({ recoveryCodes: set.codes });
  };
}

type CodeSet = Awaited<ReturnType<typeof newRecoveryCodes>>;

async function confirmFirstCode(
  tx: Tx,
  parts: SecondFactorParts,
  { userId, tokenId }: { userId: number; tokenId: string },
  code: string,
  { salt, hashes }: CodeSet,
): Promise<Result<{ ended: { disconnect(): number } }, { code: "wrong_code" | "enrolment_expired" }>> {
  const { clock, sealer, mailer } = parts;
  const now = clock.now();
  // The lock keeps sessions from being opened while the account changes from one factor to two.
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
