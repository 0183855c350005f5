import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp();

const form = (login = `new${randomUUID().slice(0, 8)}`) => ({
  login,
  email: `${login}@example.test`,
  password: "correct horse",
  password_confirmation: "correct horse",
  over_18: true,
  accept_terms: true,
  accept_privacy: true,
  language: "en",
});
let visitor = 0;
/** Registrations are limited by address: each test is another visitor. */
const register = (body: object) => {
  visitor += 1;
  return app.call("POST", "/auth/register", { body, headers: { "x-forwarded-for": `10.0.0.${visitor}` } });
};
const signIn = (login: string, password: string) =>
  app.call("POST", "/api/web_login", { body: { login, password } });
const profileWith = (token: string) =>
  app.call("GET", "/api/fan/profile", { headers: { authorization: `Bearer ${token}` } });

test("R-AUTH-04, R-API-04, R-ROLE-05: a visitor registers as a fan, is signed in and has an empty wallet", async () => {
  const answer = await register(form());
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ role: "fan", expiresIn: 86_400 });
  const profile = await profileWith(String(answer.body.accessToken));
  expect(profile.body).toMatchObject({
    id: answer.body.fan_id,
    balance: 0,
    validation: "waiting",
    language: "en",
  });
});

test("R-AUTH-05, R-AUTH-08, R-ROLE-08: a model registers separately and accepts the creator agreement", async () => {
  const refused = await register({ ...form(), model: true });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveProperty("accept_creator_agreement");
  const answer = await register({ ...form(), model: true, accept_creator_agreement: true });
  expect(answer.body).toMatchObject({ role: "model" });
});

test.each(["over_18", "accept_terms", "accept_privacy"])(
  "R-AUTH-07, R-LEGAL-09: without %s no account is opened",
  async (consent) => {
    const body = { ...form(), [consent]: false };
    const answer = await register(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty(consent);
    expect((await signIn(body.login, body.password)).status).toBe(401);
  },
);

test("R-AUTH-10, R-AUTH-11, R-AUTH-12, R-AUTH-13: each wrong field is named in the caller's language", async () => {
  const body = { ...form(), login: "a b!", email: "x@", password: "12345", password_confirmation: "other" };
  const answer = await app.call("POST", "/auth/register", { body, language: "es-CO" });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject({
    login: ["solo dígitos y letras"],
    email: ["correo incorrecto"],
    password: ["al menos 6 caracteres"],
  });
  const tooLong = await register({ ...form(), login: "a".repeat(31) });
  expect(tooLong.body.errors).toMatchObject({ login: ["no more than 30 characters"] });
  const differ = await register({ ...form(), password_confirmation: "something else" });
  expect(differ.body.errors).toMatchObject({ password_confirmation: ["passwords must be identical"] });
});

test("R-AUTH-14, R-API-08, R-API-09: a taken name or email is refused whatever its case", async () => {
  const body = form(`Anna${randomUUID().slice(0, 6)}`);
  await register(body);
  const login = await register({ ...form(), login: body.login.toUpperCase() });
  expect(login.body.errors).toEqual({ login: ["username already taken"] });
  const email = await register({ ...form(), email: body.email.toUpperCase() });
  expect(email.body.errors).toEqual({ email: ["email already taken"] });
  const free = (name: string) => app.call("GET", `/api/service/login-uniqueness?login=${name}`);
  expect((await free(body.login.toUpperCase())).body).toEqual({ status: false });
  expect((await free("videos")).body).toEqual({ status: false });
  expect((await free(`nobody${Date.now()}`)).body).toEqual({ status: true });
});

test("two registrations of one name at the same moment open one account", async () => {
  const body = form();
  const answers = await Promise.all([register(body), register({ ...body, email: `other${body.email}` })]);
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 422]);
});

test("R-AUTH-02, R-API-02: a fan signs in by user name or by email", async () => {
  const body = form();
  await register(body);
  expect((await signIn(body.login, body.password)).status).toBe(200);
  expect((await signIn(body.email.toUpperCase(), body.password)).status).toBe(200);
});

test("R-AUTH-03: a wrong password and an unknown name get the same answer", async () => {
  const body = form();
  await register(body);
  const wrong = await signIn(body.login, "not the password");
  const unknown = await signIn(`nobody${Date.now()}`, "not the password");
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual(unknown.body);
});

test("R-OPEN-92: the sixth wrong try is refused, the right password too", async () => {
  const body = form();
  await register(body);
  for (let i = 0; i < 5; i++) expect((await signIn(body.login, "wrong one")).status).toBe(401);
  const sixth = await signIn(body.login, body.password);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
});

test("R-API-03, R-API-05: a token is dead the moment its owner signs out", async () => {
  const { body } = await register(form());
  const token = String(body.accessToken);
  const out = await app.call("POST", "/api/web_logout", { headers: { authorization: `Bearer ${token}` } });
  expect(out.status).toBe(204);
  expect((await profileWith(token)).status).toBe(401);
});

test("R-ACCT-20, R-API-11: the language of the account is stored, and only en or es", async () => {
  const fan = await app.fan();
  const spanish = await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "es" } });
  expect(spanish.body).toMatchObject({ language: "es" });
  expect(
    (await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "fr" } })).status,
  ).toBe(422);
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body).toMatchObject({ language: "es" });
});

test("an address with letters of other languages opens an account once, and signs in with its domain in either form", async () => {
  const box = `begoña+${randomUUID().slice(0, 8)}`;
  expect((await register({ ...form(), email: `${box}@españa.example` })).status).toBe(201);
  for (const login of [`${box}@españa.example`, `${box.toUpperCase()}@XN--ESPAA-RTA.example`])
    expect((await signIn(login, "correct horse")).status, login).toBe(200);
  const again = await register({ ...form(), email: `${box.normalize("NFD")}@xn--espaa-rta.example` });
  expect([again.status, again.body.errors]).toEqual([422, { email: [expect.any(String)] }]);
  const path = `/api/service/email-uniqueness?email=${encodeURIComponent(`${box}@españa.example`)}`;
  expect((await app.call("GET", path)).body).toEqual({ status: false });
});

test("a user name that is taken for another one is taken, at registration and where the form asks", async () => {
  const login = `lo${randomUUID().replaceAll("-", "").replaceAll(/[01]/g, "x").slice(0, 8)}m`;
  expect((await register(form(login))).status).toBe(201);
  for (const alike of [
    login.toUpperCase(),
    login.replace("lo", "l0"),
    login.replace("lo", "1o"),
    login.replace("lo", "Io"),
    `${login.slice(0, -1)}rn`,
  ]) {
    const refused = await register({ ...form(alike), email: `${randomUUID()}@example.test` });
    expect([refused.status, refused.body.errors], alike).toEqual([
      422,
      { login: ["username already taken"] },
    ]);
    const free = await app.call("GET", `/api/service/login-uniqueness?login=${alike}`);
    expect(free.body, alike).toEqual({ status: false });
  }
  expect((await register(form(`${login}2`))).status).toBe(201);
});
