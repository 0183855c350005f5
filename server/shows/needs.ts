import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Live } from "#server/live/live.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Realtime } from "#server/realtime/realtime.ts";

export type ShowsNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  accounts: Pick<Identity, "byId" | "logins">;
  catalog: Pick<Catalog, "model">;
  live: Pick<Live, "beginShow" | "endShow">;
  realtime: Pick<Realtime, "publish">;
  media: Pick<MediaEngine, "rooms" | "onReport">;
  /** Scheme and host that promo links begin with. */
  publicOrigin: string;
  /** What the tokens of promo links are made from. */
  secret: string;
};
