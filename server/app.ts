import type { FastifyInstance } from "fastify";
import { loginFormContract } from "#contract/accounts.ts";
import { contract } from "#contract/contract.ts";
import { photosContract } from "#contract/messaging.ts";
import { catalogRoutes } from "#server/catalog/catalog.routes.ts";
import { galleryRoutes } from "#server/catalog/gallery/gallery.routes.ts";
import { lastConnectionRoutes } from "#server/catalog/last-connection.routes.ts";
import { listingRoutes } from "#server/catalog/listing/listing.routes.ts";
import { scheduleRoutes } from "#server/catalog/schedule/schedule.routes.ts";
import { commentRoutes } from "#server/content/comments/comments.routes.ts";
import { contentRoutes } from "#server/content/content.routes.ts";
import { studioContentRoutes } from "#server/content/studio/studio-content.routes.ts";
import { earningsRoutes } from "#server/earnings/earnings.routes.ts";
import { createEarnings } from "#server/earnings/earnings.ts";
import { outboxRoutes } from "#server/email/outbox/outbox.routes.ts";
import { emailRoutes } from "#server/identity/email/email.routes.ts";
import { legalVersion } from "#server/identity/identity.ts";
import { passwordRoutes } from "#server/identity/password/password.routes.ts";
import { secondFactorRoutes } from "#server/identity/second-factor/second-factor.routes.ts";
import { sessionRoutes } from "#server/identity/sessions.routes.ts";
import { accountRoutes, olderCallRoutes } from "#server/identity/sign-in.routes.ts";
import { twitterCallback } from "#server/identity/twitter/callback-page.ts";
import { twitterRoutes } from "#server/identity/twitter/twitter.routes.ts";
import { ping } from "#server/kit/database/database.ts";
import { docsRoutes } from "#server/kit/http/docs-routes.ts";
import { createFormTokens } from "#server/kit/http/form-tokens.ts";
import { type Limits, memoryLimits } from "#server/kit/http/limits.ts";
import { type Listening, listenWide } from "#server/kit/http/listen.ts";
import { mountContract } from "#server/kit/http/mount.ts";
import { openApiOf } from "#server/kit/http/openapi.ts";
import { createHttpServer } from "#server/kit/http/server.ts";
import { startJobs } from "#server/kit/jobs.ts";
import { type Nodes, openNodes } from "#server/kit/nodes/nodes.ts";
import type { NodeOwnership } from "#server/kit/nodes/ownership.ts";
import { healthRoutes, operatorGate } from "#server/kit/ops/health-routes.ts";
import { createMetrics, type Metrics, measureRequests } from "#server/kit/ops/metrics.ts";
import type { Relay } from "#server/kit/outbox/relay.ts";
import { measureProcess, watchPressure } from "#server/kit/overload/pressure.ts";
import { redisLimits } from "#server/kit/redis/redis-limits.ts";
import { legalRoutes } from "#server/legal/legal.routes.ts";
import { openLegal } from "#server/legal/legal.ts";
import { photosRoutes } from "#server/messaging/media/upload.routes.ts";
import { messagingRoutes } from "#server/messaging/messaging.routes.ts";
import { notificationRoutes, unsubscribeRoute } from "#server/notifications/notifications.routes.ts";
import { savedSearchRoutes } from "#server/notifications/saved-searches.ts";
import { paymentCallbacks } from "#server/payments/callbacks.ts";
import { confirmRoutes } from "#server/payments/confirm-routes.ts";
import { paymentRoutes } from "#server/payments/payments.routes.ts";
import { profileRoutes } from "#server/profiles/profiles.routes.ts";
import { pushRoutes } from "#server/push/push.routes.ts";
import { moderationRoutes } from "#server/rooms/moderation.routes.ts";
import { paidShowRoutes } from "#server/rooms/paid-shows.routes.ts";
import { roomRoutes } from "#server/rooms/rooms.routes.ts";
import { showRoutes } from "#server/rooms/shows.routes.ts";
import { studioRoutes } from "#server/rooms/studio.routes.ts";
import { privateFileRoutes, storageRoutes } from "#server/storage/storage.routes.ts";
import { watchFiles } from "#server/storage/storage.ts";
import { uploadsRoutes } from "#server/storage/uploads/uploads.routes.ts";
import { noticeRoutes } from "#server/subscriptions/notices.ts";
import { subscriptionRoutes } from "#server/subscriptions/subscriptions.routes.ts";
import { adminRoutes } from "#server/support/admin/admin.routes.ts";
import { reportRoutes, supportRoutes } from "#server/support/support.routes.ts";
import { walletRoutes } from "#server/wallet/wallet.routes.ts";
import { loginFormRoutes } from "#server/web/login-form/login-form.ts";
import { mountDevelopmentPages } from "#server/web/pages.ts";
import { serveWeb, type WebNeeds } from "#server/web/web.ts";
import { followRooms } from "./app/follow-rooms.ts";
import { liveFromOf } from "./app/list-reads.ts";
import { belongsToOwner, mediaDuty } from "./app/media-duty.ts";
import { createModules, type Modules } from "./app/modules.ts";
import type { AppNeeds } from "./app/needs.ts";
import { countRefusals, reconcile, recurringJobs, watchFigures } from "./app/operations.ts";
import { originGate } from "./app/origin-gate.ts";
import { priorityOf } from "./app/priorities.ts";
import { fileReaders } from "./app/private-file-access.ts";
import { publicFiles } from "./app/public-files.ts";
import { mountMedia } from "./app/publish-access.ts";
import { rankModels } from "./app/rank-models.ts";
import { relayEvents } from "./app/relay-events.ts";

export type { Modules } from "./app/modules.ts";
export type { AppNeeds, Hooks } from "./app/needs.ts";

/** The running application: one HTTP server with everything behind it. */
export type App = {
  http: FastifyInstance;
  modules: Modules;
  relay: Relay;
  /** Settles what a crash left open and audits the ledger; the staff reads the results. */
  check(): Promise<void>;
  /** Ranks the models by what they earned; a job repeats it every hour. */
  rank(): Promise<void>;
  /** Listens on a port; answers the address. */
  listen(port: number, host: string): Promise<string>;
  /** Says goodbye to every page and finishes what is under way. The database is the caller's to close. */
  stop(): Promise<void>;
};

/** How long a node that stops has been not ready, and its sockets take to leave, before it closes its doors. */
const drainMs = 5_000;

/** Puts the application together: the only file that knows every module. */
export async function createApp(needs: AppNeeds): Promise<App> {
  const { load = {} } = needs;
  const { refuseAfterMs } = needs.config;
  const measure = load.measure ? { read: load.measure } : measureProcess(needs.db);
  const pressure = watchPressure(measure, needs, refuseAfterMs);
  const limits = needs.redis ? redisLimits(needs.redis) : memoryLimits();
  const nodes = needs.nodes ? await openNodes(needs.nodes, needs) : null;
  const modules = createModules(needs, { limits, pressure, nodes });
  await modules.privateFiles.open();
  const relay = relayEvents(needs, modules);
  const metrics = createMetrics(needs.nodes?.name);
  const onRefused = countRefusals(metrics, pressure);
  const http = createHttpServer({
    log: needs.log,
    limits,
    trustProxy: needs.config.trustProxy,
    connectionsPerAddress: needs.config.connectionsPerAddress,
    admission: { pressure, priorityOf, onRefused, waitMsMax: 2 * refuseAfterMs, ...load },
    develop: needs.developFrom !== undefined,
    secure: needs.config.publicOrigin.startsWith("https:"),
  });
  measureRequests(http, metrics);
  const audit = watchFigures(metrics, needs, modules, relay);
  if (nodes)
    metrics.gauge("fanlight_media_owner", "1 on the node that owns the media", () =>
      nodes.ownership.isMine() ? 1 : 0,
    );
  const isStopping = { now: false };
  nodes?.passOn(http, belongsToOwner);
  await mountRoutes(
    http,
    {
      ...needs,
      limits,
      isStopping,
      ownership: nodes?.ownership ?? null,
      passOnUpgrades: nodes?.passOnUpgrades ?? null,
    },
    modules,
    metrics,
  );
  await modules.messaging.resumeMassMessages();
  await modules.support.resumeRefunds();
  const jobs = await startJobs(
    needs.db,
    {
      recurring: recurringJobs(needs, modules, audit),
      queued: {
        ...modules.mailer.work,
        ...modules.identity.password.work,
        ...modules.messaging.work,
        ...modules.notifications.work,
        ...modules.support.queuedWork,
      },
    },
    needs.log,
  );
  const follower = followRooms(needs, modules);
  if (!nodes) await follower.takeOver();
  relay.start();
  modules.payments.start();
  modules.realtime.attach(http.server);
  if (nodes) {
    await http.ready();
    nodes.start(http, mediaDuty(needs, modules, follower));
    keepUpWithOthers(needs, modules);
  }
  let listening: Listening | null = null;
  return {
    http,
    modules,
    relay,
    check: async () => {
      await reconcile(modules);
      await audit.run();
    },
    rank: rankModels(needs, modules),
    async listen(port, host) {
      listening = await listenWide(http, { port, host });
      return listening.address;
    },
    async stop() {
      isStopping.now = true;
      if (needs.redis) await modules.realtime.drain(drainMs);
      pressure.stop();
      if (!nodes) follower.stop();
      await modules.realtime.stop();
      // First: while this server closes, it refuses whatever comes, also by way of another node.
      await nodes?.closeToOthers();
      await Promise.all([listening?.close(), http.close()]);
      await nodes?.stop();
      follower.stop();
      await modules.rooms.handOver().catch((err) => needs.log.warn({ err }, "shows were not handed over"));
      needs.transport?.close();
      await jobs.stop();
      await modules.payments.stop();
      await modules.subscriptions.stop();
      modules.replica?.stop();
      await relay.stop();
    },
  };
}

const keepUpEveryMs = 1_000;

/** What a process remembers between requests, and other nodes change: who may write to whom, and which links are revoked. */
function keepUpWithOthers({ clock, log }: AppNeeds, { messaging, privateFiles }: Modules): void {
  clock.every(keepUpEveryMs, () => {
    messaging.accessChanged();
    privateFiles.refresh().catch((err) => log.warn({ err }, "revoked links were not read"));
  });
}

async function mountRoutes(
  http: FastifyInstance,
  needs: AppNeeds & {
    limits: Limits;
    isStopping: { readonly now: boolean };
    ownership: NodeOwnership | null;
    passOnUpgrades: Nodes["passOnUpgrades"] | null;
  },
  modules: Modules,
  metrics: Metrics,
): Promise<void> {
  const { db, clock, config, media, web, hooks } = needs;
  const { identity, catalog, messaging, notifications, payments, realtime, rooms } = modules;
  const { subscriptions, wallet, support, profiles } = modules;
  const secure = config.publicOrigin.startsWith("https:");
  const accountHandlers = {
    ...accountRoutes(identity, needs.limits),
    ...passwordRoutes({ identity, secure }),
  };
  const handlers = {
    ...accountHandlers,
    ...olderCallRoutes(accountHandlers),
    ...profileRoutes({ profiles, cookies: identity.cookies }),
    ...sessionRoutes(identity),
    ...secondFactorRoutes({ identity, db }),
    ...emailRoutes({ identity, profiles, secure }),
    ...twitterRoutes({ identity, profiles, publicOrigin: config.publicOrigin, isOurs: originGate(config) }),
    ...walletRoutes({
      wallet,
      db,
      showsOf: rooms.paid.showsOfTransfers,
      purchasesOf: (fanId) => payments.purchasesOf(db, fanId),
    }),
    ...paymentRoutes(payments),
    ...subscriptionRoutes({ subscriptions, db }),
    ...lastConnectionRoutes({ accounts: identity, catalog, db, clock }),
    ...catalogRoutes({
      catalog,
      db,
      clock,
      subscriptionState: (fanId, modelId) => subscriptions.state(db, fanId, modelId),
      isNotified: (pair) => notifications.isNotified(db, pair),
      contentCounts: (modelId) => modules.content.countsOf(modelId),
      notifiedOf: (fanId, modelIds) => notifications.notifiedOf(db, fanId, modelIds),
      liveFrom: () => liveFromOf(realtime),
      promosOf: (fanId) => rooms.promosOf(fanId),
    }),
    ...contentRoutes(modules),
    ...commentRoutes(modules),
    ...studioContentRoutes(modules),
    ...messagingRoutes({ messaging, position: realtime.position }),
    ...notificationRoutes(notifications),
    ...savedSearchRoutes(notifications.searches),
    ...pushRoutes(modules.push),
    ...roomRoutes({
      rooms,
      position: realtime.position,
      ticketFor: (subject) => realtime.issueTicket(subject),
    }),
    ...studioRoutes({ rooms, db }),
    ...moderationRoutes({ rooms }),
    ...earningsRoutes(createEarnings({ ...modules, db })),
    ...listingRoutes({ catalog, db, clock }),
    ...scheduleRoutes({ catalog }),
    ...galleryRoutes({ catalog, db }),
    ...paidShowRoutes({ rooms }),
    ...showRoutes({ rooms, catalog, subscriptions, db, clock, position: realtime.position }),
    ...adminRoutes({ ...modules, accounts: identity, db, clock, payoutCents: config.payoutCents }),
    ...supportRoutes({ support, supportEmail: config.supportEmail }),
    ...reportRoutes({ db, support, identity }),
    ...legalRoutes(await openLegal({ version: legalVersion })),
  };
  mountContract(http, contract, handlers, identity.authenticate, {
    countryHeader: config.countryHeader,
    incoming: modules.privateFiles.incoming,
    uploads: modules.uploads,
  });
  const { authenticate } = identity;
  await http.register(uploadsRoutes({ uploads: modules.uploads, authenticate }));
  const tokens = createFormTokens(needs.secret, clock);
  const signIn = accountHandlers["POST /api/web_login"];
  await http.register(loginFormRoutes({ signIn, tokens, authenticate: identity.authenticate }));
  await http.register(paymentCallbacks(payments));
  await http.register(confirmRoutes(payments));
  await http.register(noticeRoutes(subscriptions));
  await storageRoutes(http, modules.storage);
  await privateFileRoutes(http, modules.privateFiles, fileReaders(modules), clock);
  await http.register(
    photosRoutes({
      messaging,
      authenticate: identity.authenticate,
      isOurs: originGate(config),
      incoming: modules.privateFiles.incoming,
      uploads: modules.uploads,
    }),
  );
  if (config.demo && !needs.transport) await http.register(outboxRoutes({ mailer: modules.mailer, db }));
  await http.register(unsubscribeRoute(notifications));
  await http.register(twitterCallback(identity));
  await mountMedia(http, needs, modules);
  const checks = {
    database: () => ping(db),
    realtime: realtime.healthy,
    media: media.healthy,
    // So that no more is sent here.
    staying: () => !needs.isStopping.now,
  };
  const shared = async () => (realtime.isShared() ? null : "Redis is away; sockets wait for it");
  const owned = async () => ((await needs.ownership?.owner()) ? null : "no node owns the media yet");
  const files = watchFiles(needs.files, clock);
  metrics.gauge("fanlight_files_available", "Whether files can be stored and read", async () =>
    (await files()) === null ? 1 : 0,
  );
  const isOperator = operatorGate(config.metricsToken);
  healthRoutes(http, {
    checks,
    hindrances: {
      files,
      ...(needs.redis ? { redis: shared } : {}),
      ...(needs.ownership ? { owner: owned } : {}),
    },
    metrics,
    isOperator,
  });
  await docsRoutes(
    http,
    openApiOf(
      { ...contract, ...loginFormContract, ...photosContract },
      { origin: config.publicOrigin, photosOrigin: config.photosOrigin },
    ),
  );
  publicFiles(http, {
    ...{ config, clock, newestItems: modules.content.newest },
    listedLogins: (max) => catalog.listedLogins(db, max),
  });
  await hooks?.routes?.(http);
  if (web)
    await http.register((scope) =>
      mountPages(
        scope,
        { ...web, sessions: identity, refuseAfterMs: config.refuseAfterMs },
        needs.developFrom,
      ),
    );
}

async function mountPages(scope: FastifyInstance, web: WebNeeds, developFrom?: string): Promise<void> {
  const source = developFrom ? { developmentPages: await mountDevelopmentPages(scope, developFrom) } : {};
  await serveWeb(scope, { ...web, ...source });
}
