import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { codeAt, type Enrolled, enrol, statusAndCode } from "#testing/app/second-factor.ts";
import { type Landing, twitterApp } from "#testing/twitter/twitter-app.ts";

const app = twitterApp();
const claimOf = (landing: Landing) => JSON.parse(landing.kept.social_claim ?? "{}") as Record<string, string>;

type Known = Member & Enrolled & { handle: string; xForm: Record<string, string>; begun: Date };

/** A member with a password, an identity on X and a second factor. */
async function protectedMember(): Promise<Known> {
  const member = await registerMember(app);
  const handle = `x${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const xForm = { decision: "accept", person: "new", handle, email: `${handle}@x.test` };
  const landing = await app.journey(xForm, "?connect=1");
  const body = { claim: claimOf(landing).claim, current_password: member.password };
  const connected = await app.call("POST", "/api/fan/connect-twitter", { as: member, body });
  expect(connected.status).toBe(200);
  const begun = new Date();
  return { ...member, ...(await enrol(app, member, begun)), handle, xForm, begun };
}

/** A code that was not shown before: of the step after the one that enrolled. */
const freshCode = ({ secret, begun }: Known) => codeAt(secret, new Date(begun.getTime() + 30_000));
const sessions = async (member: Member) => (await app.modules.identity.openSessions(member.id)).length;

/** Signs in by the older form, as a program or as a browser. */
async function byForm(member: Member, one_time_code: string, accept: string) {
  const page = await app.call("GET", "/auth/login-form");
  const _token = /name="_token" value="(.{40})"/.exec(String(page.body.text))?.[1] ?? "";
  const { login, password } = member;
  const answer = await fetch(`${app.origin}/auth/login-form`, {
    method: "POST",
    redirect: "manual",
    headers: { ...freshAddress(), accept },
    body: new URLSearchParams({ _token, login, password, ...(one_time_code && { one_time_code }) }),
  });
  return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() };
}

const callNames = ["/api/web_login", "/api/login"];
test.each(callNames)("OWASP ASVS 6.3.4: POST %s asks for the second factor", async (path) => {
  const member = await protectedMember();
  const { login, email, password } = member;
  const before = await sessions(member);
  for (const name of [login, email]) {
    const refused = await app.call("POST", path, {
      body: { login: name, password },
      headers: freshAddress(),
    });
    expect(statusAndCode(refused)).toEqual([401, "second_factor_required"]);
  }
  expect(await sessions(member)).toBe(before);
  const body = { login, password, one_time_code: freshCode(member) };
  expect((await app.call("POST", path, { body, headers: freshAddress() })).status).toBe(200);
});

test("OWASP ASVS 6.3.4: the older form asks for the second factor, programs and browsers alike, and draws no password", async () => {
  const member = await protectedMember();
  const before = await sessions(member);
  const program = await byForm(member, "", "application/json");
  expect([program.status, JSON.parse(program.text).code]).toEqual([401, "second_factor_required"]);
  const page = await byForm(member, "", "text/html");
  expect([page.status, page.cookies]).toEqual([401, []]);
  expect(page.text).toContain('name="one_time_code"');
  expect(page.text).not.toContain(member.password);
  expect((await byForm(member, "000000", "text/html")).text).toContain('name="one_time_code"');
  expect(await sessions(member)).toBe(before);
  const signedIn = await byForm(member, freshCode(member), "text/html");
  expect(signedIn.status).toBe(303);
  expect(signedIn.cookies.some((cookie) => cookie.startsWith("token="))).toBe(true);
});

test("OWASP ASVS 6.3.4: who comes by X is asked for the second factor too, and gets the session of X by it, once", async () => {
  const member = await protectedMember();
  const landing = await app.journey(member.xForm, "?route=/videos");
  expect(landing.kept).toMatchObject({ saved_route: "/videos" });
  expect(landing.kept.social_token).toBeUndefined();
  const { kind, claim, handle } = claimOf(landing);
  expect({ kind, handle }).toEqual({ kind: "second_factor", handle: member.handle });
  const step = (one_time_code: string, headers = freshAddress()) =>
    app.call("POST", "/auth/twitter/second-factor", { body: { claim, one_time_code }, headers });
  expect(statusAndCode(await step(""))).toEqual([401, "second_factor_required"]);
  expect(statusAndCode(await step("000000"))).toEqual([401, "wrong_code"]);
  const passed = await step(freshCode(member));
  expect([passed.status, passed.body.fan_id, passed.body.expiresIn]).toEqual([200, member.id, 10_800]);
  expect(statusAndCode(await step(member.recoveryCodes[0] ?? ""))).toEqual([409, "claim_expired"]);
});

test("OWASP ASVS 6.3.4: the claim of somebody who has still to show a code opens nothing anywhere else", async () => {
  const member = await protectedMember();
  const other = await registerMember(app);
  const { claim } = claimOf(await app.journey(member.xForm));
  const consents = { over_18: true, accept_terms: true, accept_privacy: true, language: "en" };
  const login = `n${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const registered = await app.call("POST", "/auth/twitter/register", {
    body: { claim, login, ...consents },
    headers: freshAddress(),
  });
  expect(statusAndCode(registered)).toEqual([409, "claim_expired"]);
  const body = { claim, current_password: other.password };
  const connected = await app.call("POST", "/api/fan/connect-twitter", { as: other, body });
  expect(statusAndCode(connected)).toEqual([409, "belongs_to_another"]);
});

test("guesses by X and by password are counted together", async () => {
  const member = await protectedMember();
  const { login, password } = member;
  const headers = freshAddress();
  const { claim } = claimOf(await app.journey(member.xForm));
  const byX = () =>
    app.call("POST", "/auth/twitter/second-factor", { body: { claim, one_time_code: "000000" }, headers });
  const byPassword = () =>
    app.call("POST", "/api/web_login", { body: { login, password, one_time_code: "000000" }, headers });
  for (const guess of [byX, byPassword, byX, byPassword, byX]) expect((await guess()).status).toBe(401);
  expect([(await byX()).status, (await byPassword()).status]).toEqual([429, 429]);
});

test("OWASP ASVS 6.3.4: no way that has not asked for the code gets a session, also one that is built tomorrow", async () => {
  const member = await protectedMember();
  const { identity } = app.modules;
  const account = await identity.byId(app.db, member.id);
  if (!account) throw new Error("the member is gone");
  const before = await sessions(member);
  await expect(identity.issueToken(account)).rejects.toThrow("without its second factor");
  expect(await sessions(member)).toBe(before);
});

test("a second factor that begins while somebody signs in by the password alone lets no session stand", async () => {
  const member = await registerMember(app);
  const { login, password } = member;
  const begun = await app.call("POST", "/api/fan/enrol-second-factor", {
    as: member,
    body: { current_password: password },
  });
  const one_time_code = codeAt(String(begun.body.secret), new Date());
  const tries = Array.from({ length: 8 }, () =>
    app.call("POST", "/api/web_login", { body: { login, password }, headers: freshAddress() }),
  );
  const confirm = app.call("POST", "/api/fan/confirm-second-factor", {
    as: member,
    body: { one_time_code },
  });
  await Promise.all([confirm, ...tries]);
  expect((await confirm).status).toBe(200);
  expect(await sessions(member)).toBe(1);
});
