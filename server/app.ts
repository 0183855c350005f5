import type { FastifyInstance } from "fastify";
import { type Limits, memoryLimits } from "#server/kit/http/limits.ts";
import { type Listening, listenWide } from "#server/kit/http/listen.ts";
import { createHttpServer } from "#server/kit/http/server.ts";
import { startJobs } from "#server/kit/jobs.ts";
import { openNodes } from "#server/kit/nodes/nodes.ts";
import { createMetrics, measureRequests, type Metrics } from "#server/kit/ops/metrics.ts";
import type { Relay } from "#server/kit/outbox/relay.ts";
import { measureProcess, type Pressure, watchPressure } from "#server/kit/overload/pressure.ts";
import { redisLimits } from "#server/kit/redis/redis-limits.ts";
import { countRefusals, watchFigures } from "./app/figures.ts";
import { followRooms } from "./app/follow-rooms.ts";
import { belongsToOwner, mediaDuty } from "./app/media-duty.ts";
import { createModules } from "./app/modules.ts";
import type { AppNeeds, Modules } from "./app/needs.ts";
import { recurringJobs, runChecks } from "./app/operations.ts";
import { priorityOf } from "./app/priorities.ts";
import { rankModels } from "./app/rank-models.ts";
import { relayEvents } from "./app/relay-events.ts";
import { mountRoutes } from "./app/routes.ts";
import { legalOf } from "./app/wiring/legal.ts";

export type { AppNeeds, Hooks, Modules, Published } from "./app/needs.ts";

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

/** Puts the application together. */
export async function createApp(needs: AppNeeds): Promise<App> {
  const { load = {} } = needs;
  const { refuseAfterMs } = needs.config;
  const measure = load.measure ? { read: load.measure } : measureProcess(needs.db);
  const pressure = watchPressure(measure, needs, refuseAfterMs);
  const limits = needs.redis ? redisLimits(needs.redis) : memoryLimits();
  const nodes = needs.nodes ? await openNodes(needs.nodes, needs) : null;
  const legal = await legalOf(needs.config);
  const modules = createModules(needs, { limits, pressure, nodes, legal });
  await modules.privateFiles.open();
  const relay = relayEvents(needs, modules);
  const metrics = createMetrics(needs.nodes?.name);
  const http = openHttp(needs, { pressure, limits, metrics });
  measureRequests(http, metrics);
  watchFigures(metrics, needs, modules, relay);
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
      legal,
      isStopping,
      ownership: nodes?.ownership ?? null,
      passOnUpgrades: nodes?.passOnUpgrades ?? null,
    },
    modules,
    metrics,
  );
  await modules.messaging.resumeMassMessages();
  await modules.support.resumeRefunds();
  const jobs = await startAllJobs(needs, modules);
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
    check: () => runChecks(needs, modules),
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
      // While the media are still this process's, so that what has flowed is charged.
      await modules.shows.handOver().catch((err) => needs.log.warn({ err }, "shows were not handed over"));
      await nodes?.stop();
      follower.stop();
      needs.transport?.close();
      await jobs.stop();
      await modules.payments.stop();
      await modules.subscriptions.stop();
      modules.replica?.stop();
      await relay.stop();
    },
  };
}

type HttpParts = { pressure: Pressure; limits: Limits; metrics: Metrics };

/** The server of pages, calls and sockets, without its routes; it refuses new work while the process is late. */
function openHttp(needs: AppNeeds, { pressure, limits, metrics }: HttpParts): FastifyInstance {
  const { load = {} } = needs;
  const onRefused = countRefusals(metrics, pressure);
  return createHttpServer({
    log: needs.log,
    limits,
    trustProxy: needs.config.trustProxy,
    connectionsPerAddress: needs.config.connectionsPerAddress,
    takeMedia: takeMediaOf(needs),
    admission: { pressure, priorityOf, onRefused, waitMsMax: 2 * needs.config.refuseAfterMs, ...load },
    develop: needs.developFrom !== undefined,
    hsts: needs.config.hsts,
  });
}

/** Starts the recurring jobs, and those that modules queue. */
function startAllJobs(needs: AppNeeds, modules: Modules) {
  return startJobs(
    needs.db,
    {
      recurring: recurringJobs(needs, modules),
      queued: {
        ...modules.identity.password.work,
        ...modules.messaging.work,
        ...modules.notifications.work,
        ...modules.subscriptions.work,
        ...modules.support.queuedWork,
      },
      apart: [modules.mailer.work, modules.notifications.pushWork, modules.messaging.videoWork],
    },
    needs.log,
  );
}

/** Where connections for media go that come to the port of the pages; LiveKit has ports of its own. */
function takeMediaOf({ config, media }: AppNeeds) {
  return config.mediaTcp === "shared" && "passOn" in media ? media.passOn : undefined;
}

const keepUpEveryMs = 1_000;

/**
 * Follows the facts that a process remembers between requests, and other nodes change: who may write to whom, and
 * which links are revoked.
 */
function keepUpWithOthers({ clock, log }: AppNeeds, { messaging, privateFiles }: Modules): void {
  clock.every(keepUpEveryMs, () => {
    messaging.accessChanged();
    privateFiles.refresh().catch((err) => log.warn({ err }, "revoked links were not read"));
  });
}
