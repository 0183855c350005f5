import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  enqueueEmail: Mailer["enqueue"];
  /** The address that receives messages to support. */
  supportEmail: string;
  publicOrigin: string;
};
