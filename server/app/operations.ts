import { inSlowTransaction } from "#server/kit/database/transaction.ts";
import type { Jobs } from "#server/kit/jobs.ts";
import { unreadProblems } from "#server/messaging/messaging.ts";
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
