import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, { TRUST_PROXY: "0" });

test("R-OPEN-92: without a proxy in front nobody escapes the limits by claiming addresses", async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const { status } = await app.call("POST", "/api/web_login", {
      body: { login: "somebody", password: "a guess" },
      headers: {
        "x-forwarded-for": `172.20.0.${turn}`,
        "x-real-ip": `172.20.1.${turn}`,
        forwarded: `for=172.20.2.${turn}`,
      },
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});
