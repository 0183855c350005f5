import { createECDH } from "node:crypto";

const curve = "prime256v1";
const keyBytes = 32;

/** A fresh private key for Web Push (RFC 8292): P-256, 32 bytes in base64url. */
export function newVapidKey(): string {
  const pair = createECDH(curve);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(keyBytes - key.length), key]).toString("base64url");
}

/** Whether this is such a key. */
export function isVapidKey(value: string): boolean {
  const bytes = Buffer.from(value, "base64url");
  if (bytes.length !== keyBytes || bytes.toString("base64url") !== value) return false;
  try {
    createECDH(curve).setPrivateKey(bytes);
    return true;
  } catch {
    return false;
  }
}
