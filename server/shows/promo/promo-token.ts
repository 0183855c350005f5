import { createHash, createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "#server/kit/derive-key.ts";

/** The tokens of promo links, worked out from a random nonce by a key of their own. */
export type PromoTokens = {
  make(): { nonce: Buffer; hash: Buffer };
  /** The token of a link: 256 bits as base64url. */
  of(nonce: Buffer): string;
  hashOf(token: string): Buffer;
};

/**
 * Makes {@link PromoTokens} from the server's secret. The database alone opens no link, and yet a model can copy theirs
 * again.
 */
export function createPromoTokens(secret: string): PromoTokens {
  const key = deriveKey(secret, "promo link");
  const of = (nonce: Buffer) => createHmac("sha256", key).update(nonce).digest("base64url");
  const hashOf = (token: string) => createHash("sha256").update(token).digest();
  return {
    of,
    hashOf,
    make() {
      const nonce = randomBytes(32);
      return { nonce, hash: hashOf(of(nonce)) };
    },
  };
}
