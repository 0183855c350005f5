import type { PromoStreamData } from "#contract/catalog.ts";
import type { ShowState } from "#contract/realtime-events.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type LiveNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  accounts: Pick<Identity, "byId" | "logins">;
  wallet: Pick<Wallet, "transferAll" | "balance">;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  realtime: Pick<Realtime, "publish" | "position" | "disconnect">;
  privateFiles: Pick<PrivateFiles, "revoke">;
  media: Pick<MediaEngine, "rooms" | "endPublisher" | "endViewers">;
  /** Signs a playback token that must be used within `ttlSeconds`. */
  signPlayback: (claims: { fan: number; room: string; mode: string }, ttlSeconds: number) => Promise<string>;
  /** What a fan still has of a model's promo. */
  promoOf: (fanId: number, modelId: number) => Promise<PromoStreamData | null>;
  /** The show of a model that this fan is in. */
  showOf: (modelId: number, fanId: number) => Promise<ShowState | null>;
};
