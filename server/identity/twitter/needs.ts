import type { IdentityNeeds } from "../needs.ts";
import type { TwitterClient, TwitterProvider } from "./twitter-client.ts";

/** What signing in with X needs of the house. */
export type TwitterNeeds = IdentityNeeds & {
  /** Null: signing in with X is not set up. */
  twitter: TwitterProvider | null;
};

export type TwitterParts = TwitterNeeds & { client: TwitterClient | null };
