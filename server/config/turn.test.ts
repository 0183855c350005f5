import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

const urls = { TURN_URLS: "turn:turn.example:3478, turns:[2001:db8::1]:443?transport=tcp" };
const secret = { ...urls, TURN_SECRET: "a secret that coturn knows as well" };
const pair = { ...urls, TURN_USERNAME: "fanlight", TURN_CREDENTIAL: "a-password" };

test("TURN servers are set with a secret, or with a user name and its password", () => {
  expect(readConfig({}).turn).toBeNull();
  const read = ["turn:turn.example:3478", "turns:[2001:db8::1]:443?transport=tcp"];
  expect(readConfig(secret).turn).toEqual({ urls: read, secret: secret.TURN_SECRET });
  expect(readConfig(pair).turn).toEqual({ urls: read, username: "fanlight", credential: "a-password" });
});

test.each([
  ["nothing that opens them", urls, "TURN_URLS: needs TURN_SECRET, or TURN_USERNAME and TURN_CREDENTIAL"],
  ["a secret and a pair", { ...secret, ...pair }, "TURN_SECRET: stands in the place of TURN_USERNAME"],
  ["a secret without servers", { ...secret, TURN_URLS: "" }, "TURN_URLS: required where other TURN_"],
  ["a pair without servers", { ...pair, TURN_URLS: "" }, "TURN_URLS: required where other TURN_"],
  ["a user name alone", { ...pair, TURN_CREDENTIAL: "" }, "TURN_CREDENTIAL: required where TURN_USERNAME is"],
  ["a password alone", { ...pair, TURN_USERNAME: "" }, "TURN_USERNAME: required where TURN_CREDENTIAL is"],
  [
    "a password with a line break",
    { ...pair, TURN_CREDENTIAL: "a\r\nb" },
    "TURN_CREDENTIAL: must be of visible",
  ],
  ["a short secret", { ...secret, TURN_SECRET: "short" }, "TURN_SECRET: must be at least 32 characters"],
])("a start with %s is refused", (_what, env, line) => {
  expect(() => readConfig(env)).toThrow(line);
});

test.each([
  "stun:turn.example",
  "turn://turn.example",
  "turn:",
  "turn:turn.example?transport=sctp",
  'turn:turn.example"',
  "turn:turn.example:3478,",
])("%s is no TURN server", (TURN_URLS) => {
  expect(() => readConfig({ ...secret, TURN_URLS })).toThrow(
    /^TURN_URLS\.\d: must be turn:host or turns:host/,
  );
});
