import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";

export type PushNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<Identity, "userOfSession">;
  /** The private key that browsers' subscriptions are bound to: base64url, 32 bytes. */
  vapidKey: string;
  /** Where a push service may complain: `mailto:` or `https:`. */
  contact: string;
  /** Origins beside those of public hosts that a push endpoint may have. */
  allowedOrigins: readonly string[];
};
