import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { type Result, refuse } from "#server/kit/result.ts";
import type { Reachable } from "../mailed-link.ts";
import { guessedMail, recoveryCodeUsedMail } from "../mails/second-factor-mails.ts";
import type { IdentityNeeds } from "../needs.ts";
import { lostPasswordPath } from "../password/store-password.ts";
import { type Admission, createSignInGuard } from "../sign-in-guard.ts";
import { type Account, holdAccount } from "../store/accounts-store.ts";
import type { Client, Known } from "../store/known-clients-store.ts";
import {
  hasSecondFactor,
  lockFactor,
  secondFactorOf,
  spendRecoveryCode,
  spendStep,
} from "../store/second-factor-store.ts";
import { hashRecoveryCode, readRecoveryCode } from "./recovery-codes.ts";
import type { Sealer } from "./sealed-secret.ts";
import { stepOf } from "./totp.ts";

/** Only whoever knows the password gets as far as these, and each is a chance of three in a million. */
const codeLimits = { windowSeconds: 3600, perNameHere: 5, perAddress: 20, perName: 10 };
const noticeEverySeconds = 86_400;

export type CodeRefusal =
  | { code: "second_factor_required" }
  | { code: "wrong_code" }
  | { code: "too_many"; retryAfterSeconds: number };

/** A code as somebody typed it (empty: not at all), the client, and what the account knows of it. */
export type ShownCode = { oneTimeCode: string; client: Client; known: Known };

/** Where codes are asked for and used up: those of an app and those for recovery alike, each once. */
export type OneTimeCodes = {
  /**
   * Does `work` in one transaction with the use of the code, for an account that is held as it is: no second factor
   * begins meanwhile. Accounts without one are let through, whatever was shown.
   */
  pass<Value, Refusal>(
    account: Account,
    shown: ShownCode,
    work: (tx: Tx, account: Account) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Refusal | CodeRefusal>>;
  /** Spends a code in the caller's transaction; false when it is wrong or was used. Counts no failures. */
  take(tx: Tx, account: Account, typed: string): Promise<boolean>;
};

type CodesNeeds = Pick<IdentityNeeds, "db" | "clock" | "mailer" | "publicOrigin" | "hashCost"> & {
  sealer: Sealer;
};

/** Makes the one place that knows a good code. */
export function createOneTimeCodes(needs: CodesNeeds): OneTimeCodes {
  const { db } = needs;
  const guard = createSignInGuard(codeLimits);
  const notices = createLimit(1, noticeEverySeconds);
  const take = takeCode(needs);
  const tellOwner = async (account: Account) => {
    if (account.email === null || (await notices.take(String(account.id))) !== null) return;
    const letter = guessedMail(account as Reachable, `${needs.publicOrigin}${lostPasswordPath}`);
    await inTransaction(db, (tx) => needs.mailer.enqueue(tx, letter));
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
      // By the account: who comes this far knows its password, so that the count tells nothing new.
      const attempt = { name: `account:${account.id}`, client, known };
      const admission = await guard.admit(attempt, needs.clock.now());
      if (!admission.ok || !admission.attempt.mayPass) {
        await tellOwner(account);
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
