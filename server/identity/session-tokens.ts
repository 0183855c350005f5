import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Role } from "#contract/endpoint.ts";
import { coalesceReads } from "#server/kit/coalesce.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { waitingAtMost } from "#server/kit/database/wait-budget.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import type { IdentityNeeds } from "./needs.ts";
import { liveSessions, touchSession } from "./store/sessions-store.ts";

const issuer = "fanlight";
const audience = "fanlight-api";

const claims = z.object({
  sub: z.string().regex(/^\d{1,16}$/),
  role: z.enum(["fan", "model", "admin"]),
  jti: z.uuid(),
  exp: z.int(),
});

export type TokenClaims = { accountId: number; role: Role; tokenId: string; expiresAt: Date };

/** Signs a session token: JWT, HS256, with `sub`, `fan_id`, `role`, `jti`, `iat` and `exp`. */
export function signToken(secret: Uint8Array, token: TokenClaims, issuedAt: Date): Promise<string> {
  return new SignJWT({ fan_id: token.accountId, role: token.role })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(token.accountId))
    .setJti(token.tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(token.expiresAt)
    .sign(secret);
}

/** The secret as what tokens are verified by: made once, as that takes longer than to verify one. */
export function tokenKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** The claims of a token that we signed and that is not expired (30 s leeway), or null. Never throws. */
export async function readToken(key: CryptoKey, token: string, now: Date): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer,
      audience,
      clockTolerance: 30,
      currentDate: now,
    });
    const { sub, role, jti, exp } = claims.parse(payload);
    return { accountId: Number(sub), role, tokenId: jti, expiresAt: new Date(exp * 1000) };
  } catch {
    return null;
  }
}

/** The precision of a session's last use: reading must not turn into a write on every call. */
const touchAfterMs = 5 * 60_000;
const touchWaitMs = 500;

/**
 * The user of a token, or null when it is forged, expired, revoked or of a blocked account. The role is read from the
 * account, so that a changed role applies at once.
 */
export function createAuthenticate({ db, clock, tokenSecret, staffSecondFactor }: IdentityNeeds) {
  const key = tokenKey(tokenSecret);
  const liveSession = coalesceReads(async (tokenIds: readonly string[]) => {
    const sessions = await liveSessions(db, tokenIds);
    return tokenIds.map((tokenId) => sessions.get(tokenId));
  });
  return async (token: string): Promise<Viewer | null> => {
    const now = clock.now();
    const claims = await readToken(await key, token, now);
    if (!claims) return null;
    const session = await liveSession(claims.tokenId);
    if (!session || session.account_id !== claims.accountId) return null;
    if (now.getTime() - session.last_used_at.getTime() >= touchAfterMs)
      // With a wait budget of its own: recording the use must not count as work that commits the request.
      await waitingAtMost(touchWaitMs, () =>
        inTransaction(db, (tx) => touchSession(tx, claims.tokenId, now)),
      );
    return {
      userId: claims.accountId,
      role: session.role,
      tokenId: claims.tokenId,
      expiresAt: claims.expiresAt,
      language: session.language,
      secondFactorNeeded: staffSecondFactor && session.is_staff_without_factor,
    };
  };
}
