import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import type { AppNeeds } from "#server/app.ts";
import { freshAddress } from "#testing/app/members.ts";
import { type Person, type TestApp, testApp } from "#testing/app/test-app.ts";
import { randomName } from "#testing/random-name.ts";

/** The pages of the application, of which `/stream/…` answers with the room that it enters, and `/register` registers. */
const web: NonNullable<AppNeeds["web"]> = {
  ...{ buildDir: "", refuseAfterMs: 400, demo: true, serviceWorker: true, twitterSignIn: false },
  ...{ publicOrigin: "https://fan.example", photosOrigin: "https://photos.fan.example" },
  siteOf: () => ({ logo: null, noindex: false }),
  billingCancelUrl: null,
  countryHeader: "cf-ipcountry",
  developmentPages: async ({ request, transport }) => {
    const { pathname } = new URL(request.url);
    const authorization = `Bearer ${request.headers.get("cookie")?.replace("token=", "")}`;
    const { signal } = request;
    const answer = await (request.method === "POST"
      ? transport({
          ...{ method: "POST", path: "/auth/register", signal },
          headers: { "content-type": "application/json" },
          body: await request.text(),
        })
      : transport({ method: "GET", path: `/api${pathname}`, headers: { authorization }, signal }));
    return { response: new Response(answer.text, { status: answer.status }), whole: null };
  },
};

/** Opens a page as a browser behind the proxy does. */
const open = async (app: TestApp, path: string, as: Person, headers: Record<string, string>) => {
  const http = app.http as FastifyInstance;
  const sent = { host: "fan.example", cookie: `token=${as.token}`, ...freshAddress(), ...headers };
  return (await http.inject({ url: path, headers: sent })).json();
};

async function enter(app: TestApp, headers: Record<string, string>) {
  const [luna, fan] = [await app.model(), await app.fan()];
  await app.modules.rooms.publisherTurned(luna.login, "started");
  const { playback } = await open(app, `/stream/${luna.login}`, fan, headers);
  return playback.url.replace(luna.login, "luna");
}

describe("behind a proxy", () => {
  const app = testApp(undefined, () => ({ web }), { TRUST_PROXY: "1", COUNTRY_HEADER: "CF-IPCountry" });

  test("R-LIVE-38, R-API-62: a room that is opened as a document is watched by the protocol that the visitor uses", async () => {
    expect(await enter(app, { "x-forwarded-proto": "https" })).toBe("https://fan.example/whep/luna");
    expect(await enter(app, { "x-forwarded-proto": "http" })).toBe("http://fan.example/whep/luna");
    expect(await enter(app, {})).toBe("http://fan.example/whep/luna");
    // The nearest proxy's word is the last one.
    expect(await enter(app, { "x-forwarded-proto": "https, http" })).toBe("http://fan.example/whep/luna");
    const named = { "x-forwarded-proto": "https", "x-forwarded-host": "other.example" };
    expect(await enter(app, named)).toBe("https://other.example/whep/luna");
  });

  test("R-OPEN-39, R-ROLE-13: who registers by the plain form has the country that the proxy names", async () => {
    const countryOf = async (header: Record<string, string>) => {
      const login = `fan${randomName()}`;
      const body = {
        ...{ login, email: `${login}@example.test`, password: "a long secret 7", language: "en" },
        ...{ password_confirmation: "a long secret 7", over_18: true, accept_terms: true },
        accept_privacy: true,
      };
      const answer = await app.http.inject({
        ...{ method: "POST", url: "/register", payload: JSON.stringify(body) },
        headers: { "content-type": "application/x-www-form-urlencoded", ...freshAddress(), ...header },
      });
      expect(answer.statusCode).toBe(201);
      const { accessToken } = answer.json();
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await app.call("GET", "/api/fan/profile", { headers })).body.country;
    };
    expect(await countryOf({ "cf-ipcountry": "CO" })).toBe("CO");
    expect(await countryOf({})).toBe("");
  });
});

describe("without a proxy", () => {
  const app = testApp(undefined, () => ({ web: { ...web, countryHeader: null } }), { TRUST_PROXY: "0" });

  test("R-LIVE-38: what a visitor writes of their protocol and host changes nothing in a room's document", async () => {
    const claimed = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      forwarded: "proto=https",
    };
    expect(await enter(app, claimed)).toBe("http://fan.example/whep/luna");
  });
});
