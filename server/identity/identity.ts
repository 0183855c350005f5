/**
 * Accounts: registration, sign-in, signing in with X, email and password, the second factor, sessions and tokens, and
 * the consents that people gave.
 */

import type { Role } from "#contract/endpoint.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { closeAccount, restoreAccount, suspendAccount, suspendedSince } from "./account-status.ts";
import { type AskLimits, createAskLimits } from "./ask-limits.ts";
import { createEmail, type Email } from "./email/email.ts";
import { exportAreas } from "./export-areas.ts";
import { isReservedLogin } from "./logins.ts";
import type { SignedIn } from "./needs.ts";
import { createPassword, type Password } from "./password/password.ts";
import { createReauthenticate, type ReauthCredentials, type ReauthRefusal } from "./reauthenticate.ts";
import { createReferrals, type Referrals } from "./referrals.ts";
import {
  type NewAccount,
  openAccount,
  type Registration,
  type RegistrationRefusal,
  register,
} from "./register.ts";
import { createOneTimeCodes } from "./second-factor/one-time-codes.ts";
import { createSecondFactor, type SecondFactor } from "./second-factor/second-factor.ts";
import { createSealer } from "./second-factor/totp.ts";
import { createSessionCookies, type SessionCookies } from "./session-cookies.ts";
import { createAuthenticate } from "./session-tokens.ts";
import {
  endSessions,
  endSessionsIn,
  openSession,
  type SessionOrigin,
  socialSessionSeconds,
  trimSessions,
} from "./sessions.ts";
import { createSignInGuard } from "./sign-in-guard.ts";
import { type Credentials, type SignInRefusal, signIn } from "./sign-in.ts";
import { accountsToErase, eraseAccount, lockToErase } from "./store/account-status-store.ts";
import {
  type Account,
  accountById,
  accountByName,
  type Face,
  facesById,
  holdAccount,
  isTaken,
  lockAccount,
  loginsById,
  namedAccounts,
  shownNamesById,
} from "./store/accounts-store.ts";
import { deleteExpiredLinks } from "./store/email-links-store.ts";
import { deleteUnconfirmed } from "./store/second-factor-store.ts";
import {
  isUntouchedSince,
  lastUse,
  liveSessions,
  liveTokens,
  openSessions,
  type SessionRow,
  touchSession,
  type WhichSessions,
} from "./store/sessions-store.ts";
import { createTwitter, type Twitter, type TwitterNeeds } from "./twitter/twitter.ts";

export { type HashCost, hashPassword, recommendedCost } from "./password/password-hash.ts";
export type { ReauthCredentials, ReauthRefusal } from "./reauthenticate.ts";
export { isReauthRefusal, reauthCredentialsOf, reauthRefused } from "./reauthenticate.ts";
export type { SessionOrigin } from "./sessions.ts";
export { type Account, type Face, hasDemoPeople, hasOtherPeople } from "./store/accounts-store.ts";
export { revokeEverySession } from "./store/sessions-store.ts";
export type { TwitterProvider } from "./twitter/twitter-client.ts";

/** Reads the profile that some calls of this module answer with; the profiles module provides it. */
export type ProfileReader = { profile(accountId: number): Promise<FanProfile | undefined> };

/** Accounts, how people prove that they own them, and their sessions. */
export type Identity = {
  authenticate(token: string): Promise<Viewer | null>;
  register(registration: Registration, from: SessionOrigin): Promise<Result<SignedIn, RegistrationRefusal>>;
  signIn(credentials: Credentials, from: SessionOrigin): Promise<Result<SignedIn, SignInRefusal>>;
  /** The user of the session that a token's `jti` names, while it is active; null otherwise. */
  userOfSession(tokenId: string): Promise<{ userId: number; role: Role } | null>;
  /** The tokens (`jti`) among these whose session is active. */
  liveTokens(tokenIds: readonly string[]): Promise<Set<string>>;
  /** Ends the session at once. */
  signOut(viewer: Viewer): Promise<void>;
  /** The active sessions of an account, last used first. */
  openSessions(accountId: number): Promise<SessionRow[]>;
  /** Ends one session of an account or all but one, at once; returns how many. */
  endSessions(accountId: number, which: WhichSessions): Promise<number>;
  /**
   * Ends sessions in the caller's transaction; after the commit the caller calls `disconnect`, which ends sockets and
   * playback.
   */
  endSessionsIn(tx: Tx, accountId: number, which: WhichSessions): Promise<{ disconnect(): number }>;
  /** False once a session of the account was ended after `at`, or the account was blocked. */
  isUntouchedSince(accountId: number, at: Date): Promise<boolean>;
  /** When an account was used last, by any session; null when it never was. */
  lastSeen(accountId: number): Promise<Date | null>;
  /** Records that the session is in use now. */
  seen(viewer: Viewer): Promise<void>;
  /** Deletes sessions that ended long ago. */
  trimSessions(): Promise<void>;
  /** Re-authenticates the holder of a session; answers the account as it was checked. */
  reauthenticate(
    accountId: number,
    credentials: ReauthCredentials,
  ): Promise<Result<{ account: Account }, ReauthRefusal>>;
  /** The cookies of sessions. None of them authenticates API calls. */
  cookies: SessionCookies;
  email: Email;
  password: Password;
  secondFactor: SecondFactor;
  /**
   * Blocks an account that its owner closes, unless its password was replaced since `account` was re-authenticated. The
   * caller ends its sessions in the same transaction.
   */
  close(tx: Tx, account: Account): Promise<Result<object, { code: "last_admin" | "wrong_password" }>>;
  /** Accounts that closed before `before` and are not erased yet, the earliest first. */
  closedBefore(reader: Reader, before: Date, limit: number): Promise<number[]>;
  /** The account, locked, if it still has to be erased. */
  lockToErase(tx: Tx, accountId: number): Promise<Account | undefined>;
  /** Deletes what identifies the owner of a closed account. */
  erase(tx: Tx, accountId: number): Promise<void>;
  exportAreas(account: Account): ExportArea[];
  /** Opens an account without a registration, for the demo world and for staff. */
  open(tx: Tx, newAccount: NewAccount): Promise<Account>;
  /** Opens a session of three hours for an account that was authenticated otherwise than by password. */
  issueToken(account: Account, from?: SessionOrigin): Promise<string>;
  /** Rewards for inviting friends. */
  referrals: Referrals;
  /** Before {@link isLoginFree} and {@link isEmailFree} are asked for a stranger. */
  askUniqueness: AskLimits["askUniqueness"];
  isLoginFree(login: string): Promise<boolean>;
  isEmailFree(email: string, exceptId?: number): Promise<boolean>;
  /** Blocks an account until it is restored. After the commit the caller calls `disconnect`. */
  suspend(tx: Tx, accountId: number): Promise<Result<{ disconnect(): number }, "unknown" | "blocked">>;
  restore(tx: Tx, accountId: number): Promise<Result<object, "not_suspended">>;
  suspendedSince(reader: Reader, accountIds: readonly number[]): Promise<ReadonlyMap<number, Date>>;
  byId(reader: Reader, id: number): Promise<Account | undefined>;
  /** The account, locked until the transaction ends. */
  lockById(tx: Tx, id: number): Promise<Account | undefined>;
  /** Keeps a fan's account from being suspended, closed or made staff until the transaction ends; false when it is. */
  holdOpen(tx: Tx, id: number): Promise<boolean>;
  /** The user names of these accounts, by id. */
  logins(reader: Reader, ids: readonly number[]): Promise<Map<number, string>>;
  /** The names as others see them: closed accounts are left out. */
  shownNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>>;
  /** The faces of these users as others see them, by id. */
  faces(reader: Reader, ids: readonly number[]): Promise<Map<number, Face>>;
  /** The accounts among these, unless closed, whose user name contains `search`. */
  named(reader: Reader, ids: readonly number[], search: string): Promise<Set<number>>;
  byName(reader: Reader, name: string): Promise<Account | undefined>;
  /** Deletes email links that expired, and enrolments that nobody finished, more than a day ago. */
  trim(): Promise<void>;
  /** Signing in with X. */
  twitter: Twitter;
};

const sessionsListed = 100;

/** Makes the identity module. */
export function createIdentity(needs: TwitterNeeds): Identity {
  const { db } = needs;
  const guard = createSignInGuard(needs.limits);
  const asks = createAskLimits(needs.limits);
  const parts = { ...needs, ...asks, sealer: createSealer(needs.secondFactorSecret) };
  const codes = createOneTimeCodes(parts);
  const check = createReauthenticate({ ...needs, codes });
  return {
    authenticate: createAuthenticate(needs),
    register: register(parts),
    signIn: signIn(needs, guard, codes),
    liveTokens: (tokenIds) => liveTokens(db, tokenIds, needs.clock.now()),
    async userOfSession(tokenId) {
      const session = (await liveSessions(db, [tokenId])).get(tokenId);
      if (!session || session.expires_at <= needs.clock.now()) return null;
      return { userId: session.account_id, role: session.role };
    },
    signOut: async (viewer) => void (await endSessions(needs)(viewer.userId, { only: viewer.tokenId })),
    openSessions: (accountId) => openSessions(db, accountId, needs.clock.now(), sessionsListed),
    endSessions: endSessions(needs),
    endSessionsIn: (tx, accountId, which) => endSessionsIn(tx, needs, accountId, which),
    isUntouchedSince: (accountId, at) => isUntouchedSince(db, accountId, at),
    lastSeen: (accountId) => lastUse(db, accountId),
    seen: ({ tokenId }) => inTransaction(db, (tx) => touchSession(tx, tokenId, needs.clock.now())),
    trimSessions: trimSessions(needs),
    async reauthenticate(accountId, credentials) {
      const account = await accountById(db, accountId);
      if (!account) throw new Error(`account ${accountId} is gone`);
      const checked = await check(account, credentials);
      return checked.ok ? ok({ account }) : checked;
    },
    cookies: createSessionCookies(needs),
    email: createEmail(parts, check),
    password: createPassword(needs, check),
    secondFactor: createSecondFactor(parts, check),
    close: closeAccount(needs),
    closedBefore: accountsToErase,
    lockToErase,
    erase: (tx, accountId) => eraseAccount(tx, accountId, needs.clock.now()),
    exportAreas: (account) => exportAreas(db, account),
    open: openAccount(needs),
    issueToken: async (account, from = { address: "", userAgent: "" }) => {
      const session = await inTransaction(db, (tx) =>
        openSession(tx, needs, account, from, { seconds: socialSessionSeconds, secondFactorPassed: false }),
      );
      return session.token;
    },
    referrals: createReferrals(needs),
    askUniqueness: asks.askUniqueness,
    isLoginFree: async (login) => !(await isReservedLogin(db, login)) && !(await isTaken(db, "login", login)),
    isEmailFree: async (email, exceptId) => !(await isTaken(db, "email", email, exceptId)),
    suspend: suspendAccount(needs),
    restore: restoreAccount,
    suspendedSince,
    byId: accountById,
    lockById: lockAccount,
    async holdOpen(tx, id) {
      const { role, status } = await holdAccount(tx, id);
      return role === "fan" && status !== "blocked";
    },
    logins: loginsById,
    shownNames: shownNamesById,
    faces: facesById,
    named: namedAccounts,
    byName: accountByName,
    trim: () =>
      inTransaction(db, async (tx) => {
        const before = new Date(needs.clock.now().getTime() - 86_400_000);
        await deleteExpiredLinks(tx, before);
        await deleteUnconfirmed(tx, { before });
      }),
    twitter: createTwitter(parts, check, codes),
  };
}
