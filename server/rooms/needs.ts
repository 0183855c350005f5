import type { Catalog } from "#server/catalog/catalog.ts";
import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ownership } from "#server/kit/nodes/ownership.ts";
import type { HoldsContactDetails } from "#server/kit/text-rules/contact-details.ts";
import type { LiveMedia } from "#server/media/media.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Wallet } from "#server/wallet/wallet.ts";

export type RoomsNeeds = {
  db: Database;
  clock: Clock;
  limits: Limits;
  log: Logger;
  /** What the platform holds back of messages, notes and topics. */
  holdsContactDetails: HoldsContactDetails;
  /** Which node opens, changes, meters and ends shows. */
  owner: Ownership;
  accounts: Pick<Identity, "byId" | "holdOpen" | "logins" | "shownNames">;
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
    | "holdsOfTransfers"
    | "chargedInStretches"
    | "movedByHold"
    | "forgetWordsOfHolds"
    | "hideNameOfHolds"
  >;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  messaging: Pick<Messaging, "tips">;
  realtime: Pick<Realtime, "publish" | "publishInstead" | "position" | "disconnect">;
  privateFiles: Pick<PrivateFiles, "revoke">;
  media: LiveMedia;
  mailer: Pick<Mailer, "enqueue">;
  /** Version of the terms that a fan agrees to with a price. */
  termsVersion: string;
  /** What a fan's tokens that moved are worth at the fan's own average price, as the statement shows them. */
  worthOf(
    reader: Reader,
    fanId: number,
    moved: readonly { transferId: number; tokens: number }[],
  ): Promise<{ amount: number; currency: string }>;
  /** Scheme and host that promo links begin with. */
  publicOrigin: string;
  /** What the tokens of promo links are made from. */
  secret: string;
};
