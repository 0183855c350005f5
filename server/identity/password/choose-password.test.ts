import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contextWords, guessable } from "#server/identity/password/guessable-password.ts";
import { freshAddress, registerMember, signInAgain } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { breachedPasswords } from "./breached-passwords.ts";
import { commonPasswords } from "./passwords.ts";

const app = testApp();
const sentences = {
  password_common: /one of the first that people try/,
  password_personal: /little more than your name/,
};
const twice = (password: string) => ({ password, password_confirmation: password });
const register = (password: string, login = `w${randomUUID().slice(0, 8)}`, language = "en") =>
  app.call("POST", "/auth/register", {
    language,
    headers: freshAddress(),
    body: {
      login,
      email: `${login}@example.test`,
      ...twice(password),
      over_18: true,
      accept_terms: true,
      accept_privacy: true,
    },
  });

test("OWASP ASVS 6.2.4, 6.2.11: a guessable password opens no account, and the field says why", async () => {
  const login = `w${randomUUID().slice(0, 8)}`;
  for (const [password, code] of [
    ["Password1", "password_common"],
    [login.toUpperCase(), "password_personal"],
    ["fanlight2026", "password_personal"],
  ] as const) {
    const answer = await register(password, login);
    expect(answer.status, password).toBe(422);
    expect(answer.body).toMatchObject({
      code,
      errors: { password: [expect.stringMatching(sentences[code])] },
    });
  }
  const spanish = await register("123456", login, "es");
  expect(spanish.body.errors).toEqual({
    password: ["esta contraseña es de las primeras que se prueban: elige otra"],
  });
  expect((await app.call("GET", `/api/service/login-uniqueness?login=${login}`)).body.status).toBe(true);
});

test("R-AUTH-13, R-OPEN-04: a password has 6 to 72 characters, taken exactly as typed", async () => {
  const lengths = [5, 6, 72, 73].map((length) => "Zx ".repeat(30).slice(0, length));
  const answers = await Promise.all(lengths.map((password) => register(password)));
  expect(answers.map(({ status }) => status)).toEqual([422, 201, 201, 422]);
  const login = `w${randomUUID().slice(0, 8)}`;
  await register(" Ñandú azul ", login);
  const signIn = async (password: string) =>
    (await app.call("POST", "/api/web_login", { body: { login, password }, headers: freshAddress() })).status;
  expect(await signIn(" Ñandú azul ")).toBe(200);
  expect(await signIn("Ñandú azul")).toBe(401);
  expect(await signIn(" ñandú azul ")).toBe(401);
});

test("OWASP ASVS 6.2.4: a change to a guessable password is refused, and the old one stays", async () => {
  const fan = await registerMember(app);
  const change = (password: string) =>
    app.call("POST", `/api/fan/store-password/${fan.id}`, {
      as: fan,
      body: { current_password: fan.password, ...twice(password) },
    });
  for (const password of ["qwertyuiop", fan.email, fan.login]) {
    const answer = await change(password);
    expect(answer.status, password).toBe(422);
    expect(answer.body.errors).toHaveProperty("password");
  }
  expect((await signInAgain(app, fan, fan.password)).status).toBe(200);
});

test("OWASP ASVS 6.2.4: a reset to a guessable password is refused and leaves the link good", async () => {
  const fan = await registerMember(app);
  await app.call("POST", "/auth/password/email", { body: { email: fan.email }, headers: freshAddress() });
  const mail = await emailTo(app, fan.email, "Choose a new password");
  const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "");
  const reset = (password: string) =>
    app.call("POST", "/auth/password/reset", {
      headers: freshAddress(),
      body: { token: link.searchParams.get("token"), email: fan.email, ...twice(password) },
    });
  expect((await reset("letmein")).body).toMatchObject({ code: "password_common" });
  expect((await reset("tangerine bicycle")).status).toBe(200);
  expect((await signInAgain(app, fan, "tangerine bicycle")).status).toBe(200);
});

const sofia = { login: "sofia88", email: "sofia.reyes@correo.example" };
const common = await commonPasswords();
const weaknessOf = (password: string, who = sofia) =>
  guessable(password, who, (folded) => common.has(folded));

test("OWASP ASVS 6.2.4: at least the 3,000 most used passwords of our length are known, whatever their case", () => {
  expect(common.size).toBeGreaterThan(3000);
  for (const password of ["123456", "password", "PassWord1", "QWERTYUIOP", "letmein", "1q2w3e4r", "iloveyou"])
    expect(weaknessOf(password), password).toBe("password_common");
});

test("OWASP ASVS 6.2.11: a password of nothing but this site's words is refused, with a tail of digits too", () => {
  for (const word of contextWords) expect(weaknessOf(`${word.toUpperCase()}-1!`), word).not.toBeNull();
  for (const password of ["fanlight", "Fanlight2026", "fanlight123456", "admin-fanlight", "¡Contraseña1!"])
    expect(weaknessOf(password), password).toBe("password_personal");
});

test("OWASP ASVS 6.2.11: a password of nothing but the person's own names is refused", () => {
  const own = ["sofia88", "SOFIA88", "sofia.reyes@correo.example", "sofia.reyes", "reyes-2026", "88aifos"];
  expect(own.map((password) => weaknessOf(password))).toEqual([
    ...Array<string>(5).fill("password_personal"),
    null,
  ]);
  expect(weaknessOf("reyes-2026", { login: "carlos", email: "c@x.example" })).toBeNull();
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
  for (const password of good) expect(weaknessOf(password), password).toBeNull();
});

const asked: { path: string; padding: string | undefined }[] = [];
const warnings: object[] = [];
const log = { warn: (line: object) => void warnings.push(line) } as never;
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();
let answer: (path: string) => { status: number; body: string } | null;
let url = "";

/** A range service as the protocol has it; `null` never answers. */
const service = createServer((request, response) => {
  asked.push({ path: request.url ?? "", padding: request.headers["add-padding"] as string | undefined });
  const reply = answer(request.url ?? "");
  if (reply) response.writeHead(reply.status).end(reply.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  warnings.length = 0;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test("OWASP ASVS 6.2.12: a leaked password is known, and only five digits of its hash leave the server", async () => {
  const [leaked, padded] = ["hunter2 again", "only padding"];
  const line = (password: string, count: number) => `${sha1(password).slice(5)}:${count}`;
  answer = () => ({
    status: 200,
    body: ["0".repeat(35), line(leaked, 17), line(padded, 0)].join("\r\n"),
  });
  const isBreached = breachedPasswords({ url, log });
  expect(await isBreached(leaked)).toBe(true);
  expect(await isBreached(padded)).toBe(false);
  expect(await isBreached("nobody ever had this one")).toBe(false);
  expect(asked[0]).toEqual({ path: `/range/${sha1(leaked).slice(0, 5)}`, padding: "true" });
  expect(warnings).toEqual([]);
});

test("OWASP ASVS 6.2.12: a service that fails, hangs or is away refuses nobody, and a log line says so without the password", async () => {
  const password = "a secret of mine";
  answer = () => ({ status: 503, body: "" });
  expect(await breachedPasswords({ url, log })(password)).toBe(false);
  answer = () => null;
  expect(await breachedPasswords({ url, log, timeoutMs: 50 })(password)).toBe(false);
  expect(await breachedPasswords({ url: "http://127.0.0.1:9", log })(password)).toBe(false);
  expect(warnings).toHaveLength(3);
  expect(JSON.stringify(warnings)).not.toMatch(new RegExp(`${password}|${sha1(password)}`));
});

test("without a service nobody is asked", async () => {
  expect(await breachedPasswords({ url: null, log })("password")).toBe(false);
  expect(asked).toEqual([]);
});
