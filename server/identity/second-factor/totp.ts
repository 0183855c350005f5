import { Secret, TOTP } from "otpauth";
import { siteName } from "#contract/site-name.ts";
import { createSealer as sealFor } from "#server/kit/sealer.ts";
import type { IdentityNeeds } from "../needs.ts";

/** Bytes of a new secret: the 160 bits that RFC 4226 recommends. */
export const secretBytes = 20;

/** RFC 6238 with what every authenticator app understands: SHA-1, six digits, steps of 30 seconds. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;
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
  return new TOTP({
    ...settings,
    issuer: siteName(),
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}

/** Encrypts secrets, so that the database alone reveals none. */
export type Sealer = {
  seal(secret: Uint8Array, accountId: number): Buffer;
  /** The secret; null when the deployment's key has changed or the row belongs to another account. */
  open(sealed: Buffer, accountId: number): Buffer | null;
};

/** Seals for one account each. */
export function createSealer(deploymentSecret: Uint8Array): Sealer {
  const sealer = sealFor(deploymentSecret, "fanlight second factor");
  const placeOf = (accountId: number) => `account:${accountId}`;
  return {
    seal: (secret, accountId) => sealer.seal(secret, placeOf(accountId)),
    open: (sealed, accountId) => sealer.open(sealed, placeOf(accountId)),
  };
}

export type SecondFactorParts = IdentityNeeds & { sealer: Sealer };
