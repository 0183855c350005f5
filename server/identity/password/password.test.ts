import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { freshAddress, type Member, registerMember, signInAgain } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const newPassword = "battery staple";

const forgot = (email: string, language = "en", headers = freshAddress()) =>
  app.call("POST", "/auth/password/email", { body: { email }, language, headers });
const reset = (fields: object, headers = freshAddress()) =>
  app.call("POST", "/auth/password/reset", {
    body: { password: newPassword, password_confirmation: newPassword, ...fields },
    headers,
  });
const storePassword = (as: Member, fields: object = {}, id = as.id) =>
  app.call("POST", `/api/fan/store-password/${id}`, {
    as,
    body: {
      current_password: as.password,
      password: newPassword,
      password_confirmation: newPassword,
      ...fields,
    },
  });
const profileStatus = async (token: string) =>
  (await app.call("GET", "/api/fan/profile", { headers: { authorization: `Bearer ${token}` } })).status;
/** Token and email out of the mailed link. */
const linkFor = async (member: Member, subject = "Choose a new password", nth = 1) => {
  const mail = await emailTo(app, member.email, subject, nth);
  const url = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? "");
  expect(url.pathname).toBe("/lost-password");
  return { token: String(url.searchParams.get("token")), email: String(url.searchParams.get("email")) };
};
const jobsAreDone = () =>
  until(async () => {
    const left = await readRows(
      app.db,
      sql`select 1 from graphile_worker.jobs where task_identifier in ('mail_password_reset', 'send_mail')`,
    );
    return left.length === 0;
  }, "the jobs to be done");

test("R-API-07, R-OPEN-08: a known email is mailed a link, an unknown one gets the same answer and no mail", async () => {
  const fan = await registerMember(app);
  const [known, unknown] = [await forgot(fan.email.toUpperCase()), await forgot("nobody@example.test")];
  expect(known.status).toBe(200);
  expect(known.body).toEqual(unknown.body);
  expect(Object.keys(known.body)).toEqual(["message"]);
  expect((await linkFor(fan)).email).toBe(fan.email);
  await jobsAreDone();
  expect(await emailsTo(app, "nobody@example.test")).toEqual([]);
});

test("R-OPEN-08: the link sets a new password once, and ends every session of the account", async () => {
  const fan = await registerMember(app);
  const page = await listen(app, [`person:${fan.id}`], fan);
  await forgot(fan.email);
  const link = await linkFor(fan);
  const answer = await reset(link);
  expect(answer.status).toBe(200);
  expect(answer.headers["set-cookie"]).toContain("reset_password=1; Path=/; SameSite=Lax; Max-Age=86400");
  expect((await signInAgain(app, fan, newPassword)).status).toBe(200);
  expect((await signInAgain(app, fan, fan.password)).status).toBe(401);
  expect(await profileStatus(fan.token)).toBe(401);
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the open socket to be cut");
  await emailTo(app, fan.email, "Your password was changed");
  const second = await reset({ ...link, password: "third one", password_confirmation: "third one" });
  expect(second.status).toBe(422);
  expect(second.body).toMatchObject({ code: "link_dead", errors: { token: [expect.any(String)] } });
  expect((await signInAgain(app, fan, "third one")).status).toBe(401);
});

test("R-OPEN-08: of two resets by one link at the same moment, one counts", async () => {
  const fan = await registerMember(app);
  await forgot(fan.email);
  const link = await linkFor(fan);
  const passwords = ["first one", "second one"];
  const answers = await Promise.all(
    passwords.map((password) => reset({ ...link, password, password_confirmation: password })),
  );
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422]);
  const signIns = await Promise.all(passwords.map((password) => signInAgain(app, fan, password)));
  expect(signIns.map((answer) => answer.status)).toEqual(
    answers.map((answer) => (answer.status === 200 ? 200 : 401)),
  );
});

test("R-OPEN-08: a link of an hour ago, of another email or of an address left behind opens nothing", async () => {
  const fan = await registerMember(app);
  await forgot(fan.email);
  const link = await linkFor(fan);
  expect((await reset({ ...link, email: "other@example.test" })).status).toBe(422);
  expect((await reset({ ...link, token: "x".repeat(43) })).status).toBe(422);
  await sql`update accounts.mailed_link set made_at = made_at - interval '61 minutes',
    expires_at = expires_at - interval '61 minutes' where account_id = ${fan.id}`.execute(app.db);
  expect((await reset(link)).status).toBe(422);
  const other = await registerMember(app);
  await forgot(other.email);
  const left = await linkFor(other);
  const body = { email: `new-${other.email}`, current_password: other.password };
  expect((await app.call("POST", `/api/fan/store-email/${other.id}`, { as: other, body })).status).toBe(200);
  expect((await reset(left)).status).toBe(422);
  expect((await signInAgain(app, other, other.password)).status).toBe(200);
});

test("R-OPEN-08: every link of an account dies with the first that is used, and mails come in its language", async () => {
  const fan = await registerMember(app, "es");
  await forgot(fan.email);
  const first = await linkFor(fan, "Elige una contraseña nueva");
  await sql`update accounts.mailed_link set made_at = made_at - interval '5 minutes'`.execute(app.db);
  await app.modules.identity.password.work.mail_password_reset?.({ email: fan.email });
  const second = await linkFor(fan, "Elige una contraseña nueva", 2);
  expect((await reset(second)).status).toBe(200);
  expect((await reset(first)).status).toBe(422);
  await emailTo(app, fan.email, "Se cambió tu contraseña");
});

test("R-OPEN-92: one request a minute for an email, known or not, ten for an address", async () => {
  const fan = await registerMember(app);
  for (const email of [fan.email, `nobody-${fan.email}`]) {
    expect((await forgot(email)).status).toBe(200);
    const second = await forgot(email.toUpperCase());
    expect(second.status).toBe(429);
    expect(second.body).toMatchObject({ retry_after: expect.any(Number) });
  }
  const address = freshAddress();
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await forgot(`${i}-${fan.email}`, "en", address)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

test("R-OPEN-92: a mailbox is never filled: five links an hour", async () => {
  const fan = await registerMember(app);
  const mail = app.modules.identity.password.work.mail_password_reset;
  for (let i = 0; i < 7; i++) await mail?.({ email: fan.email });
  await jobsAreDone();
  const mails = await emailsTo(app, fan.email);
  expect(mails.filter((each) => each.subject === "Choose a new password")).toHaveLength(5);
});

test("R-API-07: a malformed email is refused in the caller's language", async () => {
  const answer = await forgot("x@", "es");
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ email: ["correo incorrecto"] });
});

test("R-OPEN-08: a new password follows the rules of every password", async () => {
  const short = await reset({
    token: "x",
    email: "a@b.test",
    password: "12345",
    password_confirmation: "12345",
  });
  expect(short.body.errors).toEqual({ password: ["at least 6 characters"] });
  const differ = await reset({ token: "x", email: "a@b.test", password_confirmation: "something else" });
  expect(differ.body.errors).toEqual({ password_confirmation: ["passwords must be identical"] });
});

test("R-OPEN-08: who tried too often before the reset may sign in at once after it", async () => {
  const fan = await registerMember(app);
  const address = freshAddress();
  const signIn = (password: string) =>
    app.call("POST", "/api/web_login", { body: { login: fan.login, password }, headers: address });
  for (let i = 0; i < 5; i++) await signIn("forgotten");
  expect((await signIn(fan.password)).status).toBe(429);
  await forgot(fan.email);
  await reset(await linkFor(fan), address);
  expect((await signIn(newPassword)).status).toBe(200);
});

test("R-ACCT-09, R-API-46, R-OPEN-12: another password ends the other sessions and keeps this one", async () => {
  const fan = await registerMember(app);
  const elsewhere = await signInAgain(app, fan, fan.password);
  const other = { ...fan, token: String(elsewhere.body.accessToken) };
  const [page, otherPage] = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${fan.id}`], other),
  ];
  const answer = await storePassword(fan);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: true, message: "Your password has been changed." });
  expect([await profileStatus(fan.token), await profileStatus(other.token)]).toEqual([200, 401]);
  await until(() => otherPage.messages.some(([kind]) => kind === "cut"), "the other socket to be cut");
  expect(page.messages.some(([kind]) => kind === "cut")).toBe(false);
  expect((await signInAgain(app, fan, fan.password)).status).toBe(401);
  expect((await signInAgain(app, fan, newPassword)).status).toBe(200);
  await emailTo(app, fan.email, "Your password was changed");
  page.close();
});

test("R-API-46, R-OPEN-12: a wrong present password is refused on its field, another's account altogether", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const wrong = await storePassword(fan, { current_password: "not it" });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual({ current_password: ["This isn’t your current password."] });
  const differ = await storePassword(fan, { password_confirmation: "something else" });
  expect(differ.body.errors).toEqual({ password_confirmation: ["passwords must be identical"] });
  expect((await storePassword(fan, {}, other.id)).status).toBe(403);
  expect((await signInAgain(app, fan, fan.password)).status).toBe(200);
  expect((await signInAgain(app, other, other.password)).status).toBe(200);
});

test("a session that was being opened by the old password does not survive its change", async () => {
  const fan = await registerMember(app);
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => signInAgain(app, fan, fan.password)),
    storePassword(fan),
  ]);
  expect(answers.at(-1)?.status).toBe(200);
  for (const { status, body } of answers.slice(0, -1))
    if (status === 200) expect(await profileStatus(String(body.accessToken))).toBe(401);
});

test("R-OPEN-08: neither passwords nor links are kept where they can be read", async () => {
  const fan = await registerMember(app);
  await forgot(fan.email);
  const { token } = await linkFor(fan);
  const kept = await readRows(
    app.db,
    sql<{ row: string }>`select row_to_json(l)::text as row from accounts.mailed_link l
      union all select row_to_json(a)::text from accounts.account a
      union all select row_to_json(j)::text from graphile_worker._private_jobs j`,
  );
  expect(kept.length).toBeGreaterThan(2);
  for (const { row } of kept) expect(row).not.toMatch(new RegExp(`${token}|${fan.password}`));
});

test("a password with ñ is the same in either form of Unicode at registration, sign-in, re-authentication, change and reset", async () => {
  const [composed, apart] = ["ma\u00f1anas!", "man\u0303anas!"];
  const fan = await registerMember(app, "en", false, { password: apart, password_confirmation: composed });
  expect((await signInAgain(app, fan, composed)).status).toBe(200);
  expect((await signInAgain(app, fan, apart)).status).toBe(200);
  const [next, nextApart] = [`\u00e9${composed}`, `e\u0301${apart}`];
  const changed = await storePassword(fan, {
    current_password: composed,
    password: nextApart,
    password_confirmation: next,
  });
  expect(changed.status).toBe(200);
  expect((await signInAgain(app, fan, next)).status).toBe(200);
  await forgot(fan.email);
  const link = await linkFor(fan);
  expect((await reset({ ...link, password: apart, password_confirmation: apart })).status).toBe(200);
  expect((await signInAgain(app, fan, composed)).status).toBe(200);
});
