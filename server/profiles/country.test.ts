import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, { TRUST_PROXY: "1", COUNTRY_HEADER: "CF-IPCountry" });

async function registered(header: string | null): Promise<unknown> {
  const login = `fan${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const answer = await fetch(`${app.origin}/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(header && { "cf-ipcountry": header }) },
    body: JSON.stringify({
      ...{ login, email: `${login}@example.test`, password: "a long secret 7", language: "en" },
      ...{
        password_confirmation: "a long secret 7",
        over_18: true,
        accept_terms: true,
        accept_privacy: true,
      },
      country: "CO",
    }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const profile = await fetch(`${app.origin}/api/fan/profile`, { headers });
  return profile.json();
}

test("R-OPEN-39, R-ROLE-13: the country of a new account is that of the trusted proxy, never that of the body", async () => {
  expect(await registered("co")).toMatchObject({ country: "CO", isColombian: true });
  for (const unknown of ["XX", "T1", "Colombia", null])
    expect(await registered(unknown)).toMatchObject({ country: "", isColombian: false });
});

test("R-PAY-14: a fan sets where they live, and what depends on it follows", async () => {
  const fan = await app.fan();
  const set = (country: string) => app.call("POST", "/api/fan/set-country", { as: fan, body: { country } });
  expect((await set("CO")).body).toMatchObject({ country: "CO", isColombian: true });
  expect((await set("MX")).body).toMatchObject({ country: "MX", isColombian: false });
  for (const wrong of ["co", "", "COL", "1"]) expect((await set(wrong)).status).toBe(422);
});

test("a header that callers could write themselves is a wrong setting", () => {
  expect(() => readConfig({ COUNTRY_HEADER: "CF-IPCountry" })).toThrow(/COUNTRY_HEADER: needs TRUST_PROXY/);
});
