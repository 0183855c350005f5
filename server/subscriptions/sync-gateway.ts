import { inTransaction } from "#server/kit/database/transaction.ts";
import { endHiddenRenewals } from "./end-renewals.ts";
import { gatewayNamed, type SubscriptionsNeeds } from "./needs.ts";
import { nextSyncAt, syncMaxMs } from "./rules/period.ts";
import {
  claimSync,
  dueForSync,
  markPriceSynced,
  markRenewalSynced,
  overdueCancellations,
  scheduleRetry,
  type When,
} from "./store/gateway-sync.ts";

const batchSize = 100;
/** A turn begins nothing more after this long: while a gateway hangs, each update waits for its time-out. */
const turnMsMax = 50_000;
const roundsMax = 5;
const overdueAfterMs = 3_600_000;
/** More overdue cancellations than this are not counted, and the log names fewer. */
const overdueMax = 1_000;
const overdueNamed = 50;

/** Sends gateways which memberships to renew and which not. */
export type GatewaySync = {
  /** Updates one gateway in the background. */
  begin(id: number): void;
  /**
   * Ends what would be charged soon with models who are out of sight, then sends due updates, each once: for up to 50 s in
   * all; to be run every minute. `late`: cancellations that a gateway has not received for an hour. A turn that comes while
   * another of this process runs does nothing: it would wait for the same models and the same gateway.
   */
  syncDue(): Promise<{ updated: number; late: number }>;
  /** Starts no more updates and waits for running ones. */
  stop(): Promise<void>;
};

/** The updates to send are in the database, so a crash loses nothing. */
export function createGatewaySync(needs: SubscriptionsNeeds): GatewaySync {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isInTurn = false;
  /** A subscription that fails must not hold up the others. */
  const syncSafely = (id: number, when: When) =>
    sync(needs, id, when).catch((error) =>
      needs.log.error({ subscription: id, error: String(error) }, "updating a gateway failed"),
    );
  async function syncInTurn(): Promise<{ updated: number; late: number }> {
    const now = needs.clock.now();
    const isOver = () => isStopped || Number(needs.clock.now()) - Number(now) >= turnMsMax;
    await endHiddenRenewals(needs, isOver);
    const tried: number[] = [];
    while (!isOver()) {
      const due = await dueForSync(needs.db, { now, except: tried, limit: batchSize });
      if (due.length === 0) break;
      for (const id of due) {
        if (isOver()) break;
        tried.push(id);
        await syncSafely(id, "when_due");
      }
    }
    const before = new Date(now.getTime() - overdueAfterMs);
    const ids = await overdueCancellations(needs.db, before, overdueMax);
    if (ids.length > 0)
      needs.log.error(
        { late: ids.length, subscriptions: ids.slice(0, overdueNamed) },
        "cancellations that no gateway has received for an hour",
      );
    return { updated: tried.length, late: ids.length };
  }
  return {
    begin(id) {
      if (isStopped) return;
      const run = syncSafely(id, "at_once").then(() => void running.delete(run));
      running.add(run);
    },
    async syncDue() {
      if (isInTurn) return { updated: 0, late: 0 };
      isInTurn = true;
      try {
        return await syncInTurn();
      } finally {
        isInTurn = false;
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/**
 * Sends the gateway whether to renew and at which price, again when that has changed meanwhile. One process handles one membership
 * at a time, so that the gateway never gets two updates in the wrong order.
 */
async function sync(needs: SubscriptionsNeeds, id: number, when: When): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const now = needs.clock.now();
    const until = new Date(now.getTime() + syncMaxMs);
    const row = await inTransaction(needs.db, (tx) => claimSync(tx, id, when, now, until));
    if (!row) return;
    const membership = { reference: row.reference, firstTransactionId: row.gateway_subscription_id };
    const gateway = gatewayNamed(needs, row.gateway);
    const answer =
      row.update === "price"
        ? await gateway.setOffer(membership, row.agreed_offer_id)
        : await gateway.setRenewal(membership, row.renews);
    if (answer.kind === "unknown") {
      needs.log.warn({ subscription: id, detail: answer.detail }, "a gateway could not be updated");
      const again = nextSyncAt(row.tell_failures + 1, needs.clock.now());
      if (await inTransaction(needs.db, (tx) => scheduleRetry(tx, row, again))) continue;
      return;
    }
    await inTransaction(needs.db, (tx) =>
      row.update === "price" ? markPriceSynced(tx, id, row.agreed_offer_id) : markRenewalSynced(tx, row),
    );
  }
}
