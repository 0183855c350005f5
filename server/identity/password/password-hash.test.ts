import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./password-hash.ts";

test("OWASP ASVS 11.4.2: unless configured otherwise, a password is hashed by Argon2id at the cost that OWASP recommends", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(hash, "correct horse")).toBe(true);
  expect(await passwordMatches(hash, "correct hors")).toBe(false);
});

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** One password in NFC and in NFD; and one with a letter (U+212B) that neither form has. */
const [composed, apart, neither] = ["ma\u00f1ana\u00c5", "man\u0303anaA\u030a", "ma\u00f1ana\u212b"];

test("a password opens its hash whichever form of Unicode a keyboard sends, and whichever the hash was made of", async () => {
  expect(await passwordMatches(await hashPassword(apart, cheap), composed)).toBe(true);
  for (const typed of [composed, apart, neither]) {
    expect(await passwordMatches(await hashPassword(typed, cheap), apart)).toBe(true);
    for (const older of [composed, apart, typed])
      expect(await passwordMatches(await hash(older, cheap), typed)).toBe(true);
    expect(await passwordMatches(await hashPassword(typed, cheap), "mananaA")).toBe(false);
  }
});
