import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Role } from "#contract/endpoint.ts";

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

/** The claims of a token that we signed and that is not expired (30 s leeway), or null. Never throws. */
export async function readToken(secret: Uint8Array, token: string, now: Date): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
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
