import { createServer } from "node:net";
import path from "node:path";
import { nameSite } from "#contract/site-name.ts";
import { type App, type AppNeeds, createApp } from "#server/app.ts";
import { configuredGateways, configuredMemberships, paymentNotes } from "#server/app/configured-gateways.ts";
import { type Config, newSecret, readConfig } from "#server/config.ts";
import { siteOfHost } from "#server/config/alternate-hosts.ts";
import { secretCharactersMin } from "#server/config/setting.ts";
import { isVapidKey, newVapidKey } from "#server/config/vapid-key.ts";
import { smtpTransport, type Transport } from "#server/email/email.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger, type Logger } from "#server/kit/log.ts";
import { paintSite } from "#server/kit/site-accents.ts";
import { startStep } from "#server/kit/start-steps.ts";
import type { SystemUser } from "#server/kit/system-users.ts";
import {
  connectLivekit,
  connectOwnedLivekit,
  type LivekitSettings,
  type MediaOptions,
  ownedMedia,
  startMediaEngine,
} from "#server/media/media.ts";
import { type Files, FilesUnavailable, openFiles } from "#server/storage/storage.ts";
import { ensureWebBuild } from "#server/web/build.ts";
import type { Look } from "#server/web/look/look.ts";
import { CleanupStack } from "./cleanup-stack.ts";
import { keptSecret, prepareDataFolder, type SecretKind } from "./data-folder.ts";
import { StartError } from "./explain.ts";
import { reachRedis } from "./reach-redis.ts";
import { siteLook } from "./site-look.ts";
import { startDatabase } from "./start-database.ts";
import { assertWholeDocuments } from "./whole-documents.ts";

export type Product = { address: string; stop(): Promise<void> };

/** The secrets that are made at the first start, unless they are configured. */
const secrets: Record<"token" | "push", SecretKind> = {
  token: { make: newSecret, isWhole: ({ length }) => length >= secretCharactersMin },
  push: { make: newVapidKey, isWhole: isVapidKey },
};

const rootDir = path.resolve(import.meta.dirname, "../..");

/**
 * Starts everything in order and passes each step to `report`: database, web, media, demo. Started parts are stopped
 * again when a later step fails.
 */
export async function startProduct(env: NodeJS.ProcessEnv, report: (step: string) => void): Promise<Product> {
  const config = readConfig(env);
  const cleanup = new CleanupStack();
  try {
    return await start(config, report, cleanup);
  } catch (error) {
    await cleanup.all();
    throw error;
  }
}

async function start(
  config: Config,
  report: (step: string) => void,
  cleanup: CleanupStack,
): Promise<Product> {
  const look = await startStep("the operator's site", () => operatorsSite(config));
  if (!isOneOfSeveral()) await assertPortFree(config.port, config.host);
  const log = createLogger(config.logLevel, undefined, config.nodes?.name);
  prepareDataFolder(config.dataDir, log);
  const files = await fileStore(config, report);
  const web = config.develop ? Promise.resolve(rootDir) : builtWeb(report, cleanup);
  // The build is awaited below; the database starts meanwhile, and may fail before.
  web.catch(() => undefined);
  report("Database: starting");
  const { db, replica, databaseUser } = await startStep("database", () =>
    startDatabase(config, log, { report, cleanup }),
  );
  const secret = config.jwtSecret ?? (await keptSecret(config.dataDir, "secret", secrets.token));
  const vapidKey = config.vapidPrivateKey ?? (await keptSecret(config.dataDir, "push-key", secrets.push));
  const demo = await startStep("code of the demo", async () =>
    config.demo ? await import("#demo/demo.ts") : null,
  );
  const redis = config.nodes ? await reachRedis(config.nodes.redisUrl, log) : null;
  cleanup.push(() => redis?.disconnect());
  report(config.nodes ? "Media: by whichever node owns them" : "Media: starting");
  if (config.mediaTcp === "behind_proxy" && !config.livekit)
    report("Media: over UDP alone; over TCP too, behind a proxy, with a MEDIA_PORT of their own");
  const options = { ...engineOptions(config, databaseUser), log };
  const media = await startStep("media engine", () => mediaOf(config, options));
  cleanup.push(() => media.stop());
  const transport = config.smtpUrl ? await emailTransport(config.smtpUrl, config.mailFrom, report) : null;
  cleanup.push(() => transport?.close());
  const world = demo?.openWorld({ config, db, clock: systemClock, log, media, secret }) ?? null;
  const twitter = config.twitter ?? world?.twitter ?? null;
  const buildDir = await startStep("web, what is left of it", () => web);
  const configured = configuredGateways(config);
  const app = await startStep("application", () =>
    createApp({
      config,
      db,
      replica,
      redis,
      nodes: config.nodes,
      clock: systemClock,
      random: Math.random,
      log,
      media,
      files,
      transport,
      secret,
      vapidKey,
      // A configured gateway goes before the demo's, and in its place where both have one name.
      gateways: { ...configured, ...world?.gateways, ...configured },
      memberships: { ...world?.memberships, ...configuredMemberships(config) },
      web: webSettings(config, { buildDir, look, twitterSignIn: twitter !== null }),
      twitter,
      ...(world ? { hooks: world.hooks } : {}),
      ...(config.develop ? { developFrom: rootDir } : {}),
    }),
  );
  cleanup.push(() => app.stop());
  await app.modules.payments.seed();
  for (const note of paymentNotes(config)) report(note);
  // Payments that a crash left open are settled before anybody can buy again.
  void app.check().catch((error) => log.error({ err: error }, "the checks at start failed"));
  const address = await listen(app, config);
  if (world) cleanup.push(await world.populate(app.modules, `http://127.0.0.1:${config.port}`, report));
  await startStep("ranking", () => app.rank());
  return { address, stop: () => cleanup.all() };
}

/** The site's name, documents and look, before anything is started: what cannot be shown ends the start. */
async function operatorsSite(config: Config): Promise<Look> {
  nameSite(config.siteName);
  await assertWholeDocuments(config);
  const look = await siteLook(config);
  paintSite(look.accents);
  return look;
}

/** A connection comes to any of several processes that share a port, and the media are one's alone. */
function openMediaTcp({ mediaTcp }: Config): "own" | "shared" | null {
  if (mediaTcp === "shared" && isOneOfSeveral()) return null;
  return mediaTcp === "behind_proxy" ? null : mediaTcp;
}

function webSettings(
  config: Config,
  given: { buildDir: string; look: Look; twitterSignIn: boolean },
): AppNeeds["web"] {
  return {
    connectTo: [config.photosOrigin],
    ...config,
    siteOf: siteOfHost(config),
    framesOf: hostedForms(config),
    ...given,
  };
}

function engineOptions(config: Config, databaseUser: SystemUser | null): Omit<MediaOptions, "log"> {
  const mediaTcp = openMediaTcp(config);
  return {
    workers: config.mediaWorkers,
    workersAtLeast: config.mediaWorkersAtLeast,
    udpPort: config.mediaPort,
    ...(mediaTcp ? { tcp: mediaTcp } : {}),
    announcedAddresses: config.mediaAddresses,
    ...(databaseUser ? { apartFrom: databaseUser.uid } : {}),
  };
}

/** Where the forms of payment providers are shown from. */
function hostedForms({ commerceGate, directa24, nmi }: Config): string[] {
  return [
    ...(commerceGate ? [new URL(commerceGate.checkoutUrl).origin] : []),
    ...(directa24 ? directa24.pageOrigins : []),
    ...(nmi?.tokenizationKey ? [new URL(nmi.apiUrl).origin] : []),
  ];
}

async function builtWeb(report: (step: string) => void, cleanup: CleanupStack): Promise<string> {
  const waiting = new AbortController();
  cleanup.push(() => waiting.abort());
  return buildWeb(report, waiting.signal);
}

/** Builds the web app when its sources have changed since the last time; answers the folder. */
export async function buildWeb(report: (step: string) => void, signal?: AbortSignal): Promise<string> {
  const log = (line: string) => report(`Web: ${line}`);
  const { buildDir } = await ensureWebBuild({ rootDir, log, ...(signal ? { signal } : {}) });
  return buildDir;
}

/** Media that LiveKit carries. Without it nobody could send or watch, so the start stops. */
async function reachLivekit<Media>(
  connect: (settings: LivekitSettings, log: Logger) => Promise<Media>,
  settings: LivekitSettings,
  log: Logger,
): Promise<Media> {
  try {
    return await connect(settings, log);
  } catch (error) {
    log.error({ err: error }, "LiveKit was not reached");
    throw new StartError(`LiveKit at ${settings.url} does not answer, or refuses our key.`);
  }
}

/** Where files lie. A place that refuses us stops the start; a server that is away does not, because the rest goes on. */
async function fileStore(config: Config, report: (step: string) => void): Promise<Files> {
  const files = await openFiles(config);
  try {
    await files.check();
    if (config.s3) report(`Files: in the bucket ${config.s3.bucket} at ${config.s3.endpoint}`);
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    if (error.isRefusal) throw new StartError(`${error.message}.`);
    report(`Files: ${error.message}; pictures and videos wait for it`);
  }
  return files;
}

/**
 * The transport for emails. Wrong credentials stop the start; a server that is away does not, because emails wait for it.
 */
async function emailTransport(url: string, from: string, report: (step: string) => void): Promise<Transport> {
  const transport = smtpTransport({ url, from });
  const state = await transport.check();
  if (state === "unauthorized") {
    transport.close();
    throw new StartError("the mail server of SMTP_URL refuses our user name or password.");
  }
  report(
    state === "ready"
      ? "Mail: server ready"
      : "Mail: the server of SMTP_URL does not answer; mails wait for it",
  );
  return transport;
}

/** The media: of LiveKit, of our own engine, on one of several nodes while this node owns them. */
async function mediaOf(config: Config, engine: MediaOptions & { log: Logger }): Promise<AppNeeds["media"]> {
  if (config.livekit && config.nodes) return reachLivekit(connectOwnedLivekit, config.livekit, engine.log);
  if (config.livekit) return reachLivekit(connectLivekit, config.livekit, engine.log);
  if (config.nodes) return ownedMedia((endsAt) => startMediaEngine({ ...engine, endsAt }));
  return startMediaEngine(engine);
}

/** Is this a process of `NODES`? They share the port, which their parent has found free. */
const isOneOfSeveral = () => process.env.FANLIGHT_NODE !== undefined;

async function listen(app: App, config: Config): Promise<string> {
  // The app's sockets share the port, so somebody who took it meanwhile would not be noticed.
  if (!isOneOfSeveral()) await assertPortFree(config.port, config.host);
  await app.listen(config.port, config.host);
  return `http://localhost:${config.port}`;
}

/** Rejects with EADDRINUSE or EACCES when the port cannot be had, before anything else is started. */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}
