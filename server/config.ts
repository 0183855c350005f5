import { randomBytes } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { defaultSiteName } from "#contract/site-name.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import type { LivekitSettings, SeatLimits, TurnSettings } from "#server/media/media.ts";
import type { S3Config } from "#server/storage/storage.ts";
import type { AlternateHosts } from "./config/alternate-hosts.ts";
import {
  type CommerceGateConfig,
  commerceGateOf,
  commerceGateSettings,
  halfCommerceGate,
} from "./config/commercegate.ts";
import { type DatabaseConfig, databaseOf, databaseSettings, halfDatabase } from "./config/database.ts";
import { demoSettings } from "./config/demo.ts";
import { type Directa24Config, directa24Of, directa24Settings, halfDirecta24 } from "./config/directa24.ts";
import { type Keeping, keepingOf, keepingSettings } from "./config/keeping.ts";
import { type LegalDetail, legalDetailsOf, legalSettings } from "./config/legal.ts";
import { limitSettings, playbackOfWorker } from "./config/limits.ts";
import { mailSettings } from "./config/mail.ts";
import {
  halfLivekit,
  livekitOf,
  livekitSettings,
  mediaPortProblems,
  mediaSettings,
  mediaTcpOf,
  mediaWorkersOf,
} from "./config/media.ts";
import { halfNmi, type NmiConfig, nmiOf, nmiSettings } from "./config/nmi.ts";
import { halfNodes, type NodesConfig, nodeSettings, nodesOf } from "./config/nodes.ts";
import { mailDomainOf, photosOriginOf } from "./config/public-origin.ts";
import { pushSettings } from "./config/push.ts";
import { halfS3, s3Of, s3Settings } from "./config/s3.ts";
import { servingSettings } from "./config/serving.ts";
import { settingsOf } from "./config/setting-files.ts";
import { signInSettings } from "./config/sign-in.ts";
import { tradeSettings } from "./config/trade.ts";
import { turnOf, turnProblems, turnSettings } from "./config/turn.ts";
import { openTwitterAddresses, twitterOf, twitterSettings } from "./config/twitter.ts";

/** All settings by the titles that `docs/configuration.md` shows them under, in that order. */
export const settingGroups = {
  Serving: servingSettings,
  "The demo world": demoSettings,
  Database: databaseSettings,
  "Sessions and passwords": signInSettings,
  Emails: mailSettings,
  "Notifications to browsers": pushSettings,
  "Files in a bucket (the first four, or none)": s3Settings,
  Media: mediaSettings,
  "Media through TURN servers (the first with the second, or with the last two)": turnSettings,
  "Media by LiveKit (all, or none)": livekitSettings,
  Limits: limitSettings,
  "Several nodes": nodeSettings,
  "Sales and chats": tradeSettings,
  "How long things are kept": keepingSettings,
  "The operator, as the legal documents name them (with `DEMO=0` all; ` | ` stands between English and Spanish)":
    legalSettings,
  "Cards by NMI (the first two, or none)": nmiSettings,
  "Subscriptions and tokens by CommerceGate (the first six, or none)": commerceGateSettings,
  "Regional payments by Directa24 (the first three with `EXCHANGE_RATES`, or none)": directa24Settings,
  "Signing in with X": twitterSettings,
};

const environment = z.object({
  ...servingSettings,
  ...demoSettings,
  ...databaseSettings,
  ...signInSettings,
  ...mailSettings,
  ...pushSettings,
  ...s3Settings,
  ...mediaSettings,
  ...turnSettings,
  ...livekitSettings,
  ...limitSettings,
  ...nodeSettings,
  ...tradeSettings,
  ...keepingSettings,
  ...legalSettings,
  ...nmiSettings,
  ...commerceGateSettings,
  ...directa24Settings,
  ...twitterSettings,
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

const demoDescriptor = "FNL DIGITAL SVCS";
const demoBillingUrl = "https://billing.fanlight.example/cancel";

export type Config = DatabaseConfig & {
  port: number;
  host: string;
  publicOrigin: string;
  photosOrigin: string;
  /** The value of `Strict-Transport-Security`; null where the site is not reached by TLS. */
  hsts: string | null;
  dataDir: string;
  /** Null: made once and kept in the data folder. */
  jwtSecret: string | null;
  /** Seals the secrets of second factors; null: `jwtSecret` does. Set when that one has to change. */
  secondFactorSecret: string | null;
  /** The private key of the messages that browsers subscribe to; null: made once and kept in the data folder. */
  vapidPrivateKey: string | null;
  /** Origins of push services beside those with a public host. */
  pushOrigins: readonly string[];
  /** Whether staff need a second factor to open the admin area. */
  staffSecondFactor: boolean;
  demo: boolean;
  /** Logins of the demo's models who are on air; null: all who can be. */
  demoRooms: readonly string[] | null;
  /** Whether the demo's simulated fans tip. */
  demoTips: boolean;
  /** How often what is exchanged with a simulated gateway goes wrong, 0 to 1. */
  demoFaultRate: number;
  /** Port of the media's first process; the others take those behind it, or any free ones after 0. */
  mediaPort: number;
  /** How many processes carry the media. */
  mediaWorkers: number;
  /**
   * With how many the start goes on when ports are taken. One of several nodes does not with fewer: a node before it may still
   * be about to leave the ports.
   */
  mediaWorkersAtLeast: number;
  mediaTcp: ReturnType<typeof mediaTcpOf>;
  /** Addresses that browsers reach the media port by, behind NAT; none: those of the machine. */
  mediaAddresses: string[];
  /** The TURN servers that media may go through; null: none. */
  turn: TurnSettings | null;
  /** The LiveKit that carries the media; null: the embedded engine does. */
  livekit: LivekitSettings | null;
  /** The settings of this process as one of several; null: it is the only one. */
  nodes: NodesConfig | null;
  /** How many processes this start runs behind its port. */
  processes: number;
  /** How many proxies in front are believed in what they add to `X-Forwarded-*`; what callers write there is not. */
  trustProxy: number;
  /** The header in which the nearest proxy names the caller's country (ISO 3166-1 alpha-2); null: none does. */
  countryHeader: string | null;
  /** Connections that one address may hold at once. */
  connectionsPerAddress: number;
  /** How late the event loop may be, in ms, before new work is refused; see `kit/overload`. */
  refuseAfterMs: number;
  /** How many playback sessions there may be. */
  playback: SeatLimits;
  /** The bearer token by which operators read figures; null: only from the machine itself. */
  metricsToken: string | null;
  rawCards: boolean;
  /** False takes the service worker back from every browser that has it. */
  serviceWorker: boolean;
  /** Null: emails go to the outbox of the demo. */
  smtpUrl: string | null;
  /** The address that emails come from. */
  mailFrom: string;
  /** Whether people may choose passwords that are among the first to be tried. */
  guessablePasswords: "refused" | "allowed";
  /** Range service of leaked passwords; null: nobody is asked. */
  pwnedPasswordsUrl: string | null;
  /** Whether texts between fans and models may have links, addresses and telephone numbers. */
  contactDetails: "refused" | "allowed";
  /** How long what is about people is kept. */
  keeping: Keeping;
  siteName: string;
  /** The operator's own documents. */
  siteDir: string | null;
  /** What the legal documents say of the operator, by setting. */
  legalDetails: ReadonlyMap<string, LegalDetail>;
  /** The day on which a lawyer has passed the documents, `2026-12-01`. */
  legalReviewed: string | null;
  statementDescriptor: string;
  /** US cents that models are paid for a token; may be a fraction. */
  payoutCents: number;
  /** The address that receives messages to support. */
  supportEmail: string;
  /** Page of the external billing provider where a membership can be cancelled; null: no link is shown. */
  billingCancelUrl: string | null;
  alternateHosts: AlternateHosts;
  logLevel: string;
  /** Null: no subscriptions, but in the demo, which simulates the provider. */
  commerceGate: CommerceGateConfig | null;
  /** Null: no regional payments, but in the demo, which simulates the provider. */
  directa24: Directa24Config | null;
  /** Null: no cards for tokens, but in the demo, which has a processor of its own. */
  nmi: NmiConfig | null;
  /** The bucket of stored files; null: they lie in the data folder. */
  s3: S3Config | null;
  /** The price of a US dollar in other currencies, by ISO 4217 code. */
  ratesPerDollar: Readonly<Record<string, number>>;
  /** Null: no client id is set. */
  twitter: TwitterProvider | null;
  /** Render the web app from its sources, replaced as they change. */
  develop: boolean;
};

export class ConfigError extends Error {}

/** Reads the environment once. Throws a {@link ConfigError} with one line for each wrong setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { set, problems } = settingsOf(env, settingNames);
  const parsed = environment.safeParse(set);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  if (parsed.success)
    problems.push(
      ...halfCommerceGate(parsed.data),
      ...halfDatabase(parsed.data),
      ...halfDirecta24(parsed.data),
      ...halfLivekit(parsed.data),
      ...halfNmi(parsed.data),
      ...halfNodes(parsed.data),
      ...halfS3(parsed.data),
      ...mediaPortProblems(parsed.data),
      ...turnProblems(parsed.data),
    );
  if (parsed.success && parsed.data.COUNTRY_HEADER && parsed.data.TRUST_PROXY === 0)
    problems.push("COUNTRY_HEADER: needs TRUST_PROXY; without a proxy callers would write it themselves");
  if (parsed.success && !parsed.data.DEMO) problems.push(...missingInProduction(parsed.data));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join("\n"));
  return configOf(parsed.data);
}

function missingInProduction(settings: z.output<typeof environment>): string[] {
  const needed = ["PUBLIC_ORIGIN", "SITE_NAME", "JWT_SECRET", "SMTP_URL", "STATEMENT_DESCRIPTOR"] as const;
  const missing = needed.filter((name) => !settings[name]).map((name) => `${name}: required when DEMO=0`);
  return [...missing, ...openTwitterAddresses(settings)];
}

function configOf(settings: z.output<typeof environment>): Config {
  const publicOrigin = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;
  return {
    hsts: publicOrigin.startsWith("https:") ? settings.HSTS : null,
    port: settings.PORT,
    host: settings.HOST,
    publicOrigin,
    photosOrigin: settings.PHOTOS_ORIGIN ?? photosOriginOf(publicOrigin),
    dataDir: path.resolve(settings.DATA_DIR),
    ...databaseOf(settings),
    jwtSecret: settings.JWT_SECRET ?? null,
    vapidPrivateKey: settings.VAPID_PRIVATE_KEY ?? null,
    pushOrigins: settings.PUSH_ORIGINS,
    secondFactorSecret: settings.SECOND_FACTOR_SECRET ?? null,
    // The people of the demo come in by login and password.
    staffSecondFactor:
      (settings.STAFF_SECOND_FACTOR ?? (settings.DEMO ? "optional" : "required")) === "required",
    demo: settings.DEMO,
    demoRooms: settings.DEMO_ROOMS ?? null,
    demoTips: settings.DEMO_TIPS,
    demoFaultRate: settings.DEMO_FAULTS / 100,
    mediaPort: settings.MEDIA_PORT ?? settings.PORT,
    mediaWorkers: mediaWorkersOf(settings),
    mediaWorkersAtLeast: settings.REDIS_URL ? mediaWorkersOf(settings) : (settings.MEDIA_WORKERS ?? 1),
    mediaTcp: mediaTcpOf(settings),
    mediaAddresses: settings.MEDIA_ADDRESS ?? [],
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER ?? null,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    refuseAfterMs: settings.REFUSE_AFTER_MS,
    playback: {
      perPersonMax: settings.PLAYBACK_PER_FAN,
      perAddressMax: settings.PLAYBACK_PER_ADDRESS,
      perRoomMax: settings.PLAYBACK_PER_ROOM,
      max: settings.PLAYBACK_MAX ?? playbackOfWorker * (livekitOf(settings) ? 1 : mediaWorkersOf(settings)),
    },
    metricsToken: settings.METRICS_TOKEN ?? null,
    rawCards: settings.RAW_CARDS,
    serviceWorker: settings.SERVICE_WORKER,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? `no-reply@${mailDomainOf(publicOrigin)}`,
    // The demo protects nobody: the README shows the password of its accounts.
    guessablePasswords: settings.GUESSABLE_PASSWORDS ?? (settings.DEMO ? "allowed" : "refused"),
    pwnedPasswordsUrl: settings.PWNED_PASSWORDS_URL ?? null,
    contactDetails: settings.CONTACT_DETAILS,
    keeping: keepingOf(settings),
    siteName: settings.SITE_NAME ?? defaultSiteName,
    siteDir: settings.SITE_DIR ? path.resolve(settings.SITE_DIR) : null,
    legalDetails: legalDetailsOf(settings),
    legalReviewed: settings.LEGAL_REVIEWED ?? null,
    statementDescriptor: settings.STATEMENT_DESCRIPTOR ?? demoDescriptor,
    payoutCents: settings.PAYOUT_CENTS,
    supportEmail:
      settings.SUPPORT_EMAIL ?? `support@${settings.DEMO ? "fanlight.example" : mailDomainOf(publicOrigin)}`,
    billingCancelUrl: settings.BILLING_CANCEL_URL ?? (settings.DEMO ? demoBillingUrl : null),
    alternateHosts: settings.ALTERNATE_HOSTS,
    develop: settings.DEVELOP,
    commerceGate: commerceGateOf(settings),
    directa24: directa24Of(settings),
    turn: turnOf(settings),
    livekit: livekitOf(settings),
    nodes: nodesOf(settings),
    processes: settings.NODES,
    nmi: nmiOf(settings),
    s3: s3Of(settings),
    ratesPerDollar: settings.EXCHANGE_RATES ?? (settings.DEMO ? { COP: 4000 } : {}),
    twitter: twitterOf(settings),
    // The demo is watched by a person at a terminal, a deployment by a log collector.
    logLevel: settings.LOG_LEVEL ?? (settings.DEMO ? "warn" : "info"),
  };
}

/** A fresh signing secret, 256 bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
