import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { ReadEvidence } from "./report-evidence.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  enqueueEmail: Mailer["enqueue"];
  /** The address that receives messages to support. */
  supportEmail: string;
  publicOrigin: string;
  /** Copies what somebody reports. */
  readEvidence: ReadEvidence;
};
