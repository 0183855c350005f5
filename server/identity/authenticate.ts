import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import { waitingAtMost } from "#server/kit/overload/wait-budget.ts";
import type { IdentityNeeds } from "./needs.ts";
import { liveSession, touchSession } from "./store/sessions-store.ts";
import { readToken } from "./tokens.ts";

/** How exactly the last use of a session is known: reading must not become writing. */
const touchAfterMs = 5 * 60_000;
const touchWaitMs = 500;

/**
 * The person behind a token, or null when it is forged, expired, revoked or of a blocked account. The role is read
 * from the account, so that a changed role counts at once.
 */
export function createAuthenticate({ db, clock, tokenSecret, staffSecondFactor }: IdentityNeeds) {
  return async (token: string): Promise<Viewer | null> => {
    const now = clock.now();
    const claims = await readToken(tokenSecret, token, now);
    if (!claims) return null;
    const session = await liveSession(db, claims.tokenId);
    if (!session || session.account_id !== claims.accountId) return null;
    if (now.getTime() - session.last_used_at.getTime() >= touchAfterMs)
      // In a budget of its own: noting the use is no deed of the request's that would oblige it to be finished.
      await waitingAtMost(touchWaitMs, () =>
        inTransaction(db, (tx) => touchSession(tx, claims.tokenId, now)),
      );
    return {
      userId: claims.accountId,
      role: session.role,
      tokenId: claims.tokenId,
      expiresAt: claims.expiresAt,
      secondFactorNeeded: staffSecondFactor && session.is_staff_without_factor,
    };
  };
}
