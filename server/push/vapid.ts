import { createECDH } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { Clock } from "#server/kit/clock.ts";

/** Proves to push services that a message comes from whom the browser allowed to send (RFC 8292). */
export type Vapid = {
  /** The key that browsers subscribe with: base64url, 65 bytes. */
  publicKey: string;
  /** The `Authorization` header for a push service. */
  authorization(origin: string): Promise<string>;
};

const curve = "prime256v1";
/** A proof may be good for a day at most. */
const goodForMs = 12 * 3_600_000;

/** `privateKey`: base64url, 32 bytes; `contact`: where a push service may complain, `mailto:` or `https:`. */
export function createVapid(privateKey: string, contact: string, clock: Clock): Vapid {
  const pair = createECDH(curve);
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  const point = pair.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: privateKey };
  const key = importJWK(jwk, "ES256");
  const publicKey = point.toString("base64url");
  return {
    publicKey,
    async authorization(origin) {
      const token = await new SignJWT({})
        .setProtectedHeader({ typ: "JWT", alg: "ES256" })
        .setAudience(origin)
        .setSubject(contact)
        .setExpirationTime(new Date(clock.now().getTime() + goodForMs))
        .sign(await key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
