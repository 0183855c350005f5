import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const password = "correct horse";
const html = { accept: "text/html" };

let visitors = 0;
const form = () => {
  const login = `o${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const consents = { over_18: true, accept_terms: true, accept_privacy: true };
  return { login, email: `${login}@example.test`, password, password_confirmation: password, ...consents };
};
const register = (path = "/auth/register", body: object = form()) => {
  visitors++;
  return app.call("POST", path, { body, headers: { "x-forwarded-for": `10.3.0.${visitors}` } });
};
const profileStatus = async (token: unknown) =>
  (await app.call("GET", "/api/fan/profile", { headers: { authorization: `Bearer ${String(token)}` } }))
    .status;
const tokenOf = (page: string) => /name="_token" value="([^"]*)"/.exec(page)?.[1] ?? "";
const freshToken = async () =>
  tokenOf(String((await app.call("GET", "/auth/login-form", { headers: html })).body.text));
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${app.origin}/auth/login-form`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });

test("R-API-12, R-AMB-12, R-OPEN-37: the older login is today's login", async () => {
  const person = form();
  await register("/auth/register", person);
  const [now, then] = await Promise.all(
    ["/api/web_login", "/api/login"].map((path) =>
      app.call("POST", path, { body: { login: person.login, password } }),
    ),
  );
  expect(then?.status).toBe(200);
  expect(Object.keys(then?.body ?? {})).toEqual(Object.keys(now?.body ?? {}));
  expect(then?.body).toMatchObject({ fan_id: now?.body.fan_id, role: "fan", expiresIn: 86_400 });
  expect(await profileStatus(then?.body.accessToken)).toBe(200);
  const wrong = await app.call("POST", "/api/login", { body: { login: person.login, password: "no" } });
  expect(wrong).toMatchObject({ status: 401, body: { code: "wrong_pair" } });
});

test("R-API-03, R-API-05, R-API-13: after any of the three logouts the token is dead", async () => {
  for (const path of ["/api/web_logout", "/auth/logout", "/api/logout"]) {
    const fan = await app.fan();
    expect((await app.call("POST", path, { as: fan })).status, path).toBe(204);
    expect(await profileStatus(fan.token), path).toBe(401);
    expect((await app.call("POST", path, { as: fan })).status, path).toBe(401);
  }
});

test("R-API-14, R-OPEN-01: the older register opens the same account with the same consents", async () => {
  const answer = await register("/api/register");
  expect(answer).toMatchObject({ status: 201, body: { role: "fan", expiresIn: 86_400 } });
  expect(await profileStatus(answer.body.accessToken)).toBe(200);
  const without = await register("/api/register", { ...form(), over_18: false });
  expect(without.status).toBe(422);
  expect(without.body.errors).toHaveProperty("over_18");
});

test("R-API-15, R-API-16: the older uniqueness calls answer as today's", async () => {
  const person = form();
  await register("/auth/register", person);
  const same: [string, string][] = [
    ["/api/login_unique?login=", "/api/service/login-uniqueness?login="],
    ["/api/email_unique?email=", "/api/service/email-uniqueness?email="],
  ];
  for (const [older, today] of same) {
    for (const value of [person.login.toUpperCase(), person.email, "nobodyhasthis", "videos"]) {
      const [then, now] = await Promise.all([app.call("GET", older + value), app.call("GET", today + value)]);
      expect(then.body, older + value).toEqual(now.body);
    }
  }
  expect((await app.call("GET", `/api/login_unique?login=${person.login}`)).body).toEqual({
    status: false,
  });
});

test("R-API-17, R-OPEN-37: the older forgotten-password call sends the same link, within the same limit", async () => {
  const person = form();
  await register("/auth/register", person);
  const ask = (path: string, email: string) => app.call("POST", path, { body: { email } });
  const asked = await ask("/api/forgot-password", person.email);
  expect(asked.status).toBe(200);
  const unknown = await ask("/auth/password/email", "nobody@example.test");
  expect(asked.body).toEqual(unknown.body);
  await until(async () => {
    const mails = (await app.call("GET", "/dev/outbox.json")).body as unknown as {
      to: string;
      text: string;
    }[];
    return mails.some(({ to, text }) => to === person.email && text.includes("/lost-password?token="));
  }, "the link");
  expect((await ask("/auth/password/email", person.email)).status).toBe(429);
  expect((await ask("/api/forgot-password", "x@")).status).toBe(422);
});

test("R-AUTH-38, R-API-18, R-AMB-13: the older login page has a csrf token of 40 characters, and needs no script", async () => {
  const page = await app.call("GET", "/auth/login-form", { headers: html, language: "es" });
  const text = String(page.body.text);
  expect(tokenOf(text)).toMatch(/^.{40}$/);
  expect(text).toContain('lang="es"');
  expect(text).not.toContain("<script");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toContain("unsafe");
  expect(await freshToken()).not.toBe(await freshToken());
});

test("R-API-06, R-AUTH-38: the older form answers a caller like today's login, when it carries the page's token", async () => {
  const person = form();
  await register("/auth/register", person);
  const credentials = { login: person.login, password };
  const answer = await send({ ...credentials, _token: await freshToken() });
  expect(answer.status).toBe(200);
  const session = (await answer.json()) as { accessToken: string };
  expect(session).toMatchObject({ role: "fan", expiresIn: 86_400 });
  expect(await profileStatus(session.accessToken)).toBe(200);
  const byHeader = await send(credentials, { "x-csrf-token": await freshToken() });
  expect(byHeader.status).toBe(200);
  expect((await send({ ...credentials, password: "no", _token: await freshToken() })).status).toBe(401);
  expect((await send({ login: "", password: "", _token: await freshToken() })).status).toBe(422);
});

test("R-AMB-13, R-OPEN-93: without the token, with a made-up one, or from another site the form signs nobody in", async () => {
  const person = form();
  await register("/auth/register", person);
  const credentials = { login: person.login, password };
  const good = await freshToken();
  const turned = (good.startsWith("A") ? "B" : "A") + good.slice(1);
  for (const _token of ["", "x".repeat(40), turned, `${good}A`])
    expect((await send({ ...credentials, _token })).status, _token).toBe(403);
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { origin: "null" },
  ];
  for (const headers of foreign)
    expect((await send({ ...credentials, _token: good }, headers)).status).toBe(403);
  expect((await send({ ...credentials, _token: good }, { origin: app.origin })).status).toBe(200);
});

test("R-API-06: a browser without scripts is signed in by cookies and goes on; wrong credentials keep what was typed", async () => {
  const person = form();
  await register("/auth/register", person);
  const wrong = await send(
    { login: `"><b>${person.login}`, password: "no", _token: await freshToken() },
    html,
  );
  expect(wrong.status).toBe(401);
  const again = await wrong.text();
  expect(again).toContain(`value="&quot;&gt;&lt;b&gt;${person.login}"`);
  expect(again).toContain("Wrong username or password.");
  const fields = { login: person.login, password, _token: tokenOf(again) };
  const right = await send(fields, { ...html, cookie: "routeBack=%2Fchat%2F5" });
  expect([right.status, right.headers.get("location")]).toEqual([303, "/chat/5"]);
  const cookies = right.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith("token="))).toMatch(
    /Path=\/; SameSite=Lax; Max-Age=86400/,
  );
  const token = /^token=([^;]+)/.exec(cookies[0] ?? "")?.[1];
  expect(await profileStatus(token)).toBe(200);
  const evil = await send(fields, { ...html, cookie: "routeBack=%2F%2Fevil.example" });
  expect(evil.headers.get("location")).toBe("/");
});

test("forms are taken at the older login alone: every other call wants JSON", async () => {
  const body = new URLSearchParams({ login: "a", password: "b" });
  expect((await fetch(`${app.origin}/api/web_login`, { method: "POST", body })).status).toBe(415);
});

test("R-API-79, R-API-06, R-API-18: the older form is described beside the rest", async () => {
  const paths = (await app.call("GET", "/api/openapi.json")).body.paths as Record<string, object>;
  expect(Object.keys(paths["/auth/login-form"] ?? {})).toEqual(["get", "post"]);
});
