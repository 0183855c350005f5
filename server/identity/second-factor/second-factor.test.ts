import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { codeAt, enrol, statusAndCode } from "#testing/app/second-factor.ts";
import { type Reply, testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { unzip } from "#testing/files/unzip.ts";
import { manualClock } from "#testing/manual-clock.ts";

const clock = manualClock(new Date());
const app = testApp(undefined, () => ({ clock }));

let fan: Member;
beforeEach(async () => {
  clock.advance(60_000);
  fan = await registerMember(app);
});

const post = (path: string, body: object, as: Member = fan) => app.call("POST", path, { as, body });
const signIn = (one_time_code?: string, headers = freshAddress(), password = fan.password) =>
  app.call("POST", "/api/web_login", { body: { login: fan.login, password, one_time_code }, headers });
const state = async () => (await app.call("GET", "/api/fan/second-factor", { as: fan })).body.second_factor;
const nextStep = () => clock.advance(30_000);
const code = (secret: string, steps = 0) => codeAt(secret, new Date(clock.now().getTime() + steps * 30_000));
const isSignedIn = async (token: string) =>
  (await app.call("GET", "/api/fan/profile", { as: { ...fan, token } })).status === 200;

test("OWASP ASVS 6.3.3: nothing is asked for before a first code has shown that the app has the secret", async () => {
  expect(statusAndCode(await post("/api/fan/enrol-second-factor", {}))).toEqual([422, "password_required"]);
  const wrong = await post("/api/fan/enrol-second-factor", { current_password: "not mine" });
  expect(statusAndCode(wrong)).toEqual([422, "wrong_password"]);
  const begun = await post("/api/fan/enrol-second-factor", { current_password: fan.password });
  const { secret, uri } = begun.body as { secret: string; uri: string };
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, issuer: "Fanlight" });
  expect((await signIn()).status).toBe(200);
  expect(await state()).toBeNull();
  expect(statusAndCode(await post("/api/fan/confirm-second-factor", { one_time_code: "000000" }))).toEqual([
    422,
    "wrong_code",
  ]);
  const confirmed = await post("/api/fan/confirm-second-factor", { one_time_code: code(secret) });
  expect(confirmed.status).toBe(200);
  expect(new Set(confirmed.body.recovery_codes as string[]).size).toBe(10);
  expect(await state()).toMatchObject({ recovery_codes_left: 10 });
  expect((await app.call("GET", "/api/fan/profile", { as: fan })).body.has_second_factor).toBe(true);
  await emailTo(app, fan.email, "Two-step login is on");
});

test("OWASP ASVS 6.3.3: with it, the password alone opens nothing, and the code opens the session", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  expect(statusAndCode(await signIn())).toEqual([401, "second_factor_required"]);
  nextStep();
  const wrong = await signIn("000000");
  expect(statusAndCode(wrong)).toEqual([401, "wrong_code"]);
  expect(wrong.body.accessToken).toBeUndefined();
  const right = await signIn(code(secret));
  expect(right.status).toBe(200);
  expect(await isSignedIn(String(right.body.accessToken))).toBe(true);
});

test("a code beside a wrong password changes nothing: the answer is that of wrong credentials, and the code is not spent", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const address = freshAddress();
  const plain = await signIn(undefined, address, "not mine");
  const withCode = await signIn(code(secret), address, "not mine");
  expect([withCode.status, withCode.body]).toEqual([plain.status, plain.body]);
  expect((await signIn(code(secret), address)).status).toBe(200);
});

test("OWASP ASVS 6.5.1: a code is taken once, of two who show it at the same moment by one", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  expect(statusAndCode(await signIn(code(secret)))).toEqual([401, "wrong_code"]);
  nextStep();
  const both = await Promise.all([signIn(code(secret)), signIn(code(secret))]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  expect(statusAndCode(await signIn(code(secret)))).toEqual([401, "wrong_code"]);
});

test("OWASP ASVS 6.5.5: a code is good for its 30 seconds and one step of drift on either side", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  clock.advance(300_000);
  expect(statusAndCode(await signIn(code(secret, -2)))).toEqual([401, "wrong_code"]);
  expect(statusAndCode(await signIn(code(secret, 2)))).toEqual([401, "wrong_code"]);
  expect((await signIn(code(secret, -1))).status).toBe(200);
  expect((await signIn(code(secret, 1))).status).toBe(200);
  // A code older than the last one that was taken is not taken any more.
  expect(statusAndCode(await signIn(code(secret)))).toEqual([401, "wrong_code"]);
});

test("OWASP ASVS 6.5.1, 6.5.4: a recovery code stands in for the app once, however it is typed, and the owner is notified", async () => {
  const { recoveryCodes } = await enrol(app, fan, clock.now());
  const [first = "", second = ""] = recoveryCodes;
  expect(first).toMatch(/^([0-9a-z]{4}-){2}[0-9a-z]{4}$/);
  expect((await signIn(first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
  expect(statusAndCode(await signIn(first))).toEqual([401, "wrong_code"]);
  const email = await emailTo(app, fan.email, "A recovery code was used");
  expect(email.text).toContain("Left: 9.");
  expect(await state()).toMatchObject({ recovery_codes_left: 9 });
  const both = await Promise.all([signIn(second), signIn(second)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test("OWASP ASVS 6.5.2: neither the secret nor a recovery code can be read from the database or the export", async () => {
  const { secret, recoveryCodes } = await enrol(app, fan, clock.now());
  const { rows } = await app.withTransaction((tx) =>
    sql<{ all: string }>`select
      (select row_to_json(f) from accounts.second_factor f where account_id = ${fan.id})::text ||
      (select json_agg(c) from accounts.recovery_code c where account_id = ${fan.id})::text as all`.execute(
      tx,
    ),
  );
  const archive = await app.modules.profiles.export(fan.id);
  if (!archive.ok) throw new Error("no export");
  const files = await unzip(Buffer.concat(await archive.archive.toArray()));
  expect(files.has("second-factor.json")).toBe(true);
  const exported = [...files.values()].map((bytes) => bytes.toString()).join("");
  const plain = Buffer.from(recoveryCodes[0]?.replaceAll("-", "") ?? "");
  for (const text of [rows[0]?.all ?? "", exported]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(plain.toString());
    expect(text).not.toContain(plain.toString("hex"));
  }
});

test("OWASP ASVS 7.5.1: who only holds a session turns nothing off: password and code are asked for, and five guesses end it", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const remove = (body: object) => post("/api/fan/remove-second-factor", body);
  const current_password = fan.password;
  expect(statusAndCode(await remove({ one_time_code: code(secret) }))).toEqual([422, "password_required"]);
  const asked = await remove({ current_password });
  expect(asked.body).toMatchObject({ code: "code_required", errors: { one_time_code: ["required field"] } });
  for (let guess = 0; guess < 5; guess++)
    expect(statusAndCode(await remove({ current_password, one_time_code: "000000" }))).toEqual([
      422,
      "wrong_code",
    ]);
  expect(statusAndCode(await remove({ current_password, one_time_code: code(secret) }))).toEqual([
    429,
    "too_many",
  ]);
  expect(await state()).not.toBeNull();
});

test("OWASP ASVS 6.3.3, 7.4.3: turned off by password and code, it is asked for no more, the owner is notified and other sessions end", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const other = String((await signIn(code(secret))).body.accessToken);
  const body = { current_password: fan.password, one_time_code: code(secret, 1) };
  expect((await post("/api/fan/remove-second-factor", body)).status).toBe(204);
  expect([await isSignedIn(fan.token), await isSignedIn(other)]).toEqual([true, false]);
  expect((await signIn()).status).toBe(200);
  await emailTo(app, fan.email, "Two-step login is off");
  expect(statusAndCode(await post("/api/fan/remove-second-factor", body))).toEqual([409, "no_second_factor"]);
});

test("OWASP ASVS 7.4.3: turning it on ends the sessions that were opened without it", async () => {
  const other = String((await signIn()).body.accessToken);
  await enrol(app, fan, clock.now());
  expect([await isSignedIn(fan.token), await isSignedIn(other)]).toEqual([true, false]);
  expect(
    statusAndCode(await post("/api/fan/enrol-second-factor", { current_password: fan.password })),
  ).toEqual([409, "has_second_factor"]);
});

test("new recovery codes need password and code, replace the set before, and are reported by mail", async () => {
  const { secret, recoveryCodes } = await enrol(app, fan, clock.now());
  nextStep();
  const renew = (one_time_code: string) =>
    post("/api/fan/renew-recovery-codes", { current_password: fan.password, one_time_code });
  expect(statusAndCode(await renew(""))).toEqual([422, "code_required"]);
  const renewed = (await renew(code(secret))).body.recovery_codes as string[];
  expect(renewed).toHaveLength(10);
  expect(statusAndCode(await signIn(recoveryCodes[0]))).toEqual([401, "wrong_code"]);
  expect((await signIn(renewed[0])).status).toBe(200);
  await emailTo(app, fan.email, "You have new recovery codes");
});

test("an enrolment waits for a quarter of an hour, and the last one begun is the one that counts", async () => {
  const begin = async () => {
    const answer = await post("/api/fan/enrol-second-factor", { current_password: fan.password });
    return String(answer.body.secret);
  };
  const confirm = (one_time_code: string) => post("/api/fan/confirm-second-factor", { one_time_code });
  const [before, last] = [await begin(), await begin()];
  expect(statusAndCode(await confirm(code(before)))).toEqual([422, "wrong_code"]);
  clock.advance(16 * 60_000);
  expect(statusAndCode(await confirm(code(last)))).toEqual([409, "enrolment_expired"]);
  expect((await signIn()).status).toBe(200);
});

test("OWASP ASVS 6.4.3: a new password by a mailed link leaves the second factor where it is", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  await app.call("POST", "/auth/password/email", { body: { email: fan.email }, headers: freshAddress() });
  const { text } = await emailTo(app, fan.email, "Choose a new password");
  const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token");
  const password = "another horse";
  const reset = await app.call("POST", "/auth/password/reset", {
    body: { token, email: fan.email, password, password_confirmation: password },
  });
  expect(reset.status).toBe(200);
  expect(statusAndCode(await signIn(undefined, freshAddress(), password))).toEqual([
    401,
    "second_factor_required",
  ]);
  nextStep();
  expect((await signIn(code(secret), freshAddress(), password)).status).toBe(200);
});

test("erasing: with the account its second factor goes, at once", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const body = { current_password: fan.password, one_time_code: code(secret) };
  expect((await post("/api/fan/block-user", body)).status).toBe(204);
  const { rows } = await app.withTransaction((tx) =>
    sql`select account_id from accounts.second_factor where account_id = ${fan.id}
        union all select account_id from accounts.recovery_code where account_id = ${fan.id}`.execute(tx),
  );
  expect(rows).toEqual([]);
});

test("under another key apps are of no use, and recovery codes still are", async () => {
  const { secret, recoveryCodes } = await enrol(app, fan, clock.now());
  nextStep();
  await app.withTransaction((tx) =>
    sql`update accounts.second_factor set sealed_secret = set_byte(sealed_secret, 47, 255 - get_byte(sealed_secret, 47)) where account_id = ${fan.id}`.execute(
      tx,
    ),
  );
  expect(statusAndCode(await signIn(code(secret)))).toEqual([401, "wrong_code"]);
  expect((await signIn(recoveryCodes[0])).status).toBe(200);
});

test("the database takes no time step back and no used recovery code for an unused one", async () => {
  await enrol(app, fan, clock.now());
  const run = (statement: ReturnType<typeof sql>) => app.withTransaction((tx) => statement.execute(tx));
  const back = sql`update accounts.second_factor set last_step = last_step - 1 where account_id = ${fan.id}`;
  await expect(run(back)).rejects.toThrow("go forward only");
  await run(sql`update accounts.recovery_code set used_at = now() where account_id = ${fan.id}`);
  const unused = sql`update accounts.recovery_code set used_at = null where account_id = ${fan.id}`;
  await expect(run(unused)).rejects.toThrow("was used already");
});

/** One after the other, from one address or each from another. */
async function guess(times: number, at: () => Record<string, string>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let turn = 0; turn < times; turn++) replies.push(await signIn("000000", at()));
  return replies;
}

test("OWASP ASVS 6.3.1, 6.6.3: who has the password guesses few codes: five from one place, ten from everywhere, and the owner is notified once", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const here = freshAddress();
  const fromOne = await guess(7, () => here);
  expect(fromOne.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(Number(fromOne[5]?.headers["retry-after"])).toBeLessThanOrEqual(3600);
  const fromMany = await guess(7, freshAddress);
  expect(fromMany.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(statusAndCode(await signIn(code(secret)))).toEqual([429, "too_many"]);
  const warned = "Someone knows your password";
  await emailTo(app, fan.email, warned);
  const warnings = (await emailsTo(app, fan.email)).filter(({ subject }) => subject === warned);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.text).toContain("/lost-password");
});

test("OWASP ASVS 6.3.1: who guesses codes shuts the owner out neither at home nor for good: a new password resets the count", async () => {
  const home = freshAddress();
  expect((await signIn(undefined, home)).status).toBe(200);
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  await guess(11, freshAddress);
  expect((await signIn(code(secret), home)).status).toBe(200);
  const elsewhere = freshAddress();
  nextStep();
  expect(statusAndCode(await signIn(code(secret), elsewhere))).toEqual([429, "too_many"]);
  await app.call("POST", "/auth/password/email", { body: { email: fan.email }, headers: elsewhere });
  const { text } = await emailTo(app, fan.email, "Choose a new password");
  const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token");
  const password = "another horse";
  const body = { token, email: fan.email, password, password_confirmation: password };
  await app.call("POST", "/auth/password/reset", { body, headers: elsewhere });
  expect((await signIn(code(secret), elsewhere, password)).status).toBe(200);
});

test("OWASP ASVS 6.3.1: a new password by mailed link opens the way for codes on the known device that has used them up", async () => {
  const { secret } = await enrol(app, fan, clock.now());
  nextStep();
  const opened = await signIn(code(secret));
  const cookie = /(?:^|, )(device=[\w-]{43});/.exec(String(opened.headers["set-cookie"]))?.[1] ?? "";
  const onDevice = () => ({ ...freshAddress(), cookie });
  nextStep();
  await guess(6, onDevice);
  expect(statusAndCode(await signIn(code(secret), onDevice()))).toEqual([429, "too_many"]);
  await app.call("POST", "/auth/password/email", { body: { email: fan.email }, headers: freshAddress() });
  const { text } = await emailTo(app, fan.email, "Choose a new password");
  const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").searchParams.get("token");
  const password = "another horse";
  const body = { token, email: fan.email, password, password_confirmation: password };
  await app.call("POST", "/auth/password/reset", { body, headers: onDevice() });
  expect((await signIn(code(secret), onDevice(), password)).status).toBe(200);
});
