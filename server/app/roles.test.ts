import { SignJWT } from "jose";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { type AppEndpoint, contract } from "#contract/contract.ts";
import type { Endpoint, Role } from "#contract/endpoint.ts";
import { testApp } from "#testing/app/test-app.ts";
import { type Actors, type Caller, callers, createActors } from "#testing/roles/actors.ts";
import { callAs } from "#testing/roles/call-as.ts";
import { matrix } from "#testing/roles/matrix.ts";

const app = testApp();
const keys = Object.keys(contract) as AppEndpoint[];
const accessOf = (key: AppEndpoint): Endpoint["access"] => contract[key].access;
const privateKeys = keys.filter((key) => accessOf(key) !== "public");
const emailOf = ({ login }: { login: string }) => `${login}@example.test`;
const roleOf: Record<Exclude<Caller, "guest">, Role> = {
  fan: "fan",
  otherFan: "fan",
  model: "model",
  otherModel: "model",
  admin: "admin",
};
let actors: Actors;

beforeAll(async () => {
  actors = await createActors(app);
});

test("R-ROLE-14: every endpoint of the contract has its row in the roles matrix", () => {
  expect(Object.keys(matrix).sort()).toEqual([...keys].sort());
});

test.each(keys)("R-ROLE-14, R-OPEN-91: %s answers each kind of caller as in the matrix", async (key) => {
  const { statuses, request, endsSessions } = matrix[key];
  const people = endsSessions ? await createActors(app) : actors;
  const met: Partial<Record<Caller, number>> = {};
  for (const caller of callers) {
    const as = caller === "guest" ? undefined : people[caller];
    const answer = await callAs(app, key, as, await request(people));
    met[caller] = answer.status;
    if (caller !== "fan" && caller !== "admin")
      expect(JSON.stringify(answer.body), `${caller} reads the fan's address`).not.toContain(
        emailOf(people.fan),
      );
  }
  expect(met).toEqual(statuses);
});

test.each(keys)("R-ROLE-14: %s has a row that fits the access it declares", (key) => {
  const access = accessOf(key);
  const { statuses } = matrix[key];
  if (access === "public") return;
  expect(statuses.guest).toBe(401);
  for (const caller of callers) {
    if (caller === "guest") continue;
    if (access.includes(roleOf[caller])) expect(statuses[caller], caller).not.toBe(401);
    else expect(statuses[caller], caller).toBe(403);
  }
  const admitted = callers.filter((caller) => caller !== "guest" && access.includes(roleOf[caller]));
  expect(admitted.some((caller) => ![401, 403].includes(statuses[caller]))).toBe(true);
});

test("R-OPEN-91: a cookie, a half token and a token in the address open no private endpoint", async () => {
  const { fan } = actors;
  const [head, payload] = fan.token.split(".");
  const disguises: { headers: Record<string, string> }[] = [
    { headers: { cookie: `token=${fan.token}; fan_id=${fan.id}` } },
    { headers: { authorization: `Basic ${Buffer.from(`${fan.login}:${fan.token}`).toString("base64")}` } },
    { headers: { authorization: `Bearer ${head}.${payload}.` } },
    { headers: { "x-fan-id": String(fan.id), "x-role": "admin" } },
  ];
  for (const key of privateKeys) {
    for (const options of disguises)
      expect((await callAs(app, key, undefined, {}, options)).status, key).toBe(401);
    const inAddress = await callAs(app, key, undefined, { query: { token: fan.token, fan_id: fan.id } });
    expect(inAddress.status, key).toBe(401);
  }
});

test("R-OPEN-91: an expired, a revoked, a blocked and a foreign issuer's token open no private endpoint", async () => {
  const { identity } = app.modules;
  const gone = await app.fan();
  await app.call("POST", "/api/web_logout", { as: gone });
  const blocked = await app.fan();
  await sql`update accounts.account set status = 'blocked' where id = ${blocked.id}`.execute(app.db);
  const strange = await new SignJWT({ fan_id: actors.fan.id, role: "admin" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("fanlight")
    .setAudience("fanlight-api")
    .setSubject(String(actors.fan.id))
    .setJti(crypto.randomUUID())
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("a secret that only others know, 32+"));
  for (const token of [gone.token, blocked.token, strange]) {
    expect(await identity.authenticate(token)).toBeNull();
    for (const key of privateKeys)
      expect((await callAs(app, key, { ...actors.fan, token })).status, key).toBe(401);
  }
});

test("R-OPEN-91: ids and roles in query and body change nothing about who is asked for", async () => {
  const { fan, otherFan } = actors;
  const posing = { fan_id: fan.id, fanId: fan.id, user_id: fan.id, id: fan.id, role: "admin" };
  for (const key of privateKeys.filter((name) => name.startsWith("GET "))) {
    const { request } = matrix[key];
    const parts = await request(actors);
    const plain = await callAs(app, key, otherFan, parts);
    const posed = await callAs(app, key, otherFan, { ...parts, query: { ...posing, ...parts.query } });
    expect(posed.status, key).toBe(plain.status);
    expect(JSON.stringify(posed.body), key).not.toContain(emailOf(fan));
  }
  const body = { language: "es", ...posing };
  await callAs(app, "POST /api/fan/set-language", otherFan, { body: { language: "en" } });
  const before = (await callAs(app, "GET /api/fan/profile", fan)).body.language;
  expect((await callAs(app, "POST /api/fan/set-language", otherFan, { body })).body.id).toBe(otherFan.id);
  expect((await callAs(app, "GET /api/fan/profile", fan)).body.language).toBe(before);
});

test("R-ROLE-05, R-ROLE-14: the role is the account's, at once, whatever the token contains", async () => {
  const fan = await app.fan();
  expect((await callAs(app, "GET /api/wallet/statement", fan)).status).toBe(200);
  await sql`update accounts.account set role = 'model' where id = ${fan.id}`.execute(app.db);
  expect((await callAs(app, "GET /api/wallet/statement", fan)).status).toBe(403);
  expect((await callAs(app, "GET /api/fan/profile", fan)).body.role).toBe("model");
});

test("R-ROLE-07: tokens are bought by fans who are logged in, and by nobody else", async () => {
  const { fan, model, admin } = actors;
  const statuses = [];
  for (const as of [undefined, model, admin, fan])
    statuses.push((await callAs(app, "POST /api/payments/process", as, { body: {} })).status);
  expect(statuses).toEqual([401, 403, 403, 422]);
});
