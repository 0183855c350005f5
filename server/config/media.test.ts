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
