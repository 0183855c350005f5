import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { testApp } from "#testing/app/test-app.ts";
import { createTwitterClient } from "./twitter-client.ts";

const app = testApp();

test("where signing in with X is not set up, its address says so in the caller's language", async () => {
  const answer = await app.call("GET", "/auth/twitter", { language: "es" });
  expect([answer.status, answer.body.message]).toEqual([503, "Aquí no se puede entrar con X."]);
});

test("the settings of X: an id switches it on, and without the demo its addresses are https", () => {
  const base = {
    PUBLIC_ORIGIN: "https://fan.example",
    JWT_SECRET: "x".repeat(32),
    DEMO: "0",
    SITE_NAME: "Cams",
    STATEMENT_DESCRIPTOR: "CAMS",
    SMTP_URL: "smtp://mail.example",
  };
  expect(readConfig(base).twitter).toBeNull();
  expect(readConfig({ ...base, TWITTER_CLIENT_ID: "id" }).twitter).toEqual({
    clientId: "id",
    clientSecret: null,
    authorizeUrl: "https://x.com/i/oauth2/authorize",
    tokenUrl: "https://api.x.com/2/oauth2/token",
    userUrl: "https://api.x.com/2/users/me",
  });
  const open = { ...base, TWITTER_CLIENT_ID: "id", TWITTER_TOKEN_URL: "http://api.x.com/token" };
  expect(() => readConfig(open)).toThrow(ConfigError);
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = { status: number; body: string };

async function clientAgainst(answers: Record<string, Answer>) {
  const listening = createServer((request, response) => {
    const { status, body } = answers[request.url?.split("?")[0] ?? ""] ?? { status: 404, body: "" };
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server = listening;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return createTwitterClient({
    clientId: "id",
    clientSecret: null,
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    userUrl: `${origin}/me`,
  });
}

const journey = { state: "the-state", verifier: "v".repeat(43), redirectUri: "http://fan.example/back" };
const cameBack = new URLSearchParams({ code: "a-secret-code", state: "the-state" });
const token = { status: 200, body: JSON.stringify({ access_token: "a-secret-token", token_type: "bearer" }) };

test.each<[string, Record<string, Answer>]>([
  ["a token endpoint that fails", { "/token": { status: 503, body: "{}" } }],
  ["a token endpoint that answers a web page", { "/token": { status: 200, body: "<html>" } }],
  ["a token endpoint that refuses", { "/token": { status: 400, body: '{"error":"invalid_grant"}' } }],
  ["a user endpoint that fails", { "/token": token, "/me": { status: 500, body: "{}" } }],
  ["a user without an id", { "/token": token, "/me": { status: 200, body: '{"data":{"username":"ada"}}' } }],
  [
    "a user whose id is none",
    { "/token": token, "/me": { status: 200, body: '{"data":{"id":"1 or 1","username":"a"}}' } },
  ],
])("%s is a failure that reveals neither code nor token", async (_what, answers) => {
  const client = await clientAgainst(answers);
  const shown = await client.identify(cameBack, journey);
  expect(shown).toMatchObject({ ok: false, refusal: { code: "failed" } });
  expect(JSON.stringify(shown)).not.toMatch(/secret/);
});

test("a provider that is down is a failure", async () => {
  const client = await clientAgainst({});
  server?.close();
  server = undefined;
  expect(await client.identify(cameBack, journey)).toMatchObject({ ok: false, refusal: { code: "failed" } });
});

test("a return with another state is a failure before anything is asked", async () => {
  const client = await clientAgainst({ "/token": token });
  const forged = new URLSearchParams({ code: "a-secret-code", state: "another" });
  expect(await client.identify(forged, journey)).toMatchObject({ ok: false, refusal: { code: "failed" } });
});
