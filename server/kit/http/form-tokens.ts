import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";

/** Tokens that prove that a form was served by us a short while ago; 40 characters each. */
export type FormTokens = { issue(): string; accepts(token: string): boolean };

const lifeSeconds = 2 * 3600;
/** base64url of 30 bytes: 4 of time (seconds), 6 of chance, 20 of HMAC-SHA256 over them. */
const statedBytes = 10;
const macBytes = 20;

/** Makes and checks form tokens. They are kept nowhere: the signature and the time in them are enough. */
export function createFormTokens(secret: string, clock: Clock): FormTokens {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "form-token", 32));
  const macOf = (stated: Buffer) => createHmac("sha256", key).update(stated).digest().subarray(0, macBytes);
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    issue() {
      const stated = Buffer.concat([Buffer.alloc(4), randomBytes(statedBytes - 4)]);
      stated.writeUInt32BE(nowSeconds());
      return Buffer.concat([stated, macOf(stated)]).toString("base64url");
    },
    accepts(token) {
      const bytes = Buffer.from(token, "base64url");
      if (token.length !== 40 || bytes.length !== statedBytes + macBytes) return false;
      const stated = bytes.subarray(0, statedBytes);
      const age = nowSeconds() - stated.readUInt32BE();
      return timingSafeEqual(macOf(stated), bytes.subarray(statedBytes)) && age >= 0 && age <= lifeSeconds;
    },
  };
}
