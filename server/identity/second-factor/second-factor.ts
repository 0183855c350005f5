import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import {
  lockReauthenticated,
  type ReauthCredentials,
  type Reauthenticate,
  type ReauthRefusal,
} from "../reauthenticate.ts";
import { removedByStaffMail, removedMail, renewedMail } from "../second-factor-emails.ts";
import { endSessionsIn } from "../sessions.ts";
import { type Account, accountById } from "../store/accounts-store.ts";
import type { Reachable } from "../store/email-links-store.ts";
import {
  deleteFactor,
  hasSecondFactor,
  lockFactor,
  secondFactorOf,
  storeRecoveryCodes,
} from "../store/second-factor-store.ts";
import { beginEnrolment, confirmEnrolment } from "./enrol.ts";
import { newRecoveryCodes } from "./one-time-codes.ts";
import type { SecondFactorParts } from "./totp.ts";

export type FactorRefusal = ReauthRefusal | { code: "no_second_factor" };

/** An account's second factor: an authenticator app, and recovery codes in case it is lost. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Makes the part of identity that turns second factors on and off. */
export function createSecondFactor(parts: SecondFactorParts, reauthenticate: Reauthenticate) {
  return {
    begin: beginEnrolment(parts, reauthenticate),
    confirm: confirmEnrolment(parts),
    renewCodes: renewCodes(parts, reauthenticate),
    remove: removeFactor(parts, reauthenticate),
    /** Removes a lost factor after staff verified the owner; the caller calls `disconnect` after the commit. */
    removeByStaff: (tx: Tx, account: Account) => removeByStaff(tx, parts, account),
    /** Since when the second factor is on, and how many recovery codes are left; undefined when it is off. */
    state: (reader: Reader, accountId: number) => secondFactorOf(reader, accountId),
  };
}

/** Replaces the recovery codes. */
function renewCodes({ db, mailer, hashCost }: SecondFactorParts, reauthenticate: Reauthenticate) {
  return async (
    accountId: number,
    credentials: ReauthCredentials,
  ): Promise<Result<{ recoveryCodes: string[] }, FactorRefusal>> => {
    const account = await reauthenticateWithFactor(db, reauthenticate, accountId, credentials);
    if (!account.ok) return account;
    const set = await newRecoveryCodes(hashCost);
    return inTransaction(db, async (tx) => {
      const held = await lockReauthenticated(tx, account);
      if (!held.ok) return held;
      if (!(await lockFactor(tx, accountId))) return refuse({ code: "no_second_factor" as const });
      await storeRecoveryCodes(tx, accountId, set);
      if (account.email !== null) await mailer.enqueue(tx, renewedMail(account as Reachable));
      return ok({ recoveryCodes: set.codes });
    });
  };
}

/** Turns the second factor off, after re-authentication. Other sessions end, as with every change of a factor. */
function removeFactor(parts: SecondFactorParts, reauthenticate: Reauthenticate) {
  return async (
    viewer: { userId: number; tokenId: string },
    credentials: ReauthCredentials,
  ): Promise<Result<object, FactorRefusal>> => {
    const account = await reauthenticateWithFactor(parts.db, reauthenticate, viewer.userId, credentials);
    if (!account.ok) return account;
    const removed = await inTransaction(parts.db, async (tx) => {
      const held = await lockReauthenticated(tx, account);
      if (!held.ok) return held;
      if (!(await deleteFactor(tx, account.id))) return refuse({ code: "no_second_factor" as const });
      if (account.email !== null) await parts.mailer.enqueue(tx, removedMail(account as Reachable));
      return ok(await endSessionsIn(tx, parts, account.id, { except: viewer.tokenId }));
    });
    if (!removed.ok) return removed;
    removed.disconnect();
    return ok({});
  };
}

async function reauthenticateWithFactor(
  reader: Reader,
  reauthenticate: Reauthenticate,
  accountId: number,
  credentials: ReauthCredentials,
): Promise<Result<Account, FactorRefusal>> {
  const account = await accountById(reader, accountId);
  if (!account) throw new Error(`account ${accountId} is gone`);
  if (!(await hasSecondFactor(reader, accountId))) return refuse({ code: "no_second_factor" });
  const checked = await reauthenticate(account, credentials);
  return checked.ok ? ok(account) : checked;
}

async function removeByStaff(
  tx: Tx,
  parts: SecondFactorParts,
  account: Account,
): Promise<Result<{ disconnect(): number }, "no_second_factor">> {
  if (!(await deleteFactor(tx, account.id))) return refuse("no_second_factor");
  if (account.email !== null) await parts.mailer.enqueue(tx, removedByStaffMail(account as Reachable));
  return ok(await endSessionsIn(tx, parts, account.id, { except: null }));
}
