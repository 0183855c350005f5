import { expect, test } from "vitest";
import { commonPasswords } from "../password/common-passwords.ts";
import { contextWords, guessable } from "./guessable-password.ts";

const sofia = { login: "sofia88", email: "sofia.reyes@correo.example" };
const common = await commonPasswords();
const judge = (password: string, who = sofia) => guessable(password, who, (folded) => common.has(folded));

test("OWASP ASVS 6.2.4: at least the 3,000 most used passwords of our length are known, whatever their case", () => {
  expect(common.size).toBeGreaterThan(3000);
  for (const password of ["123456", "password", "PassWord1", "QWERTYUIOP", "letmein", "1q2w3e4r", "iloveyou"])
    expect(judge(password), password).toBe("password_common");
});

test("OWASP ASVS 6.2.11: a password of nothing but this site's words is refused, with a tail of digits too", () => {
  for (const word of contextWords) expect(judge(`${word.toUpperCase()}-1!`), word).not.toBeNull();
  for (const password of ["fanlight", "Fanlight2026", "fanlight123456", "admin-fanlight", "¡Contraseña1!"])
    expect(judge(password), password).toBe("password_personal");
});

test("OWASP ASVS 6.2.11: a password of nothing but the person's own names is refused", () => {
  const own = ["sofia88", "SOFIA88", "sofia.reyes@correo.example", "sofia.reyes", "reyes-2026", "88aifos"];
  expect(own.map((password) => judge(password))).toEqual([
    ...Array<string>(5).fill("password_personal"),
    null,
  ]);
  expect(judge("reyes-2026", { login: "carlos", email: "c@x.example" })).toBeNull();
  expect(guessable("carlos!", { login: "carlos", email: null }, () => false)).toBe("password_personal");
});

test("OWASP ASVS 6.2.5: any composition passes: words, digits, one script or another, spaces, 6 to 72", () => {
  const good = [
    "abcdef",
    "correct horse",
    "nomodelneeded here",
    "fanlight-demo",
    "пароль на завтра",
    "🎈🎈🎈🎈🎈🎈",
    "874512098",
    "a".repeat(72),
    "sofia88 likes tangerines",
  ];
  for (const password of good) expect(judge(password), password).toBeNull();
});
