import type { Catalog } from "#server/catalog/catalog.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ownership } from "#server/kit/nodes/ownership.ts";
import type { LiveMedia } from "#server/media/media.ts";
import type { Payments } from "#server/payments/payments.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Rooms } from "#server/rooms/rooms.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type ShowsNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Names the node that opens, changes, meters and ends shows. */
  owner: Ownership;
  accounts: Pick<Identity, "byId" | "holdOpen" | "shownNames">;
  wallet: Pick<
    Wallet,
    | "balance"
    | "allowance"
    | "limitRefusal"
    | "hold"
    | "extendHold"
    | "capture"
    | "release"
    | "holdsOfTransfers"
    | "movedByHold"
    | "forgetWordsOfHolds"
    | "hideNameOfHolds"
  >;
  catalog: Catalog;
  rooms: Rooms;
  realtime: Pick<Realtime, "publish" | "disconnect">;
  media: LiveMedia;
  mailer: Pick<Mailer, "enqueue">;
  /** Version of the terms that a fan agrees to with a price. */
  termsVersion: string;
  payments: Pick<Payments, "worthOf">;
  /** Scheme and host that promo links begin with. */
  publicOrigin: string;
  /** The secret that the tokens of promo links are made from. */
  secret: string;
};
