import { randomBytes } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { recommendedCost } from "../passwords.ts";

const codesInSet = 10;
/** Crockford's Base32 without the letters that look like digits. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const lettersInCode = 12;

/** A set of codes as it is shown once (`k7f2-9xqm-4trw`, 60 random bits each), with the salt and hashes that are kept. */
export async function newRecoveryCodes(
  cost = recommendedCost,
): Promise<{ codes: string[]; salt: Buffer; hashes: Buffer[] }> {
  const salt = randomBytes(16);
  const plain = drawCodes();
  const hashes = await Promise.all(plain.map((code) => hashRecoveryCode(code, salt, cost)));
  return { codes: plain.map((code) => code.replaceAll(/.{4}(?=.)/g, "$&-")), salt, hashes };
}

/** A code as somebody types it, in the one spelling that is hashed; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return code.length === lettersInCode && [...code].every((letter) => letters.includes(letter)) ? code : null;
}

/**
 * What is kept of a code: at the cost of a password, since 60 bits are fewer than a plain hash may protect; with one
 * salt for a whole set, so that looking one up costs one hash and not ten.
 */
export function hashRecoveryCode(code: string, salt: Buffer, cost = recommendedCost): Promise<Buffer> {
  return hashRaw(code, { ...cost, outputLen: 32, salt });
}

/** The codes of a set, without dashes. */
export function drawCodes(): string[] {
  return Array.from({ length: codesInSet }, drawCode);
}

function drawCode(): string {
  return [...randomBytes(lettersInCode)].map((byte) => letters[byte % letters.length]).join("");
}
