import { appendFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { smtpTransport } from "#server/email/email.ts";
import { systemClock } from "#server/kit/clock.ts";
import { openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { createLogger } from "#server/kit/log.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { openRedis } from "#server/kit/redis/redis.ts";
import { connectLivekit, connectOwnedLivekit, ownedMedia, startMediaEngine } from "#server/media/media.ts";
import { createCommerceGateTokens } from "#server/payments/gateways/commercegate/commercegate-tokens.ts";
import { createCommerceGate } from "#server/payments/gateways/commercegate/commercegate.ts";
import { createDirecta24 } from "#server/payments/gateways/directa24/directa24.ts";
import { createNmi } from "#server/payments/gateways/nmi/nmi.ts";
import { createSandboxGateway } from "#server/payments/gateways/sandbox.ts";
import { leaveOnSignal } from "#server/start/leave-on-signal.ts";
import { openFiles } from "#server/storage/storage.ts";
import { mediaOnDemand } from "#testing/app/media-on-demand.ts";
import { cheapHashes, idlePressure, testSecret, testVapidKey } from "#testing/app/test-settings.ts";
import { tokensFormSettings } from "#testing/payments/fakes.ts";
import { gatewaySettings } from "#testing/subscriptions/fake-provider.ts";
import type { AppSettings } from "./app-process.ts";

/** The whole application but its pages, as a process that can be killed. Says its address on a line. */
const settings = JSON.parse(process.argv[2] ?? "") as AppSettings;
const { logFile, logLevel = "info" } = settings;
const log = logFile
  ? createLogger(logLevel, { write: (line) => appendFileSync(logFile, line) }, settings.name)
  : createLogger("silent");
const config = readConfig({
  PORT: "0",
  DATA_DIR: settings.dataDir,
  LOG_LEVEL: "silent",
  PUBLIC_ORIGIN: settings.publicOrigin ?? "http://127.0.0.1:1",
  TRUST_PROXY: "1",
});
const {
  processor,
  nmi,
  directa24,
  tokensForm,
  memberships,
  smtpUrl,
  redisUrl,
  livekit,
  leaseMs,
  clockAheadMs = 0,
  mediaEngine = "on demand",
} = settings;
const embedded = settings.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
const db = openDatabase(settings.databaseUrl ?? embedded?.url ?? "", { log, applicationName: settings.name });
if (embedded) await prepareSchema(db, { ownerUrl: embedded.ownerUrl, log });
const redis = redisUrl ? await openRedis(redisUrl, log) : null;
const app = await createApp({
  config,
  db,
  redis,
  clock: { ...systemClock, now: () => new Date(Date.now() + clockAheadMs) },
  random: Math.random,
  log,
  media: await mediaOf(),
  nodes: redisUrl
    ? { name: settings.name, host: "127.0.0.1", port: 0, ...(leaseMs === undefined ? {} : { leaseMs }) }
    : null,
  files: await openFiles({ dataDir: settings.dataDir, s3: settings.s3 ?? null }),
  transport: smtpUrl ? smtpTransport({ url: smtpUrl, from: "no-reply@fanlight.test" }) : null,
  secret: testSecret,
  vapidKey: testVapidKey,
  gateways: {
    ...(processor && { sandbox: createSandboxGateway({ ...processor, url: () => processor.url }) }),
    ...(nmi && {
      nmi: createNmi({
        ...nmi,
        apiUrl: () => nmi.url,
        tokenizationKey: null,
        threeDs: { checkoutKey: nmi.checkoutKey, publicOrigin: () => config.publicOrigin },
      }),
    }),
    ...(directa24 && {
      directa24: createDirecta24({
        ...directa24,
        apiUrl: () => directa24.url,
        notificationUrl: () => config.publicOrigin,
        now: () => new Date(),
      }),
    }),
    ...(tokensForm && {
      commercegate: createCommerceGateTokens(tokensFormSettings(() => tokensForm.url)),
    }),
  },
  memberships: memberships
    ? { commercegate: createCommerceGate(gatewaySettings(() => memberships.url)) }
    : {},
  twitter: null,
  web: null,
  hashCost: cheapHashes,
  load: { measure: () => idlePressure, waitMsMax: 10_000 },
});
leaveOnSignal(async () => {
  await app.stop();
  redis?.disconnect();
  await db.destroy();
  await embedded?.stop();
});
await app.modules.payments.seed();
await app.check();
console.log(await app.listen(0, "127.0.0.1"));
// Most of these processes are killed, so that nothing is written at their end.
flushCompileCache();

/** The media: of LiveKit or of an engine, on one of several nodes while this one owns them. */
async function mediaOf() {
  if (livekit) return (redisUrl ? connectOwnedLivekit : connectLivekit)(livekit, log);
  if (redisUrl) return ownedMedia((endsAt) => startMediaEngine({ udpPort: 0, log, endsAt }));
  return mediaEngine === "at once" ? startMediaEngine({ udpPort: 0, log }) : mediaOnDemand({ log });
}
