import { errors, jwtVerify, SignJWT } from "jose";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";

/** The content of a playback token: one fan, one room, one mode, while the room has this audience. */
export type PlaybackClaims = { fan: number; room: string; mode: string; audience: number };

export type PlaybackTokens = {
  /** Creates a token that is valid for `ttlSeconds`. */
  sign(claims: PlaybackClaims, ttlSeconds: number): Promise<string>;
  /** Verifies a token; a forged, altered or foreign one is `invalid`. */
  verify(token: string): Promise<Result<PlaybackClaims & { issuedAt: Date }, "invalid" | "expired">>;
};

/** The purpose of the token, which separates it from every other token signed with the same secret. */
type Purpose = "whep" | "whip";
const algorithm = "HS256";
const secretCharactersMin = 32;

/**
 * Signs and verifies the tokens that let a player watch a room or, for `whip`, a fan send their camera to one: neither
 * opens what the other does. `secret` has at least 32 characters.
 */
export function createPlaybackTokens(
  secret: string,
  clock: Clock = systemClock,
  audience: Purpose = "whep",
): PlaybackTokens {
  if (secret.length < secretCharactersMin) throw new Error("the secret for playback tokens is too short");
  const key = new TextEncoder().encode(secret);
  return {
    sign({ fan, room, mode, audience: version }, ttlSeconds) {
      // To the millisecond, so that a session which ends in the same second is distinguished from one that ended before.
      const issuedAt = clock.now().getTime() / 1000;
      return new SignJWT({ fan, room, mode, version })
        .setProtectedHeader({ alg: algorithm })
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.floor(issuedAt) + ttlSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const options = {
          audience,
          algorithms: [algorithm],
          currentDate: clock.now(),
          requiredClaims: ["exp", "iat"],
        };
        const { payload } = await jwtVerify(token, key, options);
        return readClaims(payload);
      } catch (error) {
        if (error instanceof errors.JWTExpired) return refuse("expired");
        if (error instanceof errors.JOSEError) return refuse("invalid");
        throw error;
      }
    },
  };
}

function readClaims(
  payload: Record<string, unknown>,
): Result<PlaybackClaims & { issuedAt: Date }, "invalid"> {
  const { fan, room, mode, version, iat } = payload;
  if (typeof fan !== "number" || typeof room !== "string" || typeof mode !== "string")
    return refuse("invalid");
  if (typeof version !== "number") return refuse("invalid");
  return ok({ fan, room, mode, audience: version, issuedAt: new Date(Number(iat) * 1000) });
}
