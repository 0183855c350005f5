import type { Viewer } from "#server/kit/http/call.ts";
import type { AccountsNeeds } from "./accounts.ts";
import { liveSession } from "./store/sessions-store.ts";
import { readToken } from "./tokens.ts";

/**
 * The person behind a token, or null when it is forged, expired, revoked or of a blocked account. The role is read
 * from the account, so that a changed role counts at once.
 */
export function createAuthenticate({ db, clock, tokenSecret }: AccountsNeeds) {
  return async (token: string): Promise<Viewer | null> => {
    const claims = await readToken(tokenSecret, token, clock.now());
    if (!claims) return null;
    const session = await liveSession(db, claims.tokenId);
    if (!session || session.account_id !== claims.accountId) return null;
    return {
      userId: claims.accountId,
      role: session.role,
      tokenId: claims.tokenId,
      expiresAt: claims.expiresAt,
    };
  };
}
