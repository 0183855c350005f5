import type { FastifyInstance } from "fastify";
import { loginFormContract } from "#contract/accounts.ts";
import { photosContract } from "#contract/chat-files.ts";
import { contract } from "#contract/contract.ts";
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
import { passwordRoutes } from "#server/identity/password/password.routes.ts";
import { secondFactorRoutes } from "#server/identity/second-factor/second-factor.routes.ts";
import { sessionRoutes } from "#server/identity/sessions.routes.ts";
import { accountRoutes, legacyRoutes } from "#server/identity/sign-in.routes.ts";
import { twitterCallback } from "#server/identity/twitter/callback-page.ts";
import { twitterRoutes } from "#server/identity/twitter/twitter.routes.ts";
import { ping } from "#server/kit/database/database.ts";
import { docsRoutes } from "#server/kit/http/docs-routes.ts";
import { createFormTokens } from "#server/kit/http/form-tokens.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { mountContract } from "#server/kit/http/mount.ts";
import { openApiOf } from "#server/kit/http/openapi.ts";
import type { Nodes } from "#server/kit/nodes/nodes.ts";
import type { NodeOwnership } from "#server/kit/nodes/ownership.ts";
import { healthRoutes, operatorGate } from "#server/kit/ops/health-routes.ts";
import type { Metrics } from "#server/kit/ops/metrics.ts";
import { legalRoutes } from "#server/legal/legal.routes.ts";
import type { Legal } from "#server/legal/legal.ts";
import { photosRoutes } from "#server/messaging/media/upload.routes.ts";
import { messagingRoutes } from "#server/messaging/messaging.routes.ts";
import { notificationRoutes, unsubscribeRoute } from "#server/notifications/notifications.routes.ts";
import { savedSearchRoutes } from "#server/notifications/saved-searches.ts";
import { paymentCallbacks } from "#server/payments/callbacks.ts";
import { paymentRoutes } from "#server/payments/payments.routes.ts";
import { confirmRoutes } from "#server/payments/purchase/confirm-routes.ts";
import { savedCardRoutes } from "#server/payments/saved-cards/saved-card.routes.ts";
import { profileRoutes } from "#server/profiles/profiles.routes.ts";
import { pushRoutes } from "#server/push/push.routes.ts";
import { moderationRoutes } from "#server/rooms/moderation.routes.ts";
import { roomRoutes } from "#server/rooms/rooms.routes.ts";
import { goalsOf, shapeOf } from "#server/rooms/rooms.ts";
import { studioRoutes } from "#server/rooms/studio.routes.ts";
import { paidShowRoutes } from "#server/shows/paid-shows.routes.ts";
import { showRoutes } from "#server/shows/shows.routes.ts";
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
import { liveFromOf } from "./list-reads.ts";
import { mountMedia } from "./media-access.ts";
import type { AppNeeds, Modules } from "./needs.ts";
import { originGate } from "./origin-gate.ts";
import { fileReaders } from "./private-file-access.ts";
import { publicFiles } from "./public-files.ts";

type RouteNeeds = AppNeeds & {
  limits: Limits;
  legal: Legal;
  isStopping: { readonly now: boolean };
  ownership: NodeOwnership | null;
  passOnUpgrades: Nodes["passOnUpgrades"] | null;
};

/** Mounts everything that the application answers: the calls of the contract, forms, callbacks, files, media and pages. */
export async function mountRoutes(
  http: FastifyInstance,
  needs: RouteNeeds,
  modules: Modules,
  metrics: Metrics,
): Promise<void> {
  const { db, clock, config, web, hooks } = needs;
  const { identity, catalog, messaging, notifications, payments, subscriptions } = modules;
  const { authenticate } = identity;
  const handlers = contractHandlers(needs, modules);
  mountContract(http, contract, handlers, authenticate, {
    countryHeader: config.countryHeader,
    incoming: modules.privateFiles.incoming,
    uploads: modules.uploads,
  });
  await http.register(uploadsRoutes({ uploads: modules.uploads, authenticate }));
  const tokens = createFormTokens(needs.secret, clock);
  const signIn = handlers["POST /api/web_login"];
  await http.register(loginFormRoutes({ signIn, tokens, authenticate, publicOrigin: config.publicOrigin }));
  await http.register(paymentCallbacks(payments));
  await http.register(confirmRoutes(payments));
  await http.register(noticeRoutes(subscriptions));
  await storageRoutes(http, modules.storage);
  await privateFileRoutes(http, modules.privateFiles, fileReaders(modules), clock);
  await http.register(
    photosRoutes({
      messaging,
      authenticate,
      isOurs: originGate(config),
      incoming: modules.privateFiles.incoming,
      uploads: modules.uploads,
    }),
  );
  if (config.demo && !needs.transport) await http.register(outboxRoutes({ mailer: modules.mailer, db }));
  await http.register(unsubscribeRoute(notifications));
  await http.register(twitterCallback(identity));
  await mountMedia(http, needs, modules);
  mountHealth(http, needs, modules, metrics);
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

/** The handlers that answer the calls of the contract. */
function contractHandlers({ db, clock, config, legal }: RouteNeeds, modules: Modules) {
  const { identity, catalog, messaging, notifications, payments, realtime, rooms, shows } = modules;
  const { subscriptions, wallet, support, profiles } = modules;
  const secure = config.publicOrigin.startsWith("https:");
  const accountHandlers = {
    ...accountRoutes(identity),
    ...passwordRoutes({ identity, secure }),
  };
  return {
    ...accountHandlers,
    ...legacyRoutes(accountHandlers),
    ...profileRoutes({ profiles, cookies: identity.cookies }),
    ...sessionRoutes(identity),
    ...secondFactorRoutes({ identity, db }),
    ...emailRoutes({ identity, profiles, secure }),
    ...twitterRoutes({ identity, profiles, publicOrigin: config.publicOrigin, isOurs: originGate(config) }),
    ...walletRoutes({
      wallet,
      db,
      showsOf: shows.paid.showsOfTransfers,
      purchasesOf: (fanId) => payments.purchasesOf(db, fanId),
    }),
    ...paymentRoutes(payments),
    ...savedCardRoutes(payments, identity),
    ...subscriptionRoutes({ subscriptions, db }),
    ...lastConnectionRoutes({ accounts: identity, catalog, db, clock }),
    ...catalogRoutes({
      catalog,
      db,
      clock,
      subscriptionState: (fanId, modelId) => subscriptions.state(db, fanId, modelId),
      isNotified: (pair) => notifications.isNotified(db, pair),
      contentCounts: (modelId) => modules.content.countsOf(modelId),
      notifiedOf: notifications.notifiedOf,
      liveFrom: () => liveFromOf(realtime),
      promosOf: (fanId) => shows.promos.promosOf(fanId),
      goalsOf: (modelIds) => goalsOf(db, modelIds),
      shapeOf: (modelId) => shapeOf(db, modelId),
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
    ...paidShowRoutes({ rooms, shows }),
    ...showRoutes({ rooms, shows, catalog, subscriptions, db, clock, position: realtime.position }),
    ...adminRoutes({ ...modules, accounts: identity, db, clock, payoutCents: config.payoutCents }),
    ...supportRoutes({ support, supportEmail: config.supportEmail }),
    ...reportRoutes({ db, support, identity }),
    ...legalRoutes(legal),
  };
}

function mountHealth(
  http: FastifyInstance,
  needs: RouteNeeds,
  { realtime }: Modules,
  metrics: Metrics,
): void {
  const { db, clock, config, media } = needs;
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
}

async function mountPages(scope: FastifyInstance, web: WebNeeds, developFrom?: string): Promise<void> {
  const source = developFrom ? { developmentPages: await mountDevelopmentPages(scope, developFrom) } : {};
  await serveWeb(scope, { ...web, ...source });
}
