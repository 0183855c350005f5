import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { emailsTo, emailTo, pathIn, pressConfirm } from "#testing/email/inbox.ts";
import { twitterApp } from "#testing/twitter/twitter-app.ts";
import { claimOf, newPerson, twitterCalls } from "#testing/twitter/twitter-calls.ts";
import { until } from "#testing/until.ts";

const app = twitterApp();
const { post, profileOf, register } = twitterCalls(app);
const newPassword = "battery staple";
const chosen = { password: newPassword, password_confirmation: newPassword };

/** Somebody whose email is confirmed, and an X account of somebody who knows their password. */
async function ownerAndThief(language: "en" | "es" = "en") {
  const owner = await registerMember(app, language);
  const confirm = language === "en" ? "Confirm your email" : "Confirma tu correo";
  await pressConfirm(app, pathIn(await emailTo(app, owner.email, confirm)));
  return { owner, thief: newPerson() };
}
const connect = async (form: ReturnType<typeof newPerson>, as: Member) => {
  const { claim } = claimOf(await app.journey(form, "?connect=1"));
  return post("/api/fan/connect-twitter", { claim, current_password: as.password }, as);
};
async function askForLink(owner: { email: string }, subject = "Choose a new password") {
  const asked = { body: { email: owner.email }, headers: freshAddress() };
  expect((await app.call("POST", "/auth/password/email", asked)).status).toBe(200);
  const link = new URL(pathIn(await emailTo(app, owner.email, subject)), app.origin).searchParams;
  return { token: link.get("token"), email: link.get("email") };
}
const reset = async (link: object) =>
  (await app.call("POST", "/auth/password/reset", { body: { ...link, ...chosen }, headers: freshAddress() }))
    .status;

test.each([
  ["en", "X was connected to your account", (handle: string) => `the X account @${handle} can log in`],
  ["es", "Se conectó X a tu cuenta", (handle: string) => `la cuenta de X @${handle} permite entrar`],
] as const)(
  "OWASP ASVS 6.3.7: the owner is notified by mail when an X account is connected (%s)",
  async (language, subject, named) => {
    const { owner, thief } = await ownerAndThief(language);
    expect((await connect(thief, owner)).status).toBe(200);
    const mail = await emailTo(app, owner.email, subject);
    expect(mail.text).toContain(named(thief.handle));
    expect(pathIn(mail)).toBe("/lost-password");
    // A repeated connection is no news.
    expect((await connect(thief, owner)).status).toBe(200);
    expect((await emailsTo(app, owner.email)).filter((each) => each.subject === subject)).toHaveLength(1);
  },
);

test("OWASP ASVS 6.3.7: mails to an address that nobody has confirmed name no X account", async () => {
  const owner = await registerMember(app);
  const own = newPerson();
  await connect(own, owner);
  const mail = await emailTo(app, owner.email, "X was connected");
  expect(mail.text).toContain("From now on an X account can log in");
  expect(mail.text).not.toContain(own.handle);
});

test.each([
  ["en", "Choose a new password", "Your password was changed", "was disconnected"],
  ["es", "Elige una contraseña nueva", "Se cambió tu contraseña", "quedó desconectada"],
] as const)(
  "OWASP ASVS 6.4.3: a new password by a mailed link disconnects X, and its mail names what was connected (%s)",
  async (language, asked, subject, gone) => {
    const { owner, thief } = await ownerAndThief(language);
    await connect(thief, owner);
    expect(await reset(await askForLink(owner, asked))).toBe(200);
    expect(claimOf(await app.journey(thief)).kind).toBe("newcomer");
    expect((await emailTo(app, owner.email, subject)).text).toContain(`@${thief.handle} ${gone}`);
  },
);

test("OWASP ASVS 6.4.3: who came by X signs in by the password that they chose by a mailed link, and connects X again", async () => {
  const own = newPerson();
  const person = await register(await app.journey(own));
  expect(await reset(await askForLink({ email: own.email }))).toBe(200);
  const signedIn = await post("/api/web_login", { login: person.login, password: newPassword });
  const member = {
    ...person,
    token: String(signedIn.body.accessToken),
    email: own.email,
    password: newPassword,
  };
  expect(await profileOf(member)).toMatchObject({ twitter: null });
  expect((await connect(own, member)).body).toMatchObject({ twitter: own.handle });
});

test.each([
  ["en", "Your password was changed", "is still connected"],
  ["es", "Se cambió tu contraseña", "sigue conectada"],
] as const)(
  "OWASP ASVS 6.3.7: who changes the password while signed in keeps X, and the mail names it (%s)",
  async (language, subject, still) => {
    const { owner, thief } = await ownerAndThief(language);
    await connect(thief, owner);
    const body = { current_password: owner.password, ...chosen };
    expect((await post(`/api/fan/store-password/${owner.id}`, body, owner)).status).toBe(200);
    expect((await emailTo(app, owner.email, subject)).text).toContain(`@${thief.handle} ${still}`);
    expect(await profileOf(owner)).toMatchObject({ twitter: thief.handle });
  },
);

test("OWASP ASVS 6.4.3: who comes back from X while a mailed link is being used is signed in by it no more", async () => {
  const { owner, thief } = await ownerAndThief();
  await connect(thief, owner);
  const link = await askForLink(owner);
  const waiting = (many: number) =>
    until(async () => {
      const asking = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"account"%'`;
      return (await asking.execute(app.db)).rows.length === many;
    }, `${many} that wait for the account`);
  const [done, landing] = await app.withTransaction(async (tx) => {
    await sql`select from accounts.account where id = ${owner.id} for update`.execute(tx);
    const resetting = reset(link);
    await waiting(1);
    const journey = app.journey(thief);
    await waiting(2);
    return [resetting, journey];
  });
  expect([await done, claimOf(await landing).kind]).toEqual([200, "newcomer"]);
});
