import { inTransaction } from "#server/kit/database/transaction.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { tellAgainAt, tellMaxMs } from "./rules/period.ts";
import { claimTelling, countUntold, dueToTell, notTold, toldGateway } from "./store/telling.ts";

const batchMax = 100;
const wishesMax = 5;
const untoldMaxMs = 3_600_000;

/** Lets gateways know which memberships are to be renewed and which are not. */
export type Telling = {
  /** Tells one soon, without anybody waiting for it. */
  begin(id: number): void;
  /** Tells all that are due; to be run every minute. Answers how many cancellations a gateway has not heard for an hour. */
  tellDue(): Promise<{ told: number; late: number }>;
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
};

/** What is wished stands in the database, so nothing is lost with a process; this is only the messenger. */
export function createTelling(needs: SubscriptionsNeeds): Telling {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  /** One that cannot be told must not keep the others waiting. */
  const tellSafely = (id: number) =>
    tell(needs, id).catch((error) =>
      needs.log.error({ subscription: id, error: String(error) }, "telling a gateway failed"),
    );
  return {
    begin(id) {
      if (isStopped) return;
      const run = tellSafely(id).then(() => void running.delete(run));
      running.add(run);
    },
    async tellDue() {
      const now = needs.clock.now();
      const due = await dueToTell(needs.db, now, batchMax);
      for (const id of due) await tellSafely(id);
      const late = await countUntold(needs.db, new Date(now.getTime() - untoldMaxMs));
      if (late > 0) needs.log.error({ late }, "cancellations that no gateway has heard of for an hour");
      return { told: due.length, late };
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/**
 * Tells the gateway what is wished, again when the wish has changed meanwhile. One process speaks about one membership
 * at a time, so that the gateway never hears two wishes in the wrong order.
 */
async function tell(needs: SubscriptionsNeeds, id: number): Promise<void> {
  for (let round = 0; round < wishesMax; round++) {
    const now = needs.clock.now();
    const until = new Date(now.getTime() + tellMaxMs);
    const row = await inTransaction(needs.db, (tx) => claimTelling(tx, id, now, until));
    if (!row) return;
    const membership = { reference: row.reference, firstTransactionId: row.gateway_subscription_id };
    const answer = await gatewayNamed(needs, row.gateway).setRenewal(membership, row.renews);
    if (answer.kind === "unknown") {
      needs.log.warn({ subscription: id, detail: answer.detail }, "a gateway could not be told");
      const again = tellAgainAt(row.tell_failures + 1, needs.clock.now());
      return inTransaction(needs.db, (tx) => notTold(tx, id, again));
    }
    await inTransaction(needs.db, (tx) => toldGateway(tx, id, row.renews));
  }
}
