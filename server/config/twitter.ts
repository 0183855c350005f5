import { z } from "zod";
import type { TwitterProvider } from "#server/identity/identity.ts";
import { setting, word } from "./setting.ts";

/** X's own addresses. OAuth 2.0 with PKCE, not OpenID Connect: docs.x.com, "OAuth 2.0 Authorization Code Flow". */
const x = {
  authorizeUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  userUrl: "https://api.x.com/2/users/me",
} as const;

/** The settings of signing in with X; its addresses can be those of somebody who speaks the same protocol. */
export const twitterSettings = {
  TWITTER_CLIENT_ID: setting(
    {
      about: "Client of signing in with X. Register `PUBLIC_ORIGIN/auth/twitter/callback` there",
      example: "<from the console>",
      unset: "simulated in the demo, else off",
    },
    word,
  ),
  TWITTER_CLIENT_SECRET: setting(
    { about: "The client's secret", example: "<from the console>", unset: "the client is a public one" },
    word,
  ),
  TWITTER_AUTHORIZE_URL: setting(
    { about: "Page that asks the person", example: "https://x.example/authorize" },
    z.url().default(x.authorizeUrl),
  ),
  TWITTER_TOKEN_URL: setting(
    { about: "Address that exchanges a code for a token", example: "https://x.example/token" },
    z.url().default(x.tokenUrl),
  ),
  TWITTER_USER_URL: setting(
    { about: "Address that tells whose token it is", example: "https://x.example/me" },
    z.url().default(x.userUrl),
  ),
};

type TwitterSettings = z.output<z.ZodObject<typeof twitterSettings>>;

const addresses = ["TWITTER_AUTHORIZE_URL", "TWITTER_TOKEN_URL", "TWITTER_USER_URL"] as const;

/** One line for each address that codes and tokens would travel to in the open. */
export function openTwitterAddresses(settings: TwitterSettings): string[] {
  const open = addresses.filter((name) => !settings[name].startsWith("https:"));
  return open.map((name) => `${name}: must start with https:// when DEMO=0`);
}

/** How to reach X; null without a client id. */
export function twitterOf(settings: TwitterSettings): TwitterProvider | null {
  if (settings.TWITTER_CLIENT_ID === undefined) return null;
  return {
    clientId: settings.TWITTER_CLIENT_ID,
    clientSecret: settings.TWITTER_CLIENT_SECRET ?? null,
    authorizeUrl: settings.TWITTER_AUTHORIZE_URL,
    tokenUrl: settings.TWITTER_TOKEN_URL,
    userUrl: settings.TWITTER_USER_URL,
  };
}
