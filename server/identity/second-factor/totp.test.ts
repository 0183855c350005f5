import { expect, test } from "vitest";
import { generateCodes, newRecoveryCodes, readRecoveryCode } from "./one-time-codes.ts";
import { createSealer, forApp, newSecret, stepOf } from "./totp.ts";

/** Appendix B of RFC 6238, for SHA-1; ours are its last six digits. */
const appendixB: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

test.each(appendixB)("RFC 6238, appendix B: at %d seconds the code is %s", (seconds, code) => {
  const step = stepOf(Buffer.from("12345678901234567890"), code, new Date(seconds * 1000));
  expect(step).toBe(Math.floor(seconds / 30));
});

test("what an app reads from the picture is what can be typed in by hand", () => {
  const secret = newSecret();
  expect(secret).toHaveLength(20);
  const { secret: base32, uri } = forApp(secret, "ana");
  expect(uri).toBe(
    `otpauth://totp/Fanlight:ana?issuer=Fanlight&secret=${base32}&algorithm=SHA1&digits=6&period=30`,
  );
});

test("OWASP ASVS 6.5.3: no recovery code and no secret comes twice, and every letter comes as often as the others", async () => {
  const codes = Array.from({ length: 40 }, generateCodes).flat();
  expect(new Set(codes).size).toBe(400);
  const [one, other] = [await newRecoveryCodes(), await newRecoveryCodes()];
  expect(one.salt.equals(other.salt)).toBe(false);
  expect(new Set(Array.from({ length: 400 }, () => newSecret().toString("hex"))).size).toBe(400);
  const counts = new Map<string, number>();
  for (const letter of codes.join("")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(32);
  // 150 expected each; six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 150)).toBeLessThan(73);
});

test("a recovery code is read in any case and grouping, with the letters that people take for digits", () => {
  expect(readRecoveryCode(" K7F2-9xqm 4tr0 ")).toBe("k7f29xqm4tr0");
  expect(readRecoveryCode("OIL0-0000-0000")).toBe("011000000000");
  for (const nonsense of ["", "123456", "k7f2-9xqm", "k7f2-9xqm-4trw-0", "k7f2-9xqm-4trü"])
    expect(readRecoveryCode(nonsense)).toBeNull();
});

test("a sealed secret opens for its account under its key, and for nobody else", () => {
  const [sealer, other] = [createSealer(Buffer.alloc(32, 1)), createSealer(Buffer.alloc(32, 2))];
  const secret = newSecret();
  const sealed = sealer.seal(secret, 7);
  expect(sealed).toHaveLength(48);
  expect(sealed.includes(secret)).toBe(false);
  expect(sealer.seal(secret, 7).equals(sealed)).toBe(false);
  expect(sealer.open(sealed, 7)?.equals(secret)).toBe(true);
  expect(sealer.open(sealed, 8)).toBeNull();
  expect(other.open(sealed, 7)).toBeNull();
  const touched = Buffer.from(sealed);
  touched[20] = (touched[20] ?? 0) ^ 1;
  expect(sealer.open(touched, 7)).toBeNull();
});
