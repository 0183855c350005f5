import type { Catalog } from "#server/catalog/catalog.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Push } from "#server/push/push.ts";
import type { Realtime } from "#server/realtime/realtime.ts";

export type NotificationsNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  accounts: Pick<Identity, "byId" | "shownNames">;
  catalog: Pick<Catalog, "model" | "faces" | "fansApart" | "finds" | "genders" | "schedules">;
  mailer: Pick<Mailer, "enqueue">;
  push: Pick<Push, "devicesOf" | "live" | "send">;
  realtime: Pick<Realtime, "publish">;
  /** Scheme and host that mailed links begin with. */
  publicOrigin: string;
  /** Signs the way off in a mail; at least 32 characters. */
  secret: string;
};
