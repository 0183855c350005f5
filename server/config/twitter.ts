import { z } from "zod";
import type { TwitterProvider } from "#server/identity/identity.ts";

/** X's own addresses. OAuth 2.0 with PKCE, not OpenID Connect: docs.x.com, "OAuth 2.0 Authorization Code Flow". */
const x = {
  authorizeUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  userUrl: "https://api.x.com/2/users/me",
} as const;

const text = z.string().min(1).optional();

/** The settings of signing in with X; its addresses can be those of somebody who speaks the same protocol. */
export const twitterSettings = {
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  TWITTER_AUTHORIZE_URL: z.url().default(x.authorizeUrl),
  TWITTER_TOKEN_URL: z.url().default(x.tokenUrl),
  TWITTER_USER_URL: z.url().default(x.userUrl),
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
