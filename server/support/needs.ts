import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Mail } from "#server/mail/mail.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  post: Mail["post"];
  /** Where messages to the house arrive. */
  supportEmail: string;
  publicOrigin: string;
};
