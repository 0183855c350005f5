import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

test.each([
  [{}, "shared"],
  [{ MEDIA_PORT: "40000" }, "own"],
  [{ MEDIA_TCP: "0" }, null],
  [{ TRUST_PROXY: "1", MEDIA_PORT: "40000" }, "own"],
  [{ TRUST_PROXY: "1", MEDIA_PORT: "40000", MEDIA_TCP: "0" }, null],
  [{ TRUST_PROXY: "1" }, "behind_proxy"],
  [{ TRUST_PROXY: "2", PORT: "4000", MEDIA_PORT: "4000" }, "behind_proxy"],
])("with %j media come over TCP: %s", (env, mediaTcp) => {
  expect(readConfig(env).mediaTcp).toBe(mediaTcp);
});

test.each([
  [undefined, []],
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8::7, 203.0.113.7", ["2001:db8::7", "203.0.113.7"]],
])("MEDIA_ADDRESS %s names %j", (value, mediaAddresses) => {
  expect(readConfig(value === undefined ? {} : { MEDIA_ADDRESS: value })).toMatchObject({ mediaAddresses });
});

test.each([
  ["media.example.com", /MEDIA_ADDRESS: must be addresses/],
  ["203.0.113.7,", /MEDIA_ADDRESS: must be addresses/],
  ["[2001:db8::7]", /MEDIA_ADDRESS: must be addresses/],
  ["203.0.113.7:40000", /MEDIA_ADDRESS: must be addresses/],
  ["10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5", /MEDIA_ADDRESS: must be 4 addresses at most/],
])("MEDIA_ADDRESS %s is refused", (MEDIA_ADDRESS, line) => {
  expect(() => readConfig({ MEDIA_ADDRESS })).toThrow(line);
});
