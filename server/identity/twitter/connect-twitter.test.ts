import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { type Member, registerMember } from "#testing/app/members.ts";
import { twitterApp } from "#testing/twitter/twitter-app.ts";
import { claimOf, newPerson, twitterCalls } from "#testing/twitter/twitter-calls.ts";

const app = twitterApp();
const { post, profileOf, register } = twitterCalls(app);
const connect = (claim: string | undefined, as: Member, current_password = as.password) =>
  post("/api/fan/connect-twitter", { claim, current_password }, as);
const disconnect = (as: Pick<Member, "id" | "login" | "token">) =>
  post("/api/fan/disconnect-twitter", {}, as);

let form: ReturnType<typeof newPerson>;
beforeEach(() => {
  form = newPerson();
});

test("R-ACCT-11, R-API-47: X is connected by anybody who is signed in and knows the password, and disconnected again", async () => {
  const fan = await registerMember(app);
  const landing = await app.journey(form, "?connect=1&route=/settings");
  expect([landing.to, claimOf(landing).kind]).toEqual(["/settings", "connect"]);
  const { claim } = claimOf(landing);
  expect((await post("/api/fan/connect-twitter", { claim })).status).toBe(401);
  expect((await connect(claim, fan)).body).toMatchObject({ twitter: form.handle });
  expect((await connect(claim, fan)).body.code).toBe("claim_expired");
  for (let twice = 0; twice < 2; twice++) {
    const gone = await disconnect(fan);
    expect([gone.status, gone.body.twitter]).toEqual([200, null]);
  }
  expect(claimOf(await app.journey(form)).kind).toBe("newcomer");
});

test("who only holds a session connects no X: the password is asked for, a mistyped one costs no journey, five end it", async () => {
  const fan = await registerMember(app);
  const { claim } = claimOf(await app.journey(form, "?connect=1"));
  const none = await connect(claim, fan, "");
  expect([none.status, none.body.errors]).toEqual([422, { current_password: ["required field"] }]);
  const wrong = await connect(claim, fan, "not my password");
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { current_password: ["This isn’t your current password."] },
  ]);
  expect(await profileOf(fan)).toMatchObject({ twitter: null });
  expect((await connect(claim, fan)).body).toMatchObject({ twitter: form.handle });
  await disconnect(fan);
  const another = claimOf(await app.journey(form, "?connect=1")).claim;
  for (let n = 0; n < 4; n++) await connect(another, fan, `guess ${n}`);
  expect((await connect(another, fan)).status).toBe(429);
  expect(await profileOf(fan)).toMatchObject({ twitter: null });
});

test("R-ACCT-11, R-API-47: disconnecting asks for no password, where nothing is connected neither", async () => {
  const fan = await registerMember(app);
  const nothing = await app.call("POST", "/api/fan/disconnect-twitter", { as: fan });
  expect([nothing.status, nothing.body.twitter]).toEqual([200, null]);
  await connect(claimOf(await app.journey(form, "?connect=1")).claim, fan);
  const both = await Promise.all([disconnect(fan), disconnect(fan)]);
  expect(both.map(({ status, body }) => [status, body.twitter])).toEqual([
    [200, null],
    [200, null],
  ]);
  expect((await post("/api/fan/disconnect-twitter", { current_password: "" }, fan)).status).toBe(200);
});

test("an account without a password shows X its own identity again, and can be given no other one", async () => {
  const person = await register(await app.journey(form));
  const again = claimOf(await app.journey(form, "?connect=1")).claim;
  expect((await post("/api/fan/connect-twitter", { claim: again }, person)).status).toBe(200);
  const foreign = claimOf(await app.journey(newPerson(), "?connect=1")).claim;
  const refused = await post("/api/fan/connect-twitter", { claim: foreign }, person);
  expect([refused.status, refused.body.code]).toEqual([409, "has_another"]);
  expect(await profileOf(person)).toMatchObject({ twitter: form.handle });
});

test("R-API-47: an account without a password keeps its only way in", async () => {
  const person = await register(await app.journey(form));
  const refused = await post("/api/fan/disconnect-twitter", {}, person);
  expect([refused.status, refused.body.code]).toEqual([409, "only_way_in"]);
  expect(refused.body.message).toContain("Set a password first");
  const inSpanish = await post("/api/fan/disconnect-twitter", {}, person, "es");
  expect(inSpanish.body.message).toContain("Primero crea una contraseña");
  expect(await profileOf(person)).toMatchObject({ twitter: form.handle });
  const withoutWayIn = app.withTransaction((tx) =>
    sql`update accounts.account set twitter = null, twitter_id = null where id = ${person.id}`.execute(tx),
  );
  await expect(withoutWayIn).rejects.toThrow(/way_in/);
});

test("R-API-47: an account without an email keeps X until it has one", async () => {
  const person = await register(await app.journey({ ...form, decision: "without_email" }));
  const password = "a lamp at noon";
  const chosen = { password, password_confirmation: password };
  expect((await post(`/api/fan/store-password/${person.id}`, chosen, person)).status).toBe(200);
  const refused = await disconnect(person);
  expect([refused.status, refused.body.code]).toEqual([409, "only_address"]);
  expect(refused.body.message).toContain("Add an email first");
  const inSpanish = await post("/api/fan/disconnect-twitter", {}, person, "es");
  expect(inSpanish.body.message).toContain("Primero agrega un correo");
  const reached = { email: form.email, current_password: password };
  expect((await post(`/api/fan/store-email/${person.id}`, reached, person)).status).toBe(200);
  expect((await disconnect(person)).body.twitter).toBeNull();
});

test("one identity on X belongs to one account, and one account has one identity", async () => {
  const [fan, other] = [await registerMember(app), await registerMember(app)];
  const claims: (string | undefined)[] = [];
  for (let n = 0; n < 2; n++) claims.push(claimOf(await app.journey(form, "?connect=1")).claim);
  const tries = await Promise.all([connect(claims[0], fan), connect(claims[1], other)]);
  expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const winner = tries[0].status === 200 ? fan : other;
  const second = claimOf(await app.journey(newPerson(), "?connect=1")).claim;
  expect((await connect(second, winner)).body.code).toBe("has_another");
});
