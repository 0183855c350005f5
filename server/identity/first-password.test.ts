import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { statusAndCode } from "#testing/app/second-factor.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { manualClock } from "#testing/manual-clock.ts";

const clock = manualClock(new Date());
const app = testApp(undefined, () => ({ clock }));

/** A fan who came by X a moment ago and has no password. */
let fan: Person & { email: string };
beforeEach(async () => {
  const login = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const email = `${login}@x.test`;
  const { identity } = app.modules;
  const twitter = { id: String(Math.trunc(Math.random() * 1e15)), handle: login };
  const newAccount = {
    login,
    email,
    passwordHash: null,
    role: "fan",
    language: "en",
    address: "10.0.0.1",
  } as const;
  const account = await app.withTransaction((tx) => identity.open(tx, { ...newAccount, twitter }));
  fan = { id: account.id, login, email, token: await identity.issueToken(account) };
});

const password = "correct horse";
const post = (path: string, body: object) => app.call("POST", path, { as: fan, body });
const setPassword = () =>
  post(`/api/fan/store-password/${fan.id}`, { password, password_confirmation: password });
const signIn = () => app.call("POST", "/api/web_login", { body: { login: fan.login, password } });

/** Changes that a stolen session must not make, with the status that its owner gets. */
const changes: Record<string, { ask: () => ReturnType<typeof post>; status: number }> = {
  "set a first password": { ask: setPassword, status: 200 },
  "take another email": {
    ask: () => post(`/api/fan/store-email/${fan.id}`, { email: `new${fan.email}` }),
    status: 200,
  },
  "sign out everywhere else": {
    ask: () => post("/api/fan/end-sessions", { keep_current: true }),
    status: 200,
  },
  "close the account": { ask: () => post("/api/fan/block-user", {}), status: 204 },
};

test.each(Object.keys(changes))(
  "OWASP ASVS 7.5.1: %s takes a sign-in with X of the last ten minutes, where there is no password",
  async (name) => {
    const change = changes[name];
    clock.advance(10 * 60_000);
    const refused = await change?.ask();
    expect(refused && statusAndCode(refused)).toEqual([403, "sign_in_again"]);
    const account = await app.modules.identity.byId(app.db, fan.id);
    expect(account).toMatchObject({ email: fan.email, password_hash: null, status: "active" });
    if (account) fan = { ...fan, token: await app.modules.identity.issueToken(account) };
    clock.advance(9 * 60_000);
    expect((await change?.ask())?.status).toBe(change?.status);
  },
);

test("OWASP ASVS 7.5.1: a session that is used all the time stays as old as it is", async () => {
  for (let minute = 0; minute < 12; minute += 3) {
    clock.advance(3 * 60_000);
    await app.call("GET", "/api/fan/profile", { as: fan });
  }
  expect(statusAndCode(await setPassword())).toEqual([403, "sign_in_again"]);
});

test("with the first password the present one is asked for, and no sign-in with X stands in for it", async () => {
  expect((await setPassword()).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  await emailTo(app, fan.email, "Your password was changed");
  expect(statusAndCode(await setPassword())).toEqual([422, "password_required"]);
});

test("a second factor needs a password before it", async () => {
  expect(statusAndCode(await post("/api/fan/enrol-second-factor", {}))).toEqual([409, "password_needed"]);
  await setPassword();
  const begun = await post("/api/fan/enrol-second-factor", { current_password: password });
  expect(begun.status).toBe(200);
});
