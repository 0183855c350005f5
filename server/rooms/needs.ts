import type { Catalog } from "#server/catalog/catalog.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type RoomsNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  accounts: Pick<Identity, "byId" | "logins">;
  wallet: Pick<
    Wallet,
    | "transferAll"
    | "balance"
    | "allowance"
    | "limitRefusal"
    | "hold"
    | "extendHold"
    | "capture"
    | "release"
    | "transfersOfHold"
    | "holdsOfTransfers"
    | "movedByHold"
  >;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  realtime: Pick<Realtime, "publish" | "publishInstead" | "position" | "disconnect">;
  privateFiles: Pick<PrivateFiles, "revoke">;
  media: Pick<MediaEngine, "rooms" | "onReport" | "endPublisher" | "endViewers">;
  /** Signs a playback token that must be used within `ttlSeconds`. */
  signPlayback(
    claims: { fan: number; room: string; mode: string; audience: number },
    ttlSeconds: number,
  ): Promise<string>;
  /** The same for the camera that a fan sends in a show: such a token opens nothing to watch. */
  signCamera: RoomsNeeds["signPlayback"];
  mailer: Pick<Mailer, "enqueue">;
  /** Version of the terms that a fan agrees to with a price. */
  termsVersion: string;
  /** What a fan's tokens that moved are worth at the fan's own average price, as the statement shows them. */
  worthOf(
    fanId: number,
    moved: readonly { transferId: number; tokens: number }[],
  ): Promise<{ amount: number; currency: string }>;
  /** Scheme and host that promo links begin with. */
  publicOrigin: string;
  /** What the tokens of promo links are made from. */
  secret: string;
};
