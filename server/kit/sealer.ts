import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets for the database, each bound to a name of where it belongs: in another place it cannot be opened. */
export type Sealer = {
  seal(secret: Uint8Array, place: string): Buffer;
  /** Null where it was sealed with another key, for another place, or has been changed. */
  open(sealed: Buffer, place: string): Buffer | null;
};

/** AES-256-GCM (NIST SP 800-38D) with a key for one purpose, derived from the deployment's secret by HKDF (RFC 5869). */
export function createSealer(deploymentSecret: Uint8Array, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", deploymentSecret, "", purpose, 32));
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(-tagBytes)];
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
