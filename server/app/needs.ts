import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { Config } from "#server/config.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Reading } from "#server/kit/overload/pressure.ts";
import type { Random } from "#server/kit/random.ts";
import type { TipSent } from "#server/live/live.ts";
import type { Carrier } from "#server/mail/mail.ts";
import type { MediaEngine } from "#server/media/media.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import type { WebNeeds } from "#server/web/web.ts";

/** Where the demo world takes part in the product. */
export type Hooks = {
  /** Routes beside the product's own. */
  routes?: (http: FastifyInstance) => Promise<void>;
  tipSeen?: (sent: TipSent) => void;
  /** Tokens by model that its simulated company would have spent in the last 30 days. */
  simulatedEarnings?: () => ReadonlyMap<number, number>;
  /** Accepts a stream key beside the model's own. */
  acceptsKey?: (slug: string, key: string) => boolean;
  /** A person begins to publish with a model's own key. */
  personPublishes?: (slug: string) => Promise<void>;
};

/** Everything outside that the application is made of. */
export type AppNeeds = {
  config: Config;
  db: Database;
  clock: Clock;
  random: Random;
  log: PinoLogger;
  media: MediaEngine;
  /** Carries mails out of the house; null: they stay in the outbox. */
  carrier: Carrier | null;
  /** Signs tokens and tickets; at least 32 characters. */
  secret: string;
  /** Payment gateways by name; new card payments go to the first. */
  gateways: Readonly<Record<string, Gateway>>;
  /** Gateways of subscriptions by name; new ones go to the first. None: nobody can subscribe. */
  memberships?: Readonly<Record<string, MembershipGateway>>;
  /** Null: nobody signs in with X. */
  twitter: TwitterProvider | null;
  /** Null: no pages, for tests of the API alone. */
  web: Omit<WebNeeds, "sessions"> | null;
  /** For tests: how late the process claims to be, and how long new work waits for the database. */
  load?: { measure?: () => Reading; waitMsMax?: number };
  /** Folder of the sources when the pages are rendered from them. */
  developFrom?: string;
  hooks?: Hooks;
};
