import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { queryIntent } from "./purchase/payment-status.ts";
import { settleIntent } from "./purchase/settle-intent.ts";
import { settleOpenParts } from "./returns/settle-open-parts.ts";
import { settleSavedCards } from "./saved-cards/settle-saved-cards.ts";
import { forgetOldAttempts } from "./store/attempts.ts";
import { type Intent, lockIntent } from "./store/intents.ts";
import { claimDue } from "./store/waiting-intents.ts";

/** The work that was done since the last report. */
export type Reconciliation = {
  /** Requests that were lost with their process. */
  resumed: number;
  /** Questions to gateways. */
  queried: number;
  /** Payments that moved on. */
  settled: number;
  /** Payments about which asking failed; they stay due. */
  failed: number;
};

/**
 * Finds out what became of every payment that is due to be asked about: requests cut off by a crash, time-outs, fans
 * on the gateway's page, late money. Safe on several nodes at once and after any interruption, because what is due
 * stands in the database.
 */
export type Reconciler = {
  /** Begins to do it each second. */
  start(): void;
  /** Does it once, now, and reports what this process did since the last report. */
  reconcile(): Promise<Reconciliation>;
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
};

const batchMax = 100;
/** Asked at the same time, so that a gateway that answers slowly, or not at all, does not hold the others up for long. */
const askedAtOnceMax = 10;
const turnMs = 1_000;
const attemptsKeptMs = 48 * 3_600_000;
const nothing: Reconciliation = { resumed: 0, queried: 0, settled: 0, failed: 0 };

export function createReconciler(needs: PaymentsNeeds): Reconciler {
  const report = { ...nothing };
  let stopTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  let isFailing = false;
  let stops = 0;

  /** Whether what begins now has been stopped. */
  function untilStopped(): () => boolean {
    const before = stops;
    return () => stops > before;
  }

  /** One run at a time; a turn that comes meanwhile causes another. */
  function turn(): void {
    isDueAgain = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  async function run(): Promise<void> {
    while (isDueAgain && stopTimer) {
      isDueAgain = false;
      try {
        await settleDue(needs, report, untilStopped());
        isFailing = false;
      } catch (error) {
        if (!isFailing) needs.log.warn({ error: String(error) }, "payments could not be reconciled");
        isFailing = true;
      }
    }
  }

  return {
    start() {
      stopTimer ??= needs.clock.every(turnMs, turn);
    },
    async reconcile() {
      await running;
      await settleDue(needs, report, untilStopped());
      const before = new Date(needs.clock.now().getTime() - attemptsKeptMs);
      await inTransaction(needs.db, (tx) => forgetOldAttempts(tx, before));
      const done = { ...report };
      Object.assign(report, nothing);
      return done;
    },
    async stop() {
      stops++;
      stopTimer?.();
      stopTimer = undefined;
      await running;
    },
  };
}

/**
 * Asks about the payments that are due. Payments that it has claimed and not begun when it is stopped are due again
 * after their pause.
 */
async function settleDue(
  needs: PaymentsNeeds,
  report: Reconciliation,
  isStopped: () => boolean,
): Promise<void> {
  const now = needs.clock.now();
  for (let isFull = true; isFull && !isStopped();) {
    const due = await inTransaction(needs.db, (tx) => claimDue(tx, now, batchMax));
    isFull = due.length === batchMax;
    const waiting = [...due];
    const askInTurn = async () => {
      for (let intent = waiting.shift(); intent && !isStopped(); intent = waiting.shift())
        await ask(needs, intent, report);
    };
    await Promise.all(Array.from({ length: askedAtOnceMax }, askInTurn));
  }
  if (!isStopped()) report.settled += await settleOpenParts(needs);
  if (!isStopped()) await settleSavedCards(needs);
}

/** One payment that cannot be settled must not keep the others waiting. */
async function ask(needs: PaymentsNeeds, intent: Intent, report: Reconciliation): Promise<void> {
  report.queried++;
  try {
    if (intent.state === "submitting") {
      await resume(needs, intent.id);
      report.resumed++;
    }
    const { verdict, isAnswered } = await queryIntent(needs, intent);
    if (verdict === "applied") report.settled++;
    if (!isAnswered) needs.log.warn({ intentId: intent.id }, "a gateway could not be asked about a payment");
  } catch (error) {
    report.failed++;
    needs.log.error({ intentId: intent.id, error: String(error) }, "a payment could not be reconciled");
  }
}

/** A sale whose process has died: whether it was sent only the gateway knows. */
function resume(needs: PaymentsNeeds, id: string): Promise<unknown> {
  const lost = { kind: "unknown", detail: "the request was cut off" } as const;
  return inTransaction(needs.db, async (tx) => {
    const intent = await lockIntent(tx, id);
    if (intent) await settleIntent(needs, tx, intent, lost, "reconciliation");
  });
}
