import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { contract } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";

const house = testApp();
const endpoints = Object.entries(contract) as [string, Endpoint][];
/** Whoever asks names the own number: what is refused then is refused for the role. */
const addressOf = (key: string, id: number) => {
  const [method = "GET", path = "/"] = key.split(" ");
  return { method: method as "GET" | "POST" | "DELETE", path: path.replaceAll(/\{\w+\}/g, String(id)) };
};

test("R-API-79: every endpoint of the contract is served and described", async () => {
  const { body } = await house.call("GET", "/api/openapi.json");
  const paths = body.paths as Record<string, Record<string, unknown>>;
  for (const [key, endpoint] of endpoints) {
    const [method = "", path = ""] = key.split(" ");
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation, key).toBeDefined();
    const { parameters } = operation as { parameters: { name: string; description?: string }[] };
    const header = parameters.find(({ name }) => name === "Idempotency-Key");
    expect(header !== undefined, key).toBe(endpoint.idempotent === true);
    // What a key may be used for again is said where it is asked for.
    if (header) expect(header.description).toMatch(/refused \(4xx\).*leaves its key free.*402/);
    expect(
      house.app.http.hasRoute({ method: method as "GET", url: path.replaceAll(/\{(\w+)\}/g, ":$1") }),
      key,
    ).toBe(true);
  }
  expect(body.servers).toContainEqual(expect.objectContaining({ description: "photos" }));
});

test("R-ROLE-14: each endpoint admits exactly the roles it declares", async () => {
  const [fan, model] = [await house.fan(), await house.model()];
  for (const [key, { access, turnsAway = [] }] of endpoints) {
    if (/logout/.test(key)) continue;
    const statusAs = async (as?: typeof fan) => {
      const { method, path } = addressOf(key, as?.id ?? 1);
      const body = method === "POST" ? { body: {} } : {};
      return (await house.call(method, path, { ...(as ? { as } : {}), ...body })).status;
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
  for (const path of ["/api/gender", "/api/gender/"])
    expect((await house.call("GET", path)).status).toBe(200);
});

test("R-I18N-02: messages follow Accept-Language", async () => {
  const unknown = "/api/model-profile/nobodyhere";
  expect((await house.call("GET", unknown, { language: "es-CO,en;q=0.5" })).body.message).toBe(
    "Esta modelo no existe.",
  );
  expect((await house.call("GET", unknown, { language: "fr-FR" })).body.message).toBe(
    "This model does not exist.",
  );
});

test("an unknown API path, a body that is no JSON and one that is too large are refused in words", async () => {
  expect((await house.call("GET", "/api/no-such-thing")).body).toMatchObject({ code: "not_found" });
  const headers = { "content-type": "application/json" };
  const bad = await fetch(`${house.origin}/api/web_login`, { method: "POST", headers, body: "{" });
  expect(bad.status).toBe(400);
  const large = await fetch(`${house.origin}/api/web_login`, {
    method: "POST",
    headers,
    body: `"${"x".repeat(300_000)}"`,
  });
  expect(large.status).toBe(413);
});

test("R-OPEN-93: every answer carries the security headers", async () => {
  const { headers } = await house.call("GET", "/api/gender");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("health, readiness and metrics answer", async () => {
  expect((await house.call("GET", "/healthz")).status).toBe(200);
  expect((await house.call("GET", "/readyz")).body).toMatchObject({
    parts: { database: true, realtime: true, media: true },
  });
  expect(String((await house.call("GET", "/metrics")).body.text)).toContain("fanlight_ledger_sound 1");
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
