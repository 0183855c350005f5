import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./password-hash.ts";

test("OWASP ASVS 11.4.2: unless configured otherwise, a password is hashed by Argon2id at the cost that OWASP recommends", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(hash, "correct horse")).toBe(true);
  expect(await passwordMatches(hash, "correct hors")).toBe(false);
});
