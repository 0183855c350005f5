import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp();

test("where signing in with X is not set up, its address says so in the caller's language", async () => {
  const answer = await app.call("GET", "/auth/twitter", { language: "es" });
  expect([answer.status, answer.body.message]).toEqual([503, "Aquí no se puede entrar con Twitter."]);
});

test("the settings of X: an id switches it on, and without the demo its addresses are https", () => {
  const base = {
    PUBLIC_ORIGIN: "https://fan.example",
    JWT_SECRET: "x".repeat(32),
    DEMO: "0",
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
