import { randomBytes } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import { lostPasswordPath } from "../emails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { recommendedCost } from "../password/password-hash.ts";
import { guessedMail, recoveryCodeUsedMail } from "../second-factor-emails.ts";
import { type Admission, createSignInGuard } from "../sign-in-guard.ts";
import { type Account, holdAccount } from "../store/accounts-store.ts";
import type { Reachable } from "../store/email-links-store.ts";
import type { Client, Known } from "../store/known-clients-store.ts";
import {
  hasSecondFactor,
  lockFactor,
  secondFactorOf,
  spendRecoveryCode,
  spendStep,
} from "../store/second-factor-store.ts";
import { type Sealer, stepOf } from "./totp.ts";

/** Only reached with the right password; each attempt has a chance of three in a million. */
const codeLimits = { windowSeconds: 3600, perNameHere: 5, perAddress: 20, perName: 10, perAddressBeyond: 20 };
const noticeEverySeconds = 86_400;

export type CodeRefusal =
  | { code: "second_factor_required" }
  | { code: "wrong_code" }
  | { code: "too_many"; retryAfterSeconds: number };

/** A code as entered (empty: none), the client, and what the account knows about it. */
export type ShownCode = { oneTimeCode: string; client: Client; known: Known };

/** Checks and consumes one-time codes: those of an authenticator app and recovery codes alike. */
export type OneTimeCodes = {
  /**
   * Runs `work` in one transaction with the use of the code, with the account locked against changes, so that no second
   * factor is added meanwhile. Accounts without one pass whatever was entered.
   */
  pass<Value, Refusal>(
    account: Account,
    shown: ShownCode,
    work: (tx: Tx, account: Account) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Refusal | CodeRefusal>>;
  /** Consumes a code in the caller's transaction; false when it is wrong or was used. Does not count failures. */
  take(tx: Tx, account: Account, typed: string): Promise<boolean>;
};

type CodesNeeds = Pick<IdentityNeeds, "db" | "clock" | "limits" | "mailer" | "publicOrigin" | "hashCost"> & {
  sealer: Sealer;
};

/** Makes the {@link OneTimeCodes}. */
export function createOneTimeCodes(needs: CodesNeeds): OneTimeCodes {
  const { db } = needs;
  const guard = createSignInGuard(needs.limits, "codes", codeLimits);
  const notices = needs.limits.create("wrong_code_notices", 1, noticeEverySeconds);
  const take = takeCode(needs);
  const notifyOwner = async (account: Account) => {
    if (account.email === null || (await notices.take(String(account.id))) !== null) return;
    const email = guessedMail(account as Reachable, `${needs.publicOrigin}${lostPasswordPath}`);
    await inTransaction(db, (tx) => needs.mailer.enqueue(tx, email));
  };
  return {
    take,
    async pass(account, { oneTimeCode, client, known }, work) {
      if (oneTimeCode === "" || !(await hasSecondFactor(db, account.id)))
        return inTransaction(db, async (tx) => {
          const held = await holdAccount(tx, account.id);
          const isAsked = await hasSecondFactor(tx, account.id);
          return isAsked ? refuse({ code: "second_factor_required" }) : work(tx, held);
        });
      // Counted by account: only somebody with its password gets here, so that the limit reveals nothing new.
      const attempt = { name: `account:${account.id}`, client, known };
      const admission = await guard.admit(attempt, needs.clock.now());
      if (!admission.ok || !admission.attempt.mayPass) {
        await notifyOwner(account);
        return refuse({ code: "too_many", retryAfterSeconds: secondsOf(admission) });
      }
      const done = await inTransaction(db, async (tx) => {
        const held = await holdAccount(tx, account.id);
        return (await take(tx, held, oneTimeCode)) ? work(tx, held) : refuse({ code: "wrong_code" as const });
      });
      if (done.ok) await admission.attempt.succeeded();
      return done;
    },
  };
}

const secondsOf = (admission: Admission): number =>
  admission.ok ? (admission.attempt.closedSeconds ?? 1) : admission.retryAfterSeconds;

function takeCode(needs: CodesNeeds) {
  return async (tx: Tx, account: Account, typed: string): Promise<boolean> => {
    const factor = await lockFactor(tx, account.id);
    if (!factor) return false;
    const now = needs.clock.now();
    const digits = typed.replaceAll(/\s/g, "");
    if (/^\d{6}$/.test(digits)) {
      const secret = needs.sealer.open(factor.sealed_secret, account.id);
      const step = secret && stepOf(secret, digits, now);
      return step !== null && spendStep(tx, account.id, step);
    }
    const code = readRecoveryCode(typed);
    if (code === null) return false;
    const hash = await hashRecoveryCode(code, factor.recovery_salt, needs.hashCost);
    if (!(await spendRecoveryCode(tx, account.id, hash, now))) return false;
    const left = (await secondFactorOf(tx, account.id))?.left ?? 0;
    if (account.email !== null)
      await needs.mailer.enqueue(tx, recoveryCodeUsedMail(account as Reachable, left));
    return true;
  };
}

const codesInSet = 10;
/** Crockford's Base32 without the letters that look like digits. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const lettersInCode = 12;

/** A set of codes to be shown once (`k7f2-9xqm-4trw`, 60 random bits each), with the salt and hashes to store. */
export async function newRecoveryCodes(
  cost = recommendedCost,
): Promise<{ codes: string[]; salt: Buffer; hashes: Buffer[] }> {
  const salt = randomBytes(16);
  const plain = generateCodes();
  const hashes = await Promise.all(plain.map((code) => hashRecoveryCode(code, salt, cost)));
  return { codes: plain.map((code) => code.replaceAll(/.{4}(?=.)/g, "$&-")), salt, hashes };
}

/** The canonical spelling of an entered code, which is what is hashed; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return code.length === lettersInCode && [...code].every((letter) => letters.includes(letter)) ? code : null;
}

/**
 * The stored form of a code: at the cost of a password, because 60 bits are too few for a plain hash, and with one salt
 * for a whole set, so that a lookup costs one hash and not ten.
 */
export function hashRecoveryCode(code: string, salt: Buffer, cost = recommendedCost): Promise<Buffer> {
  return hashRaw(code, { ...cost, outputLen: 32, salt });
}

/** The codes of a set, without dashes. */
export function generateCodes(): string[] {
  return Array.from({ length: codesInSet }, generateCode);
}

function generateCode(): string {
  return [...randomBytes(lettersInCode)].map((byte) => letters[byte % letters.length]).join("");
}
