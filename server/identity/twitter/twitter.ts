import type { CheckOwner } from "../check-owner.ts";
import type { OneTimeCodes } from "../second-factor/one-time-codes.ts";
import { connectTwitter } from "./connect-twitter.ts";
import { disconnectTwitter } from "./disconnect-twitter.ts";
import { finishTwitter } from "./finish-twitter.ts";
import type { TwitterNeeds } from "./needs.ts";
import { passSecondFactor } from "./pass-second-factor.ts";
import { registerByTwitter } from "./register-by-twitter.ts";
import { startTwitter } from "./start-twitter.ts";
import { createTwitterClient } from "./twitter-client.ts";

export type { TwitterNeeds } from "./needs.ts";

/** Signing in with X, and the link between an account and an identity there. */
export type Twitter = ReturnType<typeof createTwitter>;

/** Makes the part of identity that speaks to X. */
export function createTwitter(needs: TwitterNeeds, checkOwner: CheckOwner, codes: OneTimeCodes) {
  const parts = { ...needs, client: needs.twitter && createTwitterClient(needs.twitter) };
  return {
    enabled: parts.client !== null,
    start: startTwitter(parts),
    finish: finishTwitter(parts),
    passSecondFactor: passSecondFactor(parts, codes),
    register: registerByTwitter(parts),
    connect: connectTwitter(parts, checkOwner),
    disconnect: disconnectTwitter(parts, checkOwner),
  };
}
