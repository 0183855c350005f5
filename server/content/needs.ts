import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import type { ListReads } from "#server/kit/database/list-reads.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { PrivateFiles, Storage } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

/** The needs of the content module. */
export type ContentNeeds = {
  db: Database;
  /** Where lists of many models are searched. */
  lists: ListReads<unknown>;
  clock: Clock;
  limits: Limits;
  wallet: Pick<Wallet, "balance" | "transfer">;
  catalog: Pick<
    Catalog,
    | "model"
    | "listed"
    | "faces"
    | "bannedBy"
    | "blocked"
    | "isBlocked"
    | "modelsNamed"
    | "likedModels"
    | "suggestedNames"
    | "suggestedTopics"
  >;
  subscriptions: Pick<Subscriptions, "subscribed" | "modelsOf">;
  accounts: Pick<Identity, "faces">;
  /** Whether a model has muted a fan for now. */
  isMuted(reader: Reader, modelId: number, fanId: number): Promise<boolean>;
  storage: Storage;
  privateFiles: PrivateFiles;
};
