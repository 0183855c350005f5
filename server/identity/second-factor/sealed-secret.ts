import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { IdentityNeeds } from "../needs.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets so that the database alone gives none away. */
export type Sealer = {
  /** Nonce, ciphertext and tag; opens for this account only. */
  seal(secret: Uint8Array, accountId: number): Buffer;
  /** The secret; null when the deployment has another key now or the row is another account's. */
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
