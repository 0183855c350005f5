import { randomBytes } from "node:crypto";
import { randomPKCECodeVerifier, randomState } from "openid-client";
import type { Language } from "#contract/common.ts";
import type { TwitterParts } from "#server/identity/needs.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { insertStart } from "../store/twitter-store.ts";

/** How long a person may take on X, in seconds. */
export const flowSeconds = 600;

const startsPerTenMinutes = 30;

export type StartRequest = {
  /** Where X sends the person back to. */
  redirectUri: string;
  language: Language;
  referrerId: number | null;
  /** Path of this site to return to. */
  route: string | null;
  /** The identity is meant for the account that is signed in. */
  connect: boolean;
  address: string;
};

/** `browser` is the secret that binds the flow to one browser: for its HttpOnly cookie and nothing else. */
export type Started = { authorizationUrl: string; browser: string };

export type StartRefusal = { code: "not_configured" } | { code: "too_many"; retryAfterSeconds: number };

/** Starts an OAuth flow: what its return needs is stored, and the browser gets a secret of its own. */
export function startTwitter({ db, clock, client, limits }: TwitterParts) {
  const perAddress = limits.create("twitter_starts", startsPerTenMinutes, 600);
  return async (request: StartRequest): Promise<Result<Started, StartRefusal>> => {
    if (!client) return refuse({ code: "not_configured" });
    const retryAfterSeconds = await perAddress.take(addressBlock(request.address));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const browser = randomBytes(32).toString("base64url");
    const journey = { state: randomState(), verifier: randomPKCECodeVerifier() };
    const now = clock.now();
    const start = {
      ...journey,
      redirect_uri: request.redirectUri,
      language: request.language,
      referrer_id: request.referrerId,
      route: request.route,
      connect: request.connect,
      expires_at: new Date(now.getTime() + flowSeconds * 1000),
    };
    await inTransaction(db, (tx) => insertStart(tx, browser, start, now));
    return ok({
      authorizationUrl: await client.authorizationUrl({ ...journey, redirectUri: request.redirectUri }),
      browser,
    });
  };
}
