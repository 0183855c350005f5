import { inTransaction } from "#server/kit/database/transaction.ts";
import { gatewayNamed, type PaymentsNeeds } from "./needs.ts";
import { type Settled, settleIntent } from "./settle-intent.ts";
import { type Intent, lockIntent } from "./store/intents.ts";
import { claimOne } from "./store/waiting-intents.ts";

export type Queried = Settled & {
  /** False when the gateway could not be asked. */
  isAnswered: boolean;
};

/** Asks the gateway what became of a claimed payment and stores the answer. */
export async function queryIntent(needs: PaymentsNeeds, claimed: Intent): Promise<Queried> {
  const askedAt = needs.clock.now();
  const outcome = await gatewayNamed(needs, claimed.gateway).fetch(claimed.id, claimed.gateway_reference);
  return inTransaction(needs.db, async (tx) => {
    const intent = await lockIntent(tx, claimed.id);
    if (!intent) throw new Error(`payment ${claimed.id} is gone`);
    const settled = await settleIntent(needs, tx, intent, outcome, "reconciliation", askedAt);
    return { ...settled, isAnswered: outcome.kind !== "unknown" };
  });
}

/** The same for a payment that somebody waits for; answers null when it was asked about less than 2 s ago or is over. */
export async function queryIfWaiting(needs: PaymentsNeeds, id: string): Promise<Intent | null> {
  const claimed = await inTransaction(needs.db, (tx) => claimOne(tx, id, needs.clock.now()));
  return claimed ? (await queryIntent(needs, claimed)).intent : null;
}
