import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { agreedElsewhere } from "#testing/subscriptions/subscribe.ts";
import { contract } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";

const app = testApp();
const endpoints = Object.entries(contract) as [string, Endpoint][];
/** The caller's own id in the path: what is refused then is refused for the role. */
const addressOf = (key: string, id: number) => {
  const [method = "GET", path = "/"] = key.split(" ");
  return { method: method as "GET" | "POST" | "DELETE", path: path.replaceAll(/\{\w+\}/g, String(id)) };
};

test("R-API-79: every endpoint of the contract is served and described", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const paths = body.paths as Record<string, Record<string, unknown>>;
  for (const [key, endpoint] of endpoints) {
    const [method = "", path = ""] = key.split(" ");
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation, key).toBeDefined();
    const { parameters } = operation as { parameters: { name: string; description?: string }[] };
    const header = parameters.find(({ name }) => name === "Idempotency-Key");
    expect(header !== undefined, key).toBe(endpoint.idempotent === true);
    // The header's description says when a key may be used again.
    if (header) expect(header.description).toMatch(/refused \(4xx\).*leaves its key free.*402/);
    expect(
      app.http.hasRoute({ method: method as "GET", url: path.replaceAll(/\{(\w+)\}/g, ":$1") }),
      key,
    ).toBe(true);
  }
  expect(body.servers).toContainEqual(expect.objectContaining({ description: "photos" }));
});

test("R-ROLE-14: each endpoint admits exactly the roles it declares", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  for (const [key, { access, turnsAway = [] }] of endpoints) {
    if (/logout/.test(key)) continue;
    const statusAs = async (as?: typeof fan) => {
      const { method, path } = addressOf(key, as?.id ?? 1);
      const body = method === "POST" ? { body: {} } : {};
      return (await app.call(method, path, { ...(as ? { as } : {}), ...body })).status;
    };
    const [guest, asFan, asModel] = [await statusAs(), await statusAs(fan), await statusAs(model)];
    expect(guest === 401, `${key} as guest: ${guest}`).toBe(access !== "public");
    expect(asFan === 403, `${key} as fan: ${asFan}`).toBe(access !== "public" && !access.includes("fan"));
    expect(asModel === 403, `${key} as model: ${asModel}`).toBe(
      access !== "public" && (!access.includes("model") || turnsAway.includes("model")),
    );
  }
});

test("R-AMB-45: paths work with and without a trailing slash", async () => {
  for (const path of ["/api/gender", "/api/gender/"]) expect((await app.call("GET", path)).status).toBe(200);
});

test("R-I18N-02: messages follow Accept-Language", async () => {
  const unknown = "/api/model-profile/nobodyhere";
  expect((await app.call("GET", unknown, { language: "es-CO,en;q=0.5" })).body.message).toBe(
    "Esta modelo no existe.",
  );
  expect((await app.call("GET", unknown, { language: "fr-FR" })).body.message).toBe(
    "This model does not exist.",
  );
});

test("an unknown API path, a body that is no JSON and one that is too large are refused with a message", async () => {
  expect((await app.call("GET", "/api/no-such-thing")).body).toMatchObject({ code: "not_found" });
  const headers = { "content-type": "application/json" };
  const bad = await fetch(`${app.origin}/api/web_login`, { method: "POST", headers, body: "{" });
  expect(bad.status).toBe(400);
  const large = await fetch(`${app.origin}/api/web_login`, {
    method: "POST",
    headers,
    body: `"${"x".repeat(300_000)}"`,
  });
  expect(large.status).toBe(413);
});

test("R-OPEN-93: every answer carries the security headers", async () => {
  const { headers } = await app.call("GET", "/api/gender");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("health, readiness and metrics answer", async () => {
  expect((await app.call("GET", "/healthz")).status).toBe(200);
  expect((await app.call("GET", "/readyz")).body).toMatchObject({
    parts: { database: true, realtime: true, media: true },
  });
  expect(String((await app.call("GET", "/metrics")).body.text)).toContain("fanlight_ledger_sound 1");
});

test("R-ENT-26: calls take the other parameters by these names", () => {
  const namesOf = ({ query, params, body }: Endpoint) =>
    [query, params, body].flatMap((schema) =>
      Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}),
    );
  const takenBy = (key: keyof typeof contract) => [
    ...namesOf(contract[key] as Endpoint),
    ...[...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  ];
  expect(takenBy("GET /api/videos-all")).toEqual(expect.arrayContaining(["page", "search"]));
  expect(takenBy("GET /api/stream/{slug}")).toContain("slug");
  expect(takenBy("POST /api/fan/buy-post/{postId}")).toContain("postId");
  expect(takenBy("GET /api/chat/{fanId}")).toContain("fanId");
  expect(takenBy("POST /api/fan/store-avatar/{fanId}")).toContain("fanId");
  expect(takenBy("POST /api/fan/store-email/{user_id}")).toEqual(
    expect.arrayContaining(["user_id", "email"]),
  );
});

test("R-ENT-09, R-LIVE-14: a completed purchase is published to the fan's own pages with the tokens and the new balance", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const [page, elsewhere] = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${other.id}`, `person:${fan.id}`, "public"], other),
  ];
  const payload = { fanId: fan.id, tokens: 100, balance: 130, transactionId: "t1", transferId: 7 };
  await app.withTransaction((tx) => publishEvent(tx, "tokens_purchased", { ...payload, type: "tokens" }));
  const expected = { type: "tokens", tokens: 100, new_balance: 130, transaction_id: "t1" };
  expect(await page.event("CallbackBuyTokensEvent")).toEqual(expected);
  expect(await page.event("BalanceChanged")).toMatchObject({ balance: 130 });
  expect(elsewhere.events("CallbackBuyTokensEvent")).toEqual([]);
  for (const socket of [page, elsewhere]) socket.close();
});

test("R-ENT-12, R-ENT-23: a subscription is published with its fan_id, and its end is in the profile by id, modelName and expireAt", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const page = await listen(app, [`person:${fan.id}`], fan);
  const startedAt = new Date(Date.now() - 28 * 24 * 3_600_000);
  const terms = { fanId: fan.id, modelId: model.id, priceCents: 999, startedAt, canceledAt: null };
  const elsewhere = { gateway: "test", offerId: "month", transactionId: "t1" };
  const consent = agreedElsewhere;
  await app.withTransaction((tx) =>
    app.modules.subscriptions.importSubscription(tx, {
      reference: randomUUID(),
      ...terms,
      ...elsewhere,
      consent,
    }),
  );
  await app.call("POST", "/api/fan/unsubscribe-model", { as: fan, body: { model_id: model.id } });
  const { fan_id, model_id, end } = await page.event("SaveSubscriptionEvent");
  expect([fan_id, model_id]).toEqual([fan.id, model.id]);
  const { body } = await app.call("GET", "/api/fan/profile", { as: fan });
  const { name } = (await app.call("GET", `/api/model-profile/${model.login}`)).body;
  expect(name).toBeTruthy();
  expect(body.endingSubscriptions).toEqual([{ id: model.id, modelName: name, expireAt: end }]);
  const others = await app.call("GET", "/api/fan/profile", { as: await app.fan() });
  expect(others.body.endingSubscriptions).toEqual([]);
  page.close();
});

test("R-ENT-27, R-OPEN-01, R-OPEN-02, R-OPEN-03: the calls that open and enter an account take these fields", () => {
  const fields = (key: keyof typeof contract) => {
    const { query, body } = contract[key] as { query?: { shape: object }; body?: { shape: object } };
    return Object.keys((body ?? query)?.shape ?? {});
  };
  const consents = ["over_18", "accept_terms", "accept_privacy", "accept_creator_agreement"];
  const registration = [
    "login",
    "email",
    "password",
    "password_confirmation",
    "model",
    "referrer",
    "language",
  ];
  expect(fields("POST /auth/register")).toEqual(expect.arrayContaining([...registration, ...consents]));
  expect(fields("POST /api/web_login")).toEqual(expect.arrayContaining(["login", "password"]));
  expect(fields("POST /auth/password/email")).toEqual(["email"]);
  expect(fields("GET /api/service/login-uniqueness")).toEqual(["login"]);
  expect(fields("GET /api/service/email-uniqueness")).toEqual(["email"]);
});
