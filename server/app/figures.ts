import { statfs } from "node:fs/promises";
import type { Clock } from "#server/kit/clock.ts";
import { countGivenUp } from "#server/kit/jobs.ts";
import type { Metrics } from "#server/kit/ops/metrics.ts";
import { oldestWaitingSeconds } from "#server/kit/outbox/outbox-store.ts";
import type { Relay } from "#server/kit/outbox/relay.ts";
import type { Pressure, Reading } from "#server/kit/overload/pressure.ts";
import { programVersion } from "#server/kit/version.ts";
import type { MediaEngine } from "#server/media/media.ts";
import { isOutdated } from "#server/support/support.ts";
import type { AppNeeds, Modules } from "./needs.ts";

/** Figures that an operator watches. */
export function watchFigures(
  metrics: Metrics,
  { media, db, clock, config }: AppNeeds,
  modules: Modules,
  relay: Relay,
): void {
  const { mailer, realtime, replica, support } = modules;
  const viewers = () => [...media.rooms().values()].reduce((sum, room) => sum + room.viewers.length, 0);
  const publishers = () => [...media.rooms().values()].filter((room) => room.mediaReceiving).length;
  metrics.gauge(
    "fanlight_ledger_sound",
    "1 when the last audit of the ledger found nothing and is no older than 30 minutes",
    async () => {
      const last = (await support.checks(db)).find(({ name }) => name === "ledger_audit");
      return last?.ok && !isOutdated(last.at, clock.now()) ? 1 : 0;
    },
  );
  metrics.gauge("fanlight_sockets", "Open event sockets", () => realtime.stats().sockets);
  metrics.total(
    "fanlight_events_delivered_total",
    "Events delivered to sockets since start",
    () => realtime.stats().delivered,
  );
  metrics.total(
    "fanlight_events_skipped_total",
    "Events that slow sockets missed since start",
    () => realtime.stats().skipped,
  );
  if ("processIds" in media)
    metrics.gauge(
      "fanlight_media_workers_down",
      "Processes of the media engine that are not up; their rooms are carried by the others",
      () => media.processIds().filter((id) => id === null).length,
    );
  metrics.gauge("fanlight_media_viewers", "Playback sessions", viewers);
  metrics.gauge("fanlight_media_publishers", "Rooms whose media arrives", publishers);
  if ("loss" in media) watchLoss(metrics, media);
  metrics.total(
    "fanlight_outbox_delivered_total",
    "Events delivered since start",
    () => relay.totals().delivered,
  );
  metrics.total(
    "fanlight_outbox_dead_total",
    "Events set aside after too many failures",
    () => relay.totals().dead,
  );
  metrics.gauge(
    "fanlight_outbox_oldest_seconds",
    "How long the oldest event has waited that is neither delivered nor set aside",
    () => oldestWaitingSeconds(db, clock.now()),
  );
  if (replica)
    metrics.gauge(
      "fanlight_replica_lag_seconds",
      "How far the replica is behind the database; +Inf while lists are searched in the database",
      () => replica.lagSeconds(),
    );
  metrics.gauge("fanlight_mails_waiting", "Mails not sent yet", () => mailer.waiting(db));
  metrics.gauge("fanlight_jobs_given_up", "Jobs that failed as often as they are tried", () =>
    countGivenUp(db),
  );
  watchMoney(metrics, clock, modules);
  watchShows(metrics, clock, modules);
  watchMachine(metrics, config.dataDir);
}

/** Figures of the media engine. LiveKit has such figures of its own. */
function watchLoss(metrics: Metrics, media: Pick<MediaEngine, "loss">): void {
  metrics.total(
    "fanlight_media_packets_expected_total",
    "Packets that viewers by WebRTC were to receive since the engine began, by their reports",
    () => media.loss().expected,
  );
  metrics.total(
    "fanlight_media_packets_lost_total",
    "Those of them that did not come, before any repeat",
    () => media.loss().lost,
  );
}

/** The version that runs, and the space that is left to it. */
function watchMachine(metrics: Metrics, dataDir: string): void {
  metrics.gauges("fanlight_info", "1, with the version of the program", ["version"], async () => [
    { labels: { version: programVersion }, value: 1 },
  ]);
  metrics.gauge(
    "fanlight_disk_free_share",
    "Space left on the disk of the data folder, of all it has",
    async () => {
      const { bavail, blocks } = await statfs(dataDir);
      return bavail / blocks;
    },
  );
}

/** Figures of paid shows and promos. */
function watchShows(metrics: Metrics, clock: Clock, { shows }: Pick<Modules, "shows">): void {
  metrics.gauges(
    "fanlight_shows_open",
    "Who takes part in shows now, by the kind of the show and their part in it",
    ["mode", "role"],
    async () =>
      (await shows.openNow()).map(({ mode, role, count }) => ({ labels: { mode, role }, value: count })),
  );
  metrics.gauge(
    "fanlight_meters_late_seconds",
    "For how long the meter of an open show has been kept by no node; 0 while all of them are",
    async () => {
      const until = await shows.keptUntil();
      return until ? Math.max(0, clock.now().getTime() - until.getTime()) / 1000 : 0;
    },
  );
}

/** Figures of payments; each is one short read, of which a scrape makes one a node. */
function watchMoney(metrics: Metrics, clock: Clock, { payments }: Pick<Modules, "payments">): void {
  metrics.gauge(
    "fanlight_payments_unknown_seconds",
    "How long the oldest payment has waited whose gateway has not answered",
    async () => {
      const since = await payments.unknownSince();
      return since ? (clock.now().getTime() - since.getTime()) / 1000 : 0;
    },
  );
  metrics.gauge("fanlight_chargebacks_open", "Chargebacks that staff have to decide about", () =>
    payments.openChargebacks(),
  );
  metrics.gauges(
    "fanlight_payments_last_hour",
    "Payments of tokens that took a step within the hour, by gateway and outcome",
    ["gateway", "outcome"],
    async () => {
      const steps = await payments.stepsSince(new Date(clock.now().getTime() - 3_600_000));
      return steps.map(({ gateway, step, count }) => ({ labels: { gateway, outcome: step }, value: count }));
    },
  );
}

/** Figures of the pressure on this process. Answers what counts one refusal. */
export function countRefusals(metrics: Metrics, pressure: Pick<Pressure, "reading">): () => void {
  const refused = metrics.counter(
    "fanlight_refused_overloaded_total",
    "Requests refused because the process was late",
  );
  const gauge = (name: keyof Reading, help: string) =>
    metrics.gauge(
      `fanlight_pressure_${name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`,
      help,
      () => pressure.reading()[name],
    );
  gauge("loopDelayMs", "Delay of the event loop");
  gauge("poolWaitMs", "Wait of the first request for a database connection");
  gauge("heapShare", "Heap in use, of what it may grow to");
  gauge("memoryShare", "Resident memory, of what there is");
  return () => refused.inc();
}
