import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { IdentityNeeds } from "../needs.ts";

/** Bytes of a new secret: the 160 bits that RFC 4226 recommends. */
export const secretBytes = 20;

/** RFC 6238 with what every authenticator app understands: SHA-1, six digits, steps of 30 seconds. */
const settings = { issuer: "Fanlight", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Clocks may differ by one step. */
const driftSteps = 1;

/** A fresh secret. */
export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The secret as an app takes it: in Base32, and inside an `otpauth:` address for its camera. */
export function forApp(secret: Uint8Array, login: string): { secret: string; uri: string } {
  const totp = totpOf(secret, login);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step whose code this is, at `now` or one step beside it; null when it is none of them. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const totp = totpOf(secret, "");
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: driftSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Uint8Array, label: string): TOTP {
  return new TOTP({ ...settings, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets, so that the database alone reveals none. */
export type Sealer = {
  /** Nonce, ciphertext and tag; decrypts for this account only. */
  seal(secret: Uint8Array, accountId: number): Buffer;
  /** The secret; null when the deployment's key has changed or the row belongs to another account. */
  open(sealed: Buffer, accountId: number): Buffer | null;
};

/** AES-256-GCM (NIST SP 800-38D) with a key of its own, derived from the deployment's secret by HKDF (RFC 5869). */
export function createSealer(deploymentSecret: Uint8Array): Sealer {
  const key = Buffer.from(hkdfSync("sha256", deploymentSecret, "", "fanlight second factor", 32));
  const boundTo = (accountId: number) => Buffer.from(`account:${accountId}`);
  return {
    seal(secret, accountId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(accountId));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, accountId) {
      const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(-tagBytes)];
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(boundTo(accountId));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

export type SecondFactorParts = IdentityNeeds & { sealer: Sealer };
