import { randomUUID } from "node:crypto";
import type { Tx } from "#server/kit/database/database.ts";
import type { IdentityNeeds, SignedIn } from "./needs.ts";
import type { Account } from "./store/accounts-store.ts";
import { type Client, noteClient } from "./store/known-clients-store.ts";
import { hasSecondFactor } from "./store/second-factor-store.ts";
import { insertSession } from "./store/sessions-store.ts";
import { signToken } from "./tokens.ts";

/** Life of a session that began with a password, and of one that began at another site. */
export const passwordSessionSeconds = 86_400;
export const socialSessionSeconds = 10_800;

/** Where a session is used: what its owner recognises it by, and what the account knows the client by. */
export type SessionOrigin = Client & { userAgent: string };

/** How long a session lasts, and whether its person has shown a code. */
export type SessionTerms = { seconds: number; secondFactorPassed: boolean };

/**
 * Issues a token for an account and remembers it, so that it can be revoked. Every way in ends here: an account with a
 * second factor gets no session from a way that has not asked for it.
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
