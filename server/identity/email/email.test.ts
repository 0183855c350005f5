import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo, pathIn, pressConfirm } from "#testing/email/inbox.ts";

const app = testApp();

const open = async (path: string) => {
  const { status, body, headers } = await pressConfirm(app, path);
  return { status, link: body.link, tokens: body.tokens, cookie: headers["set-cookie"] };
};
const confirmLink = async (member: { email: string }, nth = 1, subject = "Confirm your email") =>
  pathIn(await emailTo(app, member.email, subject, nth));
const profile = async (as: Member) => (await app.call("GET", "/api/fan/profile", { as })).body;
const storeEmail = (as: Member, email: string, current_password = as.password, id = as.id) =>
  app.call("POST", `/api/fan/store-email/${id}`, { as, body: { email, current_password } });
const resend = (as: Member, email = as.email) =>
  app.call("GET", `/service/resend_email?email=${encodeURIComponent(email)}`, { as });
const newAddress = (member: Member) => `new-${member.email}`;

test("R-ACCT-17, R-REF-05, R-OPEN-09: who registers is mailed a link, and opening it confirms the email and gives 5 tokens", async () => {
  const fan = await registerMember(app);
  expect(await profile(fan)).toMatchObject({ validation: "waiting", balance: 0 });
  const opened = await open(await confirmLink(fan));
  expect(opened).toMatchObject({ status: 200, link: "confirmed", tokens: 5 });
  expect(opened.cookie).toBe("email_confirmed=5; Path=/; SameSite=Lax; Max-Age=86400");
  expect(await profile(fan)).toMatchObject({ validation: "confirmed", status: "active", balance: 5 });
  const { data } = (await app.call("GET", "/api/wallet/statement", { as: fan })).body;
  expect(data).toMatchObject([{ type: "bonus", tokens: 5, reason: "email_confirmed" }]);
});

test("R-ACCT-17, R-REF-05: whatever opens the link of a mail by GET or HEAD confirms nothing, and learns what pressing does", async () => {
  const fan = await registerMember(app);
  const link = await confirmLink(fan);
  const path = `/api/email-link?${link.split("?")[1]}`;
  const state = async () => (await app.call("GET", path)).body.link;
  expect((await fetch(app.origin + path, { method: "HEAD" })).status).toBe(200);
  expect([await state(), await state()]).toEqual(["open", "open"]);
  expect(await profile(fan)).toMatchObject({ validation: "waiting", balance: 0 });
  await open(link);
  expect(await state()).toBe("already");
});

test("R-ACCT-17: the link opened twice gives 5 tokens once, and says so kindly", async () => {
  const fan = await registerMember(app);
  const link = await confirmLink(fan);
  await open(link);
  expect(await open(link)).toEqual({ status: 200, link: "already", tokens: 0, cookie: undefined });
  expect((await profile(fan)).balance).toBe(5);
});

test("R-ACCT-17, R-REF-05: links opened by many at the same moment give 5 tokens once", async () => {
  const fan = await registerMember(app);
  const first = await confirmLink(fan);
  await resend(fan);
  const second = await confirmLink(fan, 2);
  const answers = await Promise.all([first, second, first, second, first, second].map(open));
  expect(answers.filter(({ link }) => link === "confirmed")).toHaveLength(1);
  expect(answers.filter(({ link }) => link === "already")).toHaveLength(5);
  expect((await profile(fan)).balance).toBe(5);
});

test("R-OPEN-09: another address has to be confirmed again, and brings no further tokens", async () => {
  const fan = await registerMember(app);
  await open(await confirmLink(fan));
  await storeEmail(fan, newAddress(fan));
  expect(await profile(fan)).toMatchObject({ validation: "waiting", status: "pended" });
  const again = await open(await confirmLink({ email: newAddress(fan) }));
  expect(again).toMatchObject({ link: "confirmed", cookie: expect.stringMatching(/^email_confirmed=0;/) });
  expect(await profile(fan)).toMatchObject({ validation: "confirmed", status: "active", balance: 5 });
});

test("R-ACCT-17: a model confirms their email too, and is given no tokens", async () => {
  const model = await registerMember(app, "en", true);
  expect(await open(await confirmLink(model))).toMatchObject({ link: "confirmed", tokens: 0 });
  expect(await profile(model)).toMatchObject({ validation: "confirmed", balance: 0 });
});

test("R-OPEN-09: an expired link, a forged one and none at all confirm nothing", async () => {
  const fan = await registerMember(app);
  const link = await confirmLink(fan);
  await sql`update accounts.mailed_link set made_at = now() - interval '49 hours', expires_at = now() - interval '1 hour'
    where account_id = ${fan.id}`.execute(app.db);
  expect(await open(link)).toMatchObject({ link: "expired", cookie: undefined });
  const forged = link.replace(/token=.{6}/, "token=aaaaaa");
  expect(await open(forged)).toMatchObject({ link: "unknown" });
  expect(await open("/confirm-email")).toMatchObject({ link: "unknown" });
  expect(await profile(fan)).toMatchObject({ validation: "waiting", balance: 0 });
});

test("R-OPEN-09: a confirmation link is good for 48 hours, and the database holds its hash alone", async () => {
  const fan = await registerMember(app);
  const link = await confirmLink(fan);
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  const [row] = await readRows(
    app.db,
    sql<{ hours: number; kept: string }>`
      select extract(epoch from expires_at - made_at)::int / 3600 as hours, row_to_json(l)::text as kept
      from accounts.mailed_link l where account_id = ${fan.id}`,
  );
  expect(row?.hours).toBe(48);
  expect(row?.kept).not.toContain(token);
  expect(token).toMatch(/^[\w-]{43}$/);
});

test("R-ACCT-04, R-API-45: another email makes the account pended and waiting, notifies the old address and kills its links", async () => {
  const fan = await registerMember(app);
  const oldLink = await confirmLink(fan);
  const answer = await storeEmail(fan, newAddress(fan));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ email: newAddress(fan), status: "pended", validation: "waiting" });
  const notice = await emailTo(app, fan.email, "Your email address was changed");
  expect(notice.text).not.toContain(newAddress(fan));
  expect(await open(oldLink)).toMatchObject({ link: "unknown" });
  expect((await profile(fan)).validation).toBe("waiting");
  await confirmLink({ email: newAddress(fan) });
});

test("R-ACCT-04, R-API-45: nobody changes another's email", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const answer = await storeEmail(fan, newAddress(fan), fan.password, other.id);
  expect(answer.status).toBe(403);
  expect((await profile(other)).email).toBe(other.email);
  const guest = await app.call("POST", `/api/fan/store-email/${fan.id}`, { body: { email: "x@y.test" } });
  expect(guest.status).toBe(401);
});

test("R-API-45, R-ACCT-07: a taken email is refused on its field whatever its case, and changes nothing", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const answer = await storeEmail(fan, other.email.toUpperCase());
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ email: ["email already taken"] });
  expect(await profile(fan)).toMatchObject({ email: fan.email, status: "active" });
});

test("R-API-45: of two who want one address at the same moment, one gets it", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const wanted = `both-${fan.email}`;
  const answers = await Promise.all([storeEmail(fan, wanted), storeEmail(other, wanted)]);
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422]);
});

test.each([
  ["", "required field"],
  ["not it", "This isn’t your current password."],
])("R-ACCT-04: with the password %j the email stays", async (password, sentence) => {
  const fan = await registerMember(app);
  const answer = await storeEmail(fan, newAddress(fan), password);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({ current_password: [sentence] });
  expect((await profile(fan)).email).toBe(fan.email);
});

test("R-ACCT-04: who holds a session cannot try passwords on and on", async () => {
  const fan = await registerMember(app);
  for (let i = 0; i < 5; i++) expect((await storeEmail(fan, newAddress(fan), "guess")).status).toBe(422);
  const answer = await storeEmail(fan, newAddress(fan));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
});

test("R-ACCT-05, R-ACCT-06: an empty and a malformed email are named in the caller's language", async () => {
  const fan = await registerMember(app);
  expect((await storeEmail(fan, "")).body.errors).toEqual({ email: ["required field"] });
  const malformed = await app.call("POST", `/api/fan/store-email/${fan.id}`, {
    as: fan,
    body: { email: "x@", current_password: fan.password },
    language: "es",
  });
  expect(malformed.body.errors).toEqual({ email: ["correo incorrecto"] });
});

test("R-ACCT-13, R-API-48: the link is mailed again, in the account's language, with what is left to confirm", async () => {
  const fan = await registerMember(app, "es");
  await confirmLink(fan, 1, "Confirma tu correo");
  const answer = await resend(fan);
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.body).toEqual({
    validation: "waiting",
    balance: 0,
    status: "active",
    message: "Te hemos enviado un correo con un enlace.",
  });
  const link = await confirmLink(fan, 2, "Confirma tu correo");
  expect(await open(link)).toMatchObject({ link: "confirmed" });
});

test("R-API-48, R-OPEN-92, R-AMB-08: a mail a minute for each account, by GET or POST, with the Bearer header only", async () => {
  const fan = await registerMember(app);
  expect((await resend(fan)).status).toBe(200);
  const twin = await app.call("POST", "/service/resend_email", { as: fan, body: { email: fan.email } });
  expect(twin.status).toBe(429);
  expect(twin.body).toMatchObject({ retry_after: expect.any(Number) });
  expect((await resend(await registerMember(app))).status).toBe(200);
  const cookie = { cookie: `token=${fan.token}; fan_id=${fan.id}`, ...freshAddress() };
  const path = `/service/resend_email?email=${fan.email}`;
  expect((await app.call("GET", path, { headers: cookie })).status).toBe(401);
});

test("R-API-48: a mail goes to one's own address only, and none when nothing is left to confirm", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const answer = await resend(fan, other.email);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveProperty("email");
  await open(await confirmLink(fan));
  const confirmed = await resend(fan);
  expect(confirmed.body).toEqual({
    validation: "confirmed",
    balance: 5,
    status: "active",
    message: "Your email is already confirmed.",
  });
  expect(await emailsTo(app, fan.email)).toHaveLength(1);
});

test("R-ACCT-17: the fan's other pages are notified of the tokens", async () => {
  const fan = await registerMember(app);
  const page = await listen(app, [`person:${fan.id}`], fan);
  await open(await confirmLink(fan));
  expect(await page.event("BalanceChanged")).toMatchObject({ balance: 5, reason: "email_confirmed" });
  page.close();
});

test("R-OPEN-14: who silences notifications still gets what concerns the account", async () => {
  const fan = await registerMember(app);
  const body = { is_block_notification: true };
  expect((await app.call("POST", "/api/fan/turn-notification", { as: fan, body })).status).toBe(200);
  await storeEmail(fan, newAddress(fan));
  await emailTo(app, fan.email, "Your email address was changed");
});

test("a registration that is refused mails nobody", async () => {
  const fan = await registerMember(app);
  const again = await app.call("POST", "/auth/register", {
    body: {
      login: fan.login,
      email: `second-${fan.email}`,
      password: fan.password,
      password_confirmation: fan.password,
      over_18: true,
      accept_terms: true,
      accept_privacy: true,
    },
    headers: freshAddress(),
  });
  expect(again.status).toBe(422);
  await emailTo(app, fan.email, "Confirm");
  expect(await emailsTo(app, `second-${fan.email}`)).toEqual([]);
});
