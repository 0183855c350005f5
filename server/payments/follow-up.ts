import type { PaymentsNeeds } from "./needs.ts";
import { queryIfWaiting } from "./query-intent.ts";

/** Asks about payments of unknown outcome soon, without waiting for the next reconciliation. */
export type FollowUp = {
  /** Asks in a few seconds, and a few times more while there is no answer. */
  begin(intentId: string): void;
  /** Forgets what is planned and waits for what is under way. */
  stop(): Promise<void>;
};

const pausesMs = [3_000, 10_000, 30_000] as const;
const plannedMax = 1_000;

/** What it plans is only a hurry: the database knows what is open, and reconciliation finds it too. */
export function createFollowUp(needs: PaymentsNeeds): FollowUp {
  const planned = new Set<() => void>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  function plan(intentId: string, round: number): void {
    const pauseMs = pausesMs[round];
    if (pauseMs === undefined || isStopped || planned.size >= plannedMax) return;
    const cancel = needs.clock.after(pauseMs, () => {
      planned.delete(cancel);
      const run = ask(intentId, round).finally(() => running.delete(run));
      running.add(run);
    });
    planned.add(cancel);
  }

  async function ask(intentId: string, round: number): Promise<void> {
    try {
      const intent = await queryIfWaiting(needs, intentId);
      if (intent === null || intent.state === "unknown") plan(intentId, round + 1);
    } catch (error) {
      needs.log.warn(
        { intentId, error: String(error) },
        "a payment of unknown outcome could not be asked about",
      );
      plan(intentId, round + 1);
    }
  }

  return {
    begin: (intentId) => plan(intentId, 0),
    async stop() {
      isStopped = true;
      for (const cancel of planned) cancel();
      planned.clear();
      await Promise.all(running);
    },
  };
}
