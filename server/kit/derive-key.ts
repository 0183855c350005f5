import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/**
 * A key of its own for one purpose, from the deployment's secret (HMAC-SHA256 of the purpose): what is signed for one
 * purpose is worth nothing for another. Where a key is bytes, Node makes such an object of them for each signature, which
 * takes six times as long as the signature.
 */
export function deriveKey(secret: string | Uint8Array, purpose: string): KeyObject {
  return createSecretKey(createHmac("sha256", secret).update(purpose).digest());
}
