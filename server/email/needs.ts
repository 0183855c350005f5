import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Transport } from "./transport.ts";

export type MailerNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Where the brand in an email links to. */
  homeUrl: string;
  /** Null: emails stay in the outbox. */
  transport: Transport | null;
  /** Days after which mails are deleted. */
  keptDays: number;
};
