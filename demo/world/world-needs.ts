import type { Config } from "#server/config.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { MediaCore } from "#server/media/media.ts";

/** The parts of the product that the demo world is made from. */
export type WorldNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  media: MediaCore;
  secret: string;
};
