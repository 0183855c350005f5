import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Carrier } from "./carrier/carrier.ts";

export type MailNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Where the brand in a mail leads to. */
  homeUrl: string;
  /** Null: mails stay in the outbox. */
  carrier: Carrier | null;
};
