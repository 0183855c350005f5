import type { Clock } from "#server/kit/clock.ts";
import { inSlowTransaction } from "#server/kit/database/transaction.ts";
import { countGivenUp, type Jobs } from "#server/kit/jobs.ts";
import type { Metrics } from "#server/kit/ops/metrics.ts";
import { oldestWaitingSeconds } from "#server/kit/outbox/outbox-store.ts";
import type { Relay } from "#server/kit/outbox/relay.ts";
import type { Pressure, Reading } from "#server/kit/overload/pressure.ts";
import { unreadProblems } from "#server/messaging/messaging.ts";
import { isOutdated } from "#server/support/support.ts";
import type { AppNeeds, Modules } from "./needs.ts";
import { rankModels } from "./rank-models.ts";

/** A check reads the whole ledger, or every unread message, which takes longer than any other statement may. */
const checkMsMax = 300_000;

/** Audits the ledger and keeps the result, which is one of the figures and shown to the staff. */
export async function auditLedger(
  { db, log }: Pick<AppNeeds, "db" | "log">,
  { support, wallet }: Pick<Modules, "support" | "wallet">,
): Promise<void> {
  const report = await inSlowTransaction(db, checkMsMax, (tx) => wallet.audit(tx));
  await support.keepCheck("ledger_audit", report.ok, report);
  if (!report.ok) log.error({ report }, "the ledger does not add up");
}

/** Counts what nobody has read of every chat, and compares it with the numbers that are kept of it. */
export async function checkUnread({ db, log }: Pick<AppNeeds, "db" | "log">): Promise<void> {
  const problems = await inSlowTransaction(db, checkMsMax, unreadProblems);
  if (problems.length > 0) log.error({ problems }, "unread messages are counted wrong");
}

/** Figures that an operator watches. */
export function watchFigures(
  metrics: Metrics,
  { media, db, clock }: AppNeeds,
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
  metrics.gauge("fanlight_media_viewers", "Playback sessions", viewers);
  metrics.gauge("fanlight_media_publishers", "Rooms whose media arrives", publishers);
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

/** No upload takes longer: what is older is left of a process that died. */
const uploadHoursMax = 12;

/** The jobs that run by the clock. */
export function recurringJobs(needs: AppNeeds, modules: Modules): Jobs {
  const { db, clock } = needs;
  const { identity, profiles, content, mailer, wallet, rooms, shows, messaging, privateFiles, uploads } =
    modules;
  const { subscriptions, support, catalog, notifications, push, payments } = modules;
  const uploadsBefore = () => new Date(clock.now().getTime() - uploadHoursMax * 3_600_000);
  return {
    reconcile_payments: { schedule: "*/5 * * * *", work: () => reconcile(modules) },
    report_days: { schedule: "3 * * * *", work: () => payments.reportDays() },
    tell_subscription_gateways: { schedule: "* * * * *", work: () => subscriptions.syncGateways() },
    ask_about_prices: { schedule: "* * * * *", work: () => subscriptions.askAboutPrices() },
    remind_of_renewals: { schedule: "*/10 * * * *", work: () => subscriptions.remindOfRenewals() },
    roll_up_earnings: { schedule: "* * * * *", work: () => wallet.rollUp(db) },
    rank_models: { schedule: "17 * * * *", work: rankModels(needs, modules) },
    mail_digests: { schedule: "*/10 * * * *", work: () => notifications.mailDigests() },
    remind_of_broadcasts: { schedule: "*/5 * * * *", work: () => notifications.remindOfBroadcasts() },
    sweep_held_pushes: { schedule: "*/10 * * * *", work: () => notifications.sweepHeld() },
    erase_accounts: { schedule: "41 * * * *", work: () => profiles.eraseClosed() },
    audit_ledger: { schedule: "*/10 * * * *", work: () => auditLedger(needs, modules) },
    check_unread: { schedule: "27 * * * *", work: () => checkUnread(needs) },
    trim_mails: { schedule: "23 4 * * *", work: () => mailer.trim() },
    erase_tickets: { schedule: "41 3 * * *", work: () => support.erase() },
    sweep_uploads: { schedule: "17 * * * *", work: () => privateFiles.sweepIncoming(uploadsBefore()) },
    sweep_unused_uploads: { schedule: "37 * * * *", work: () => uploads.sweep() },
    trim_link_cuts: { schedule: "47 4 * * *", work: () => privateFiles.trimRevocations() },
    sweep_content: { schedule: "11 * * * *", work: () => content.sweep() },
    sweep_chat_files: { schedule: "29 * * * *", work: () => messaging.sweepFiles() },
    sweep_page_pictures: { schedule: "41 4 * * *", work: () => catalog.listing.sweepPictures() },
    sweep_evidence: { schedule: "19 5 * * *", work: () => support.pictures.sweep() },
    sweep_live_pictures: { schedule: "*/5 * * * *", work: () => catalog.livePictures.sweep() },
    sweep_gallery: { schedule: "43 4 * * *", work: () => catalog.gallery.sweep() },
    sweep_avatars: { schedule: "53 4 * * *", work: () => profiles.sweepAvatars() },
    trim_push_devices: { schedule: "31 4 * * *", work: () => push.trim() },
    trim_sessions: { schedule: "23 4 * * *", work: () => identity.trimSessions() },
    trim_mailed_links: { schedule: "37 4 * * *", work: () => identity.trim() },
    expire_promos: { schedule: "* * * * *", work: () => shows.promos.expire() },
    trim_promo_links: { schedule: "11 4 * * *", work: () => shows.promos.trim() },
    trim_watched: { schedule: "17 4 * * *", work: () => catalog.watched.trim() },
    trim_room_lines: { schedule: "7 * * * *", work: () => rooms.chat.trim() },
    trim_show_answers: { schedule: "7 * * * *", work: () => shows.trimAnswers() },
  };
}

/** Settles what is open and keeps the result for the staff. */
export async function reconcile({ payments, support }: Pick<Modules, "payments" | "support">): Promise<void> {
  const report = await payments.reconcile();
  await support.keepCheck("reconciliation", report.failed === 0, report);
}

/** Both checks, one after the other; a reconciliation that fails keeps the ledger from no audit. */
export async function runChecks(needs: Pick<AppNeeds, "db" | "log">, modules: Modules): Promise<void> {
  try {
    await reconcile(modules);
  } finally {
    await auditLedger(needs, modules);
  }
}
