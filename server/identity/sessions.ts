import { randomUUID } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { IdentityNeeds, SignedIn } from "./needs.ts";
import { signToken } from "./session-tokens.ts";
import type { Account } from "./store/accounts-store.ts";
import { type Client, noteClient, trimClients } from "./store/known-clients-store.ts";
import { hasSecondFactor } from "./store/second-factor-store.ts";
import {
  deleteSessionsExpiredBefore,
  insertSession,
  revokeSessions,
  type WhichSessions,
} from "./store/sessions-store.ts";

/** Lifetime of a session opened by password, and of one opened through another site. */
export const passwordSessionSeconds = 86_400;
export const socialSessionSeconds = 10_800;

/**
 * Where a session is opened: what its owner recognises it by, and what identifies the client to the account. `country`: as
 * the proxy in front names it, where one does.
 */
export type SessionOrigin = Client & { userAgent: string; country?: string | null };

/** How long a session lasts, and whether a one-time code was entered. */
export type SessionTerms = { seconds: number; secondFactorPassed: boolean };

/**
 * Issues a token for an account and stores its session, so that it can be revoked. Every way to sign in ends here: an
 * account with a second factor gets no session without it.
 */
export async function openSession(
  tx: Tx,
  needs: Pick<IdentityNeeds, "clock" | "tokenSecret">,
  account: Account,
  from: SessionOrigin,
  { seconds: expiresInSeconds, secondFactorPassed }: SessionTerms,
): Promise<SignedIn> {
  if (!secondFactorPassed && (await hasSecondFactor(tx, account.id)))
    throw new Error(`a session of account ${account.id} without its second factor`);
  const issuedAt = needs.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + expiresInSeconds * 1000);
  const tokenId = randomUUID();
  await insertSession(tx, {
    token_id: tokenId,
    account_id: account.id,
    issued_at: issuedAt,
    last_used_at: issuedAt,
    expires_at: expiresAt,
    user_agent: from.userAgent.slice(0, 300),
  });
  await noteClient(tx, account.id, from, { at: issuedAt });
  const claims = { accountId: account.id, role: account.role, tokenId, expiresAt };
  const token = await signToken(needs.tokenSecret, claims, issuedAt);
  return { token, tokenId, expiresInSeconds, accountId: account.id, role: account.role };
}

type EndNeeds = Pick<IdentityNeeds, "db" | "clock" | "revoked">;

/** Ends sessions of an account with their sockets and playback; returns how many. */
export function endSessions(needs: EndNeeds) {
  return async (accountId: number, which: WhichSessions): Promise<number> => {
    const ended = await inTransaction(needs.db, (tx) => endSessionsIn(tx, needs, accountId, which));
    return ended.disconnect();
  };
}

/**
 * Ends sessions inside the caller's transaction, so that a change of password and the end of its sessions happen
 * together. After the commit the caller calls `disconnect`, which ends the sockets and returns how many sessions
 * there were.
 */
export async function endSessionsIn(
  tx: Tx,
  { clock, revoked }: Pick<EndNeeds, "clock" | "revoked">,
  accountId: number,
  which: WhichSessions,
): Promise<{ disconnect(): number }> {
  const tokenIds = await revokeSessions(tx, accountId, which, clock.now());
  return {
    disconnect() {
      for (const tokenId of tokenIds) revoked({ tokenId, accountId });
      return tokenIds.length;
    },
  };
}

/** Deletes sessions that ended long ago, and known clients that have not been seen for long. */
export function trimSessions({
  db,
  clock,
  sessionsKeptDays,
}: Pick<IdentityNeeds, "db" | "clock" | "sessionsKeptDays">) {
  return async (): Promise<void> => {
    const now = clock.now();
    const before = new Date(now.getTime() - sessionsKeptDays * 86_400_000);
    await deleteSessionsExpiredBefore(db, before);
    await trimClients(db, now);
  };
}
