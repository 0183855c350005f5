import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";

/** A person's agreement. */
export type Grant = {
  clientId: string;
  redirectUri: string;
  /** base64url(SHA-256(verifier)), RFC 7636. */
  challenge: string;
  personId: string;
  withEmail: boolean;
};

/** The codes and tokens that are about. */
export type Grants = {
  /** A code for a grant: good once, for 30 s. */
  codeFor(grant: Grant): string;
  /** Redeems a code; null when client, address or verifier are not those of the grant. A code is tried once. */
  redeem(code: string, offered: { clientId: string; redirectUri: string; verifier: string }): string | null;
  /** The grant behind an access token; undefined when it is unknown or too old. */
  behind(token: string): Grant | undefined;
};

const codeMs = 30_000;
const tokenMs = 7_200_000;
const keptMax = 1_000;

/** Makes the books of codes and tokens, in memory. */
export function openGrants(clock: Clock): Grants {
  const codes = expiring<Grant>(clock, codeMs);
  const tokens = expiring<Grant>(clock, tokenMs);
  return {
    codeFor: codes.keep,
    redeem(code, { clientId, redirectUri, verifier }) {
      const grant = codes.take(code);
      if (grant?.clientId !== clientId || grant.redirectUri !== redirectUri) return null;
      return fits(verifier, grant.challenge) ? tokens.keep(grant) : null;
    },
    behind: tokens.find,
  };
}

function fits(verifier: string, challenge: string): boolean {
  const made = createHash("sha256").update(verifier).digest();
  const wanted = Buffer.from(challenge, "base64url");
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}

/** The newest 1,000 things under secret names, each for its time. */
function expiring<Thing>(clock: Clock, lifeMs: number) {
  const kept = new Map<string, { thing: Thing; until: number }>();
  const find = (secret: string): Thing | undefined => {
    const found = kept.get(secret);
    return found && found.until > clock.now().getTime() ? found.thing : undefined;
  };
  return {
    find,
    take(secret: string): Thing | undefined {
      const thing = find(secret);
      kept.delete(secret);
      return thing;
    },
    keep(thing: Thing): string {
      const secret = randomBytes(32).toString("base64url");
      kept.set(secret, { thing, until: clock.now().getTime() + lifeMs });
      const oldest = kept.keys().next().value;
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return secret;
    },
  };
}
