import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  post: Mailer["enqueue"];
  /** Where messages to the house arrive. */
  supportEmail: string;
  publicOrigin: string;
};
