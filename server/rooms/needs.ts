import type { PromoStreamData } from "#contract/catalog.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Tx } from "#server/kit/database/database.ts";
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
  /** Finds the contact details that the platform holds back in messages, notes and topics. */
  holdsContactDetails: HoldsContactDetails;
  /** Names the node that opens rooms, changes and ends what goes on in them. */
  owner: Ownership;
  accounts: Pick<Identity, "byId" | "holdOpen" | "logins" | "shownNames">;
  wallet: Pick<Wallet, "transferAll" | "balance" | "limitRefusal" | "chargedInStretches">;
  catalog: Catalog;
  subscriptions: Pick<Subscriptions, "state">;
  messaging: Pick<Messaging, "tips">;
  realtime: Pick<Realtime, "publish" | "publishInstead" | "position" | "disconnect">;
  privateFiles: Pick<PrivateFiles, "revoke">;
  media: LiveMedia;
  /** Scheme and host that a fan's player connects to when their show begins. */
  publicOrigin: string;
  /** US cents that models are paid for a token. */
  payoutCents: number;
  shows(): ShowsInRooms;
};

/**
 * The questions that rooms ask about the shows that go on in them. The module that keeps shows stands later, and
 * answers here.
 */
export type ShowsInRooms = {
  /** Counts what has flowed in a room until now. */
  catchUp(slug: string): Promise<void>;
  /** Cuts the camera that a fan shows this model. */
  cutCamera(modelId: number): Promise<void>;
  /** Settles the show that a stream ends with, if there is one, and closes what waits for an answer of the model. */
  streamEnds(tx: Tx, stream: { modelId: number; sessionId: number | null; at: Date }): Promise<void>;
  /** The show of a model that this person is in: a fan's own part of it, or its payer's for the model. */
  showOf(modelId: number, personId: number): Promise<ShowState | null>;
  /** The rest of a fan's promo with a model. */
  promoOf(fanId: number, modelId: number): Promise<PromoStreamData | null>;
  /** How many seconds of this model's shows the fan may still watch today as a spy for nothing. */
  freeSpySeconds(pair: { fanId: number; modelId: number }): Promise<number>;
  /** Tokens that a model's shows have brought since an instant, and the holds that they came from. */
  earnedSince(modelId: number, since: Date): Promise<{ tokens: number; holds: number[] }>;
};
