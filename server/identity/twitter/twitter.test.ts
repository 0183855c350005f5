import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { freshAddress, registerMember } from "#testing/app/members.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { twitterApp } from "#testing/twitter/twitter-app.ts";
import { claimOf, newHandle, newPerson, twitterCalls } from "#testing/twitter/twitter-calls.ts";

const app = twitterApp();
const { post, profileOf, register, withTokenOf } = twitterCalls(app);
const consents = { over_18: true, accept_terms: true, accept_privacy: true, language: "en" };

let form: ReturnType<typeof newPerson>;
beforeEach(() => {
  form = newPerson();
});

test("R-API-10, R-AUTH-17: GET /auth/twitter leads to the provider with a state and an S256 challenge", async () => {
  const { cookie, askAt } = await app.begin();
  const asked = Object.fromEntries(askAt.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    client_id: "test-client",
    scope: "users.read tweet.read users.email",
    code_challenge_method: "S256",
    redirect_uri: "http://127.0.0.1:1/auth/twitter/callback",
  });
  expect(asked.state?.length).toBeGreaterThanOrEqual(32);
  expect(asked.code_challenge).toMatch(/^[\w-]{43}$/);
  expect(cookie).toMatch(/^twitter_start=[\w-]{43}$/);
});

test("the cookie of a journey is out of reach of scripts and other sites", async () => {
  const raw = await fetch(`${app.origin}/auth/twitter`, { redirect: "manual" });
  expect(raw.headers.getSetCookie()[0]).toMatch(
    /; Path=\/auth\/twitter; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  expect(raw.headers.get("cache-control")).toBe("no-store");
});

test("R-OPEN-10, R-AUTH-07: a newcomer has no account before the consents, and one with them after", async () => {
  const landing = await app.journey(form, "?language=es&route=/videos");
  expect(landing.to).toBe("/");
  expect(landing.kept.social_token).toBeUndefined();
  expect(claimOf(landing)).toMatchObject({ kind: "newcomer", handle: form.handle, email: form.email });
  expect(landing.kept.saved_route).toBe("/videos");
  const { claim } = claimOf(landing);
  for (const missing of ["over_18", "accept_terms", "accept_privacy"]) {
    const body = { claim, login: "someone", ...consents, [missing]: false };
    const refused = await post("/auth/twitter/register", body);
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, [missing]]);
  }
  const person = await register(landing);
  expect(person.answer.body).toMatchObject({ role: "fan", expiresIn: 10_800 });
  const profile = await profileOf(person);
  expect(profile).toMatchObject({ twitter: form.handle, email: form.email, validation: "confirmed" });
  const given = await app.withTransaction((tx) =>
    sql<{ document: string; version: string; address: string }>`
      select document, version, address from accounts.consent where account_id = ${person.id} order by document`.execute(
      tx,
    ),
  );
  expect(given.rows.map(({ document }) => document)).toEqual(["over_18", "privacy", "terms"]);
  expect(given.rows.every(({ version, address }) => version !== "" && address.startsWith("10.8."))).toBe(
    true,
  );
});

test("R-AUTH-17: a known user is signed in for three hours, by X's id and not by the handle", async () => {
  const person = await register(await app.journey(form));
  const again = await app.journey(form, "?route=/videos");
  expect(again.kept).toMatchObject({ saved_route: "/videos" });
  expect(await withTokenOf(again)).toMatchObject({ id: person.id, login: person.login });
  const claims = JSON.parse(atob((again.kept.social_token ?? "").split(".")[1] ?? "")) as Record<
    string,
    number
  >;
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(10_800);
  await app.withTransaction((tx) =>
    sql`update accounts.account set twitter = 'old_handle' where id = ${person.id}`.execute(tx),
  );
  expect(await withTokenOf(await app.journey(form))).toMatchObject({ id: person.id, twitter: form.handle });
});

test("R-AUTH-06: the fan who invited a newcomer is kept across the journey", async () => {
  const friend = await app.fan();
  const { id } = await register(await app.journey(form, `?referrer=${friend.id}`));
  const row = await app.withTransaction((tx) =>
    sql<{ referrer_id: number }>`select referrer_id from accounts.account where id = ${id}`.execute(tx),
  );
  expect(row.rows[0]?.referrer_id).toBe(friend.id);
});

test("R-AUTH-06, R-REF-04: an invitation counts for everybody who logs in with X from any page, and the journey's own before the browser's", async () => {
  const [friend, other] = [await app.fan(), await app.fan()];
  const referrerOf = async (query: string, referrer: unknown) => {
    const { claim } = claimOf(await app.journey(newPerson(), query));
    const answer = await post("/auth/twitter/register", { claim, login: newHandle(), referrer, ...consents });
    expect(answer.status).toBe(201);
    const account = await app.modules.identity.byId(app.db, Number(answer.body.fan_id));
    return account?.referrer_id;
  };
  expect(await referrerOf("", friend.id)).toBe(friend.id);
  expect(await referrerOf(`?referrer=${other.id}`, friend.id)).toBe(other.id);
  for (const nobody of [undefined, 999_999_999, "someone"]) expect(await referrerOf("", nobody)).toBeNull();
});

test("R-AUTH-18, R-OPEN-10: a refusal at X comes back as twitter=loginFalse and brings nothing along", async () => {
  const landing = await app.journey({ ...form, decision: "refuse" });
  expect([landing.to, landing.kept]).toEqual(["/?twitter=loginFalse", {}]);
});

test("a return works once: replayed, it opens nothing", async () => {
  const underway = await app.begin();
  const back = await app.decide(underway, form);
  expect((await app.comeBack(back, underway.cookie)).kept.social_claim).toBeDefined();
  const replayed = await app.comeBack(back, underway.cookie);
  expect([replayed.to, replayed.kept]).toEqual(["/?twitter=loginFalse", {}]);
});

test("two returns of one journey at the same moment open one session", async () => {
  await register(await app.journey(form));
  const underway = await app.begin();
  const back = await app.decide(underway, form);
  const landings = await Promise.all([1, 2, 3, 4].map(() => app.comeBack(back, underway.cookie)));
  expect(landings.filter(({ kept }) => kept.social_token !== undefined)).toHaveLength(1);
});

test("a return in another browser opens nothing: nobody is signed in as somebody else by a link", async () => {
  const attacker = await app.begin();
  const back = await app.decide(attacker, form);
  const victim = await app.begin();
  for (const cookie of ["", victim.cookie, "twitter_start=short", `twitter_start=${"a".repeat(43)}`]) {
    const landing = await app.comeBack(back, cookie);
    expect([landing.to, landing.kept]).toEqual(["/?twitter=loginFalse", {}]);
  }
  // The forged callbacks have ended neither journey.
  expect((await app.comeBack(back, attacker.cookie)).kept.social_claim).toBeDefined();
});

test("a code that belongs to another journey is refused by its verifier", async () => {
  const [one, other] = [await app.begin(), await app.begin()];
  const foreign = new URL(await app.decide(one, form), "http://here").searchParams.get("code") ?? "";
  const state = other.askAt.searchParams.get("state") ?? "";
  const landing = await app.comeBack(`/auth/twitter/callback?code=${foreign}&state=${state}`, other.cookie);
  expect([landing.to, landing.kept]).toEqual(["/?twitter=loginFalse", {}]);
});

test("a code that X never gave is refused", async () => {
  const { cookie, askAt } = await app.begin();
  const state = askAt.searchParams.get("state") ?? "";
  const landing = await app.comeBack(`/auth/twitter/callback?code=made-up&state=${state}`, cookie);
  expect(landing.to).toBe("/?twitter=loginFalse");
});

test("nobody is led to another site after a journey", async () => {
  for (const route of [
    "//evil.example/x",
    "https://evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/login",
  ]) {
    const landing = await app.journey(
      { ...form, decision: "refuse" },
      `?connect=1&route=${encodeURIComponent(route)}`,
    );
    expect(landing.to, route).toBe("/?twitter=loginFalse");
    const claimed = await app.journey(form, `?route=${encodeURIComponent(route)}`);
    expect(claimed.kept.saved_route, route).toBeUndefined();
  }
});

test("a claim opens one account: used again, made up or raced for, the answer is to start again", async () => {
  const landing = await app.journey(form);
  const { claim } = claimOf(landing);
  const tries = await Promise.all(
    [1, 2, 3].map((n) => post("/auth/twitter/register", { claim, login: `${form.handle}${n}`, ...consents })),
  );
  expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  const madeUp = await post(
    "/auth/twitter/register",
    { claim: "made-up", login: "someone1", ...consents },
    undefined,
    "es",
  );
  expect([madeUp.status, madeUp.body.code]).toEqual([409, "claim_expired"]);
  expect(madeUp.body.message).toBe("Tardó demasiado. Empieza de nuevo con X.");
});

test("two claims of one person on X, used at the same moment, open one account", async () => {
  const landings = [await app.journey(form), await app.journey(form)];
  const tries = await Promise.all(
    landings.map((landing, n) =>
      post("/auth/twitter/register", {
        claim: claimOf(landing).claim,
        login: `${form.handle}${n}`,
        ...consents,
      }),
    ),
  );
  expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
});

test("R-AUTH-14: a taken user name is reported at its field and leaves the claim for another try", async () => {
  const taken = await app.fan();
  const landing = await app.journey(form);
  const body = { claim: claimOf(landing).claim, login: taken.login.toUpperCase(), ...consents };
  const refused = await post("/auth/twitter/register", body);
  expect([refused.status, refused.body.errors]).toEqual([422, { login: ["username already taken"] }]);
  await register(landing);
});

test("R-OPEN-92: with one claim nobody tries user names without end: forty tries an hour, with those by password", async () => {
  const taken = await app.fan();
  const { login } = await app.modules.identity.byId(app.db, taken.id).then((account) => account ?? taken);
  const claim = claimOf(await app.journey(form)).claim;
  const headers = freshAddress();
  const byX = { claim, login, ...consents };
  const byPassword = { ...byX, email: form.email, password: "123456", password_confirmation: "123456" };
  const tryIt = (nth: number) =>
    nth % 2
      ? app.call("POST", "/auth/register", { body: byPassword, headers })
      : app.call("POST", "/auth/twitter/register", { body: byX, headers });
  const statuses: number[] = [];
  for (let nth = 0; nth < 42; nth++) statuses.push((await tryIt(nth)).status);
  expect(statuses).toEqual([...Array<number>(40).fill(422), 429, 429]);
  const elsewhere = { ...byX, login: form.handle };
  const opened = await app.call("POST", "/auth/twitter/register", {
    body: elsewhere,
    headers: freshAddress(),
  });
  expect(opened.status).toBe(201);
});

test("the user name that is offered is free and follows our rules", async () => {
  const handle = `a_b${randomUUID().slice(0, 8)}`;
  const first = claimOf(await app.journey(newPerson(handle, "")));
  expect(first.login).toBe(handle.replaceAll(/[^a-z0-9]/gi, ""));
  await register(await app.journey(newPerson(handle, "")), first.login);
  const namesake = claimOf(await app.journey(newPerson(`${handle}_`, "")));
  expect(namesake.login).toBe(`${first.login}2`);
});

test("R-OPEN-10, R-AUTH-37: an account without email is opened, and is given one without a password, unique and unconfirmed", async () => {
  const landing = await app.journey({ ...form, decision: "without_email" });
  expect(claimOf(landing).email).toBeNull();
  const person = await register(landing);
  expect(await profileOf(person)).toMatchObject({ email: "", validation: "waiting", balance: 0 });
  const taken = await app.fan();
  const email = String((await profileOf(taken)).email);
  const path = `/api/fan/store-email/${person.id}`;
  const refused = await post(path, { email: email.toUpperCase() }, person, "es");
  expect([refused.status, refused.body.errors]).toEqual([422, { email: ["el correo ya está en uso"] }]);
  const entered = await post(path, { email: form.email }, person);
  expect(entered.body).toMatchObject({ email: form.email, validation: "waiting" });
  await emailTo(app, form.email, "Confirm your email");
});

test("R-REF-05: an address that X has confirmed brings the tokens of a confirmed address, once", async () => {
  const person = await register(await app.journey(form));
  await app.journey(form);
  expect(await profileOf(person)).toMatchObject({ validation: "confirmed", balance: 5 });
});

test("the email of an existing account is not taken over: its owner signs in, and then X is connected", async () => {
  const owner = await registerMember(app);
  const asNewcomer = newPerson(newHandle(), owner.email.toUpperCase());
  const landing = await app.journey(asNewcomer);
  expect(landing.to).toBe("/login");
  expect(landing.kept.social_token).toBeUndefined();
  expect(claimOf(landing).kind).toBe("email_known");
  const { claim } = claimOf(landing);
  const around = await post("/auth/twitter/register", { claim, login: form.handle, ...consents });
  expect([around.status, around.body.code]).toEqual([409, "email_known"]);
  const connected = await post(
    "/api/fan/connect-twitter",
    { claim, current_password: owner.password },
    owner,
  );
  expect(connected.body).toMatchObject({ id: owner.id, twitter: asNewcomer.handle });
  expect(await withTokenOf(await app.journey(asNewcomer))).toMatchObject({ id: owner.id });
});

test("a blocked account is not signed in", async () => {
  const person = await register(await app.journey(form));
  await app.withTransaction((tx) =>
    sql`update accounts.account set status = 'blocked' where id = ${person.id}`.execute(tx),
  );
  const landing = await app.journey(form);
  expect([landing.to, landing.kept]).toEqual(["/?twitter=blocked", {}]);
});

test("nobody signs in by password to an account that has none", async () => {
  const person = await register(await app.journey(form));
  for (const password of ["", "null", "undefined"]) {
    const answer = await post("/api/web_login", { login: person.login, password });
    expect([401, 422]).toContain(answer.status);
  }
});

test("what a handle says cannot break out of the page that it stands in", async () => {
  const landing = await app.journey(
    form,
    `?route=${encodeURIComponent("/</script><script>alert(1)</script>")}`,
  );
  expect(landing.html.match(/<script/g)).toHaveLength(1);
});

test("too many starts lead a browser back with a message about it, and answer a script by a status", async () => {
  const ask = (query: string, accept: string) =>
    fetch(`${app.origin}/auth/twitter${query}`, {
      redirect: "manual",
      headers: { "x-forwarded-for": "10.9.9.9", accept },
    });
  const page = "text/html,application/xhtml+xml";
  for (let start = 0; start < 30; start += 1)
    expect((await ask("", page)).headers.get("location")).toMatch(/^http/);
  const led = async (query: string) => {
    const { status, headers } = await ask(query, page);
    return [status, headers.get("location")];
  };
  expect(await led("")).toEqual([302, "/?twitter=tooMany"]);
  expect(await led("?connect=1&route=/settings")).toEqual([302, "/settings?twitter=tooMany"]);
  expect(await led("?connect=1&route=//evil.example")).toEqual([302, "/?twitter=tooMany"]);
  const answer = await ask("", "application/json");
  expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
});
