import { expect } from "vitest";
import type { Reply } from "#testing/app/api-client.ts";
import type { Person } from "#testing/app/test-app.ts";
import { randomName } from "#testing/random-name.ts";
import type { Landing, TwitterApp } from "./twitter-app.ts";

const consents = { over_18: true, accept_terms: true, accept_privacy: true, language: "en" };

/** A handle at X that nobody has yet. */
export const newHandle = () => `x${randomName()}`;

/** The fields that X's form sends for somebody whom X does not know yet. */
export const newPerson = (handle = newHandle(), email = `${handle}@x.test`) => ({
  decision: "accept",
  person: "new",
  handle,
  email,
});

/** The claim that a newcomer's journey has brought back. */
export const claimOf = (landing: Landing) =>
  JSON.parse(landing.kept.social_claim ?? "{}") as Record<string, string>;

/** Calls about X of one file's tests; registrations are limited by address, so each comes from another one. */
export function twitterCalls(app: TwitterApp) {
  let visitor = 0;
  const post = (path: string, body: object, as?: Person, language = "en"): Promise<Reply> => {
    visitor += 1;
    const headers = { "x-forwarded-for": `10.8.0.${visitor}` };
    return app.call("POST", path, { body, language, headers, ...(as ? { as } : {}) });
  };
  const profileOf = async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).body;
  return {
    post,
    profileOf,
    /** Opens an account from what a journey has brought back. */
    async register(landing: Landing, login = `fan${randomName()}`) {
      const body = { claim: claimOf(landing).claim, login, ...consents };
      const answer = await post("/auth/twitter/register", body);
      expect(answer.status).toBe(201);
      const token = String(answer.body.accessToken);
      return { id: Number(answer.body.fan_id), login, token, answer };
    },
    /** The profile of the user whom a journey has signed in. */
    withTokenOf: (landing: Landing) =>
      profileOf({ id: 0, login: "", token: landing.kept.social_token ?? "" }),
  };
}
