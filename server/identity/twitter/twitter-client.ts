import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  None,
} from "openid-client";
import { z } from "zod";
import { ok, type Result, refuse } from "#server/kit/result.ts";

/** How to reach X, or a stand-in for it. Addresses are absolute; without a secret the client is a public one. */
export type TwitterProvider = {
  clientId: string;
  clientSecret: string | null;
  authorizeUrl: string;
  tokenUrl: string;
  userUrl: string;
};

/** An identity on X. `email` is one that X has confirmed; null when there is none or it was not shared. */
export type TwitterIdentity = { id: string; handle: string; email: string | null };

/** `refused`: the person declined. `failed`: the provider is down or its response is invalid. */
export type IdentifyRefusal = { code: "refused" } | { code: "failed"; reason: string };

export type OAuthFlow = { state: string; verifier: string; redirectUri: string };

export type TwitterClient = {
  /** The provider's authorization page. */
  authorizationUrl(journey: OAuthFlow): Promise<string>;
  /** Exchanges the query of the return for an identity. */
  identify(query: URLSearchParams, journey: OAuthFlow): Promise<Result<TwitterIdentity, IdentifyRefusal>>;
};

const scope = "users.read tweet.read users.email";
const answerWithinSeconds = 8;

/** `GET /2/users/me?user.fields=confirmed_email`. */
const userAnswer = z.object({
  data: z.object({
    id: z.string().regex(/^\d{1,20}$/),
    username: z.string().regex(/^\w{1,50}$/),
    confirmed_email: z.email().max(190).nullish(),
  }),
});

/** Makes the OAuth client of a provider. It sends no request before somebody returns from the provider. */
export function createTwitterClient(provider: TwitterProvider): TwitterClient {
  const config = configurationOf(provider);
  return {
    async authorizationUrl({ state, verifier, redirectUri }) {
      const challenge = await calculatePKCECodeChallenge(verifier);
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }).href;
    },
    async identify(query, journey) {
      if (query.get("error") === "access_denied") return refuse({ code: "refused" });
      try {
        return ok(await exchange(config, provider, query, journey));
      } catch (error) {
        return refuse({ code: "failed", reason: reasonOf(error) });
      }
    },
  };
}

function configurationOf({ clientId, clientSecret, ...provider }: TwitterProvider): Configuration {
  const server = {
    issuer: new URL(provider.authorizeUrl).origin,
    authorization_endpoint: provider.authorizeUrl,
    token_endpoint: provider.tokenUrl,
  };
  const proof = clientSecret === null ? None() : plainBasic(clientId, clientSecret);
  const config = new Configuration(server, clientId, undefined, proof);
  config.timeout = answerWithinSeconds;
  // The settings allow plain HTTP for a stand-in on this machine only.
  if (provider.tokenUrl.startsWith("http:")) allowInsecureRequests(config);
  return config;
}

/** X documents Basic without the form encoding of RFC 6749, 2.3.1, that would alter the dashes of its secrets. */
function plainBasic(clientId: string, clientSecret: string): ClientAuth {
  const proof = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${proof}`);
}

async function exchange(
  config: Configuration,
  provider: TwitterProvider,
  query: URLSearchParams,
  journey: OAuthFlow,
): Promise<TwitterIdentity> {
  const cameTo = new URL(journey.redirectUri);
  cameTo.search = query.toString();
  const checks = { pkceCodeVerifier: journey.verifier, expectedState: journey.state };
  const { access_token: token } = await authorizationCodeGrant(config, cameTo, checks);
  const address = new URL(provider.userUrl);
  address.searchParams.set("user.fields", "confirmed_email");
  const answer = await fetchProtectedResource(config, token, address, "GET");
  if (!answer.ok) throw new Error(`users/me answered ${answer.status}`);
  const { data } = userAnswer.parse(await answer.json());
  return { id: data.id, handle: data.username, email: data.confirmed_email ?? null };
}

/** The reason of a failure that may be logged: errors of the exchange carry codes and tokens in their causes. */
function reasonOf(error: unknown): string {
  const { name, code, status, error: description } = error as Record<string, unknown>;
  const details = [name, code, status, description].filter((fact) =>
    ["string", "number"].includes(typeof fact),
  );
  return details.join(" ") || "unknown";
}
