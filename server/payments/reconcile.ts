import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { queryIntent } from "./query-intent.ts";
import { submittingMaxMs } from "./rules/waiting.ts";
import { settleIntent } from "./settle-intent.ts";
import { forgetOldAttempts } from "./store/attempts.ts";
import type { Intent } from "./store/intents.ts";
import { claimDue, lockLostSubmissions } from "./store/waiting-intents.ts";

export type Reconciliation = {
  /** Requests that were lost with their process and now wait for the gateway's word. */
  resumed: number;
  /** Payments the gateway was asked about. */
  queried: number;
  /** Payments that moved on. */
  settled: number;
  /** Payments about which asking failed; they stay due. */
  failed: number;
};

const batchMax = 100;
const attemptsKeptMs = 48 * 3_600_000;

/**
 * Finds out what became of every payment without an answer: requests cut off by a crash, time-outs, fans on the
 * gateway's page, late money. Safe on several nodes at once and after any interruption.
 */
export async function reconcile(needs: PaymentsNeeds): Promise<Reconciliation> {
  const now = needs.clock.now();
  const resumed = await resumeLost(needs, now);
  const due = await inTransaction(needs.db, (tx) => claimDue(tx, now, batchMax));
  const report: Reconciliation = { resumed, queried: due.length, settled: 0, failed: 0 };
  for (const intent of due) await ask(needs, intent, report);
  await inTransaction(needs.db, (tx) => forgetOldAttempts(tx, new Date(now.getTime() - attemptsKeptMs)));
  return report;
}

async function resumeLost(needs: PaymentsNeeds, now: Date): Promise<number> {
  const lost = { kind: "unknown", detail: "the request was cut off" } as const;
  return inTransaction(needs.db, async (tx) => {
    const intents = await lockLostSubmissions(tx, new Date(now.getTime() - submittingMaxMs), batchMax);
    for (const intent of intents) await settleIntent(needs, tx, intent, lost, "reconciliation");
    return intents.length;
  });
}

/** One payment that cannot be settled must not keep the others waiting. */
async function ask(needs: PaymentsNeeds, intent: Intent, report: Reconciliation): Promise<void> {
  try {
    if ((await queryIntent(needs, intent)).verdict === "applied") report.settled++;
  } catch (error) {
    report.failed++;
    needs.log.error({ intentId: intent.id, error: String(error) }, "a payment could not be reconciled");
  }
}
