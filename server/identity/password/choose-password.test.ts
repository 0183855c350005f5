import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, registerMember, signInAgain } from "#testing/app/members.ts";
import { testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";

const app = testApp();
const said = {
  password_common: /one of the first that are tried/,
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
      errors: { password: [expect.stringMatching(said[code])] },
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
