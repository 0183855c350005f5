import type { TwitterNeeds } from "#server/identity/needs.ts";
import type { AskLimits } from "../ask-limits.ts";
import type { Reauthenticate } from "../reauthenticate.ts";
import type { OneTimeCodes } from "../second-factor/one-time-codes.ts";
import { passSecondFactor, registerByTwitter } from "./continue-with-claim.ts";
import { finishTwitter } from "./finish-twitter.ts";
import { connectTwitter, disconnectTwitter } from "./link-twitter.ts";
import { startTwitter } from "./start-twitter.ts";
import { createTwitterClient } from "./twitter-client.ts";

export type { TwitterNeeds } from "#server/identity/needs.ts";

/** Signing in with X, and linking an account with an identity there. */
export type Twitter = ReturnType<typeof createTwitter>;

/** Makes the part of identity that signs in with X. */
export function createTwitter(
  needs: TwitterNeeds & AskLimits,
  reauthenticate: Reauthenticate,
  codes: OneTimeCodes,
) {
  const parts = { ...needs, client: needs.twitter && createTwitterClient(needs.twitter) };
  return {
    enabled: parts.client !== null,
    start: startTwitter(parts),
    finish: finishTwitter(parts),
    passSecondFactor: passSecondFactor(parts, codes),
    register: registerByTwitter(parts),
    connect: connectTwitter(parts, reauthenticate),
    disconnect: disconnectTwitter(parts),
  };
}
