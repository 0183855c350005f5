import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { LiveFrom } from "#contract/catalog.ts";
import type { RealtimeEventName, RealtimePayloads } from "#contract/realtime-events.ts";
import type { Topic } from "#contract/realtime.ts";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Config } from "#server/config.ts";
import type { Content } from "#server/content/content.ts";
import type { Mailer, Transport } from "#server/email/email.ts";
import type { HashCost, Identity, TwitterProvider } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Replica } from "#server/kit/database/replica.ts";
import type { NodeSettings } from "#server/kit/nodes/nodes.ts";
import type { Reading } from "#server/kit/overload/pressure.ts";
import type { Random } from "#server/kit/random.ts";
import type { Redis } from "#server/kit/redis/redis.ts";
import type { LivekitMedia, MediaEngine, OwnedEngine, OwnedLivekit } from "#server/media/media.ts";
import type { PlaybackTokens } from "#server/media/playback-token.ts";
import type { Messaging } from "#server/messaging/messaging.ts";
import type { Notifications } from "#server/notifications/notifications.ts";
import type { Gateway, MembershipGateway, Payments } from "#server/payments/payments.ts";
import type { Profiles } from "#server/profiles/profiles.ts";
import type { Push } from "#server/push/push.ts";
import type { Realtime } from "#server/realtime/realtime.ts";
import type { Rooms, TipSent } from "#server/rooms/rooms.ts";
import type { Shows } from "#server/shows/shows.ts";
import type { Files, PrivateFiles, Storage, Uploads } from "#server/storage/storage.ts";
import type { Subscriptions } from "#server/subscriptions/subscriptions.ts";
import type { Support } from "#server/support/support.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { WebNeeds } from "#server/web/web.ts";
import type { OwnerCalls } from "./owner-calls.ts";

/** An event as it goes out to a topic of the realtime socket. */
export type Published = {
  [Name in RealtimeEventName]: { topic: Topic; name: Name; data: RealtimePayloads[Name] };
}[RealtimeEventName];

/** Where the demo world takes part in the product. */
export type Hooks = {
  /** Routes beside the product's own. */
  routes?: (http: FastifyInstance) => Promise<void>;
  tipSeen?: (sent: TipSent) => void;
  /** Takes every event that people's pages and rooms are sent; one may come twice. */
  published?: (event: Published) => void;
  /** Tokens by model that its simulated fans would have spent in the last 30 days. */
  simulatedEarnings?: () => ReadonlyMap<number, number>;
  /** Accepts a stream key beside the model's own. */
  acceptsKey?: (slug: string, key: string) => boolean;
  /** A person begins to publish with a model's own key; may be called twice for one. */
  personPublishes?: (slug: string) => Promise<void>;
};

/** Everything outside that the application is made of. */
export type AppNeeds = {
  config: Config;
  db: Database;
  /** A standby of {@link db} that lists are searched in; null: `db` is. */
  replica?: Database | null;
  /** The Redis that the nodes of an installation share beside the database; null: this is its only node. */
  redis?: Redis | null;
  clock: Clock;
  random: Random;
  log: PinoLogger;
  media: MediaEngine | LivekitMedia | OwnedEngine | OwnedLivekit;
  /**
   * The settings of this process as one of several, beside {@link redis}; their media is an {@link OwnedEngine} or
   * {@link OwnedLivekit}. Null: it is the only one.
   */
  nodes?: NodeSettings | null;
  /** Where stored files lie. */
  files: Files;
  /** Delivers emails; null: they stay in the outbox. */
  transport: Transport | null;
  /** Signs tokens and tickets; at least 32 characters. */
  secret: string;
  /** The private key that browsers subscribe to messages of: P-256, base64url. */
  vapidKey: string;
  /** Payment gateways by name; a new payment goes to the first that can take it. */
  gateways: Readonly<Record<string, Gateway>>;
  /** Gateways of subscriptions by name; new ones go to the first. None: nobody can subscribe. */
  memberships?: Readonly<Record<string, MembershipGateway>>;
  /** Null: nobody signs in with X. */
  twitter: TwitterProvider | null;
  /** Null: no pages, for tests of the API alone. */
  web: Omit<WebNeeds, "sessions"> | null;
  /** For tests: how late the process claims to be, and how long new work waits for the database. */
  load?: { measure?: () => Reading; waitMsMax?: number };
  /** For tests, which make many people: what hashing a password costs, if not what is recommended. */
  hashCost?: HashCost;
  /** Folder of the sources when the pages are rendered from them. */
  developFrom?: string;
  hooks?: Hooks;
};

/** Every module, wired. */
export type Modules = {
  /** The copy of the database that lists are searched in; null: there is none. */
  replica: Pick<Replica<LiveFrom>, "lagSeconds" | "stop"> | null;
  storage: Storage;
  privateFiles: PrivateFiles;
  uploads: Uploads;
  mailer: Mailer;
  realtime: Realtime;
  playbackTokens: PlaybackTokens;
  /** Open the room of the camera that a fan shows a model. */
  cameraTokens: PlaybackTokens;
  identity: Identity;
  push: Push;
  wallet: Wallet;
  payments: Payments;
  catalog: Catalog;
  notifications: Notifications;
  subscriptions: Subscriptions;
  content: Content;
  messaging: Messaging;
  rooms: Rooms;
  shows: Shows;
  /** Calls that the node carries out which owns the media. */
  atOwner: OwnerCalls;
  support: Support;
  profiles: Profiles;
};
