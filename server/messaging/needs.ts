import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type MessagingNeeds = {
  db: Database;
  clock: Clock;
  accounts: Pick<Identity, "byId" | "faces" | "named">;
  wallet: Pick<Wallet, "balance" | "transfer">;
  catalog: Pick<Catalog, "likers" | "listed" | "model" | "models" | "modelsNamed">;
  subscriptions: Pick<Subscriptions, "fansOf" | "pricing" | "subscribed">;
  realtime: Pick<Realtime, "members" | "publish">;
  files: PrivateFiles;
};
