import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { CheckOwner, OwnerProof, OwnerRefusal } from "../check-owner.ts";
import { endSessionsIn } from "../end-sessions.ts";
import type { Reachable } from "../mailed-link.ts";
import { removedByStaffMail, removedMail, renewedMail } from "../mails/second-factor-mails.ts";
import { type Account, accountById } from "../store/accounts-store.ts";
import {
  deleteFactor,
  hasSecondFactor,
  lockFactor,
  secondFactorOf,
  storeRecoveryCodes,
} from "../store/second-factor-store.ts";
import { beginEnrolment, confirmEnrolment } from "./enrol.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorParts } from "./sealed-secret.ts";

export type FactorRefusal = OwnerRefusal | { code: "no_second_factor" };

/** An account's second factor: an app that shows codes, and recovery codes for the day it is lost. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Makes the part of identity that turns second factors on and off. */
export function createSecondFactor(parts: SecondFactorParts, checkOwner: CheckOwner) {
  return {
    begin: beginEnrolment(parts, checkOwner),
    confirm: confirmEnrolment(parts),
    renewCodes: renewCodes(parts, checkOwner),
    remove: removeFactor(parts, checkOwner),
    /** Takes away the lost factor of somebody whom the staff knows to be the owner; `tell` after the commit. */
    removeByStaff: (tx: Tx, account: Account) => removeByStaff(tx, parts, account),
    /** Since when codes are asked for, and how many recovery codes are left; undefined when none are. */
    state: (reader: Reader, accountId: number) => secondFactorOf(reader, accountId),
  };
}

/** Another set of recovery codes; the one before is worth nothing. */
function renewCodes({ db, mailer, hashCost }: SecondFactorParts, checkOwner: CheckOwner) {
  return async (
    accountId: number,
    proof: OwnerProof,
  ): Promise<Result<{ recoveryCodes: string[] }, FactorRefusal>> => {
    const account = await ownerWithFactor(db, checkOwner, accountId, proof);
    if (!account.ok) return account;
    const set = await newRecoveryCodes(hashCost);
    return inTransaction(db, async (tx) => {
      if (!(await lockFactor(tx, accountId))) return refuse({ code: "no_second_factor" as const });
      await storeRecoveryCodes(tx, accountId, set);
      if (account.email !== null) await mailer.enqueue(tx, renewedMail(account as Reachable));
      return ok({ recoveryCodes: set.codes });
    });
  };
}

/** Turns the second factor off, by password and code. Other sessions end, as with every change of a factor. */
function removeFactor(parts: SecondFactorParts, checkOwner: CheckOwner) {
  return async (
    viewer: { userId: number; tokenId: string },
    proof: OwnerProof,
  ): Promise<Result<object, FactorRefusal>> => {
    const account = await ownerWithFactor(parts.db, checkOwner, viewer.userId, proof);
    if (!account.ok) return account;
    const ended = await inTransaction(parts.db, async (tx) => {
      if (!(await deleteFactor(tx, account.id))) return null;
      if (account.email !== null) await parts.mailer.enqueue(tx, removedMail(account as Reachable));
      return endSessionsIn(tx, parts, account.id, { except: viewer.tokenId });
    });
    if (!ended) return refuse({ code: "no_second_factor" });
    ended.tell();
    return ok({});
  };
}

async function ownerWithFactor(
  reader: Reader,
  checkOwner: CheckOwner,
  accountId: number,
  proof: OwnerProof,
): Promise<Result<Account, FactorRefusal>> {
  const account = await accountById(reader, accountId);
  if (!account) throw new Error(`account ${accountId} is gone`);
  if (!(await hasSecondFactor(reader, accountId))) return refuse({ code: "no_second_factor" });
  const checked = await checkOwner(account, proof);
  return checked.ok ? ok(account) : checked;
}

async function removeByStaff(
  tx: Tx,
  parts: SecondFactorParts,
  account: Account,
): Promise<Result<{ tell(): number }, "no_second_factor">> {
  if (!(await deleteFactor(tx, account.id))) return refuse("no_second_factor");
  if (account.email !== null) await parts.mailer.enqueue(tx, removedByStaffMail(account as Reachable));
  return ok(await endSessionsIn(tx, parts, account.id, { except: null }));
}
