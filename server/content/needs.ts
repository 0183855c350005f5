import type { Catalog } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { PrivateFiles, Storage } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

/** What the content module is made of. */
export type ContentNeeds = {
  db: Database;
  clock: Clock;
  wallet: Pick<Wallet, "balance" | "transfer">;
  catalog: Pick<
    Catalog,
    "model" | "models" | "listed" | "modelsNamed" | "likedModels" | "suggestedNames" | "suggestedTopics"
  >;
  subscriptions: Pick<Subscriptions, "subscribed" | "modelsOf">;
  storage: Storage;
  privateFiles: PrivateFiles;
};
