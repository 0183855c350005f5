import type { Catalog } from "#server/catalog/catalog.ts";
import type { Content } from "#server/content/content.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { HoldsContactDetails } from "#server/kit/text-rules/contact-details.ts";
import type { Notifications } from "#server/notifications/notifications.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type MessagingNeeds = {
  db: Database;
  clock: Clock;
  limits: Limits;
  accounts: Pick<Identity, "byId" | "faces" | "named">;
  wallet: Pick<Wallet, "balance" | "fanBalances" | "transfer">;
  catalog: Pick<
    Catalog,
    "fansApart" | "isBlocked" | "likers" | "listed" | "model" | "models" | "modelsNamed"
  >;
  content: Pick<Content, "buyersOf" | "ownItem">;
  subscriptions: Pick<Subscriptions, "fansOf" | "pricing" | "subscribedPairs">;
  notifications: Pick<Notifications, "among" | "insert" | "publish" | "readAbout">;
  realtime: Pick<Realtime, "members" | "publish">;
  files: PrivateFiles;
  /** Finds the contact details that the platform holds back in texts. */
  holdsContactDetails: HoldsContactDetails;
};
