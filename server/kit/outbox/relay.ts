import type { Clock } from "#server/kit/clock.ts";
import { type Database, poolOf } from "#server/kit/database/database.ts";
import type { DatabaseLog } from "#server/kit/database/log.ts";
import { type RelayHandlers, streamDelivery } from "./deliver-events.ts";
import { deliveryPasses } from "./delivery-passes.ts";
import { purgeDelivered } from "./outbox-store.ts";
import { type Events, hearCommits } from "./outbox.ts";
import { connectRelay, type RelayConnection } from "./relay-connection.ts";

export type { EventHandlers, EventMeta, RelayHandlers, Together } from "./deliver-events.ts";

export type RelayNeeds<E> = {
  db: Database;
  handlers: RelayHandlers<E>;
  clock: Clock;
  log: DatabaseLog;
  /** For tests: how long the leader may be silent before another takes over, ms. */
  silenceMs?: number;
};

export type Relay = {
  /** Begins to hand over, here or, when another process already does, as its stand-in. */
  start(): void;
  /** Delivers what can be delivered now and resolves when nothing is left. */
  drain(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
  /** Totals of this process since it started. */
  totals(): { delivered: number; failed: number; dead: number };
};

const pollMs = 1_000;
const purgeEveryMs = 10 * 60_000;
const keepMs = 24 * 60 * 60_000;

/**
 * Hands the outbox's events to their handlers: at least once, in order within a stream, a few milliseconds after the
 * commit. A pass takes a few events of each stream, and the next one those of the streams behind: a long stream holds up no
 * other. A handler that throws is called again after 50 ms, 100 ms, 200 ms … and holds back its stream meanwhile; after
 * eight attempts the event is set aside as dead, an error is logged and the stream continues.
 *
 * An event of a kind without a handler here comes from a newer version, during an upgrade: the lead is left to another
 * process, one of that version before long. When the event was set aside nevertheless, there is none that knows its kind,
 * and for ten minutes the next of it is no reason to leave; then there may be one.
 */
export function createRelay<E = Events>({ db, handlers, clock, log, ...limits }: RelayNeeds<E>): Relay {
  const totals = { delivered: 0, failed: 0, dead: 0 };
  let isLeaving = false;
  let connection: RelayConnection | undefined;
  let hearNothing = () => {};
  const timers = openTimers(clock);
  let stopping = false;

  const deliverStream = streamDelivery({
    db,
    handlers,
    clock,
    log,
    totals,
    isLeader: () => connection?.isLeader() ?? false,
    leave() {
      isLeaving = true;
    },
    retryAfter: (pauseMs) => timers.after(pauseMs, wakeIfLeader),
  });

  const passes = deliveryPasses({
    db,
    clock,
    deliverStream,
    mayGoOn() {
      if (isLeaving) connection?.stepDown();
      const goesOn = !isLeaving && !stopping;
      isLeaving = false;
      return goesOn;
    },
  });

  function wakeIfLeader(): boolean {
    if (!connection?.isLeader()) return false;
    passes.wake().catch((error: Error) => log.warn({ error: error.message }, "a relay pass failed"));
    return true;
  }

  return {
    start() {
      if (connection) return;
      hearNothing = hearCommits(db, wakeIfLeader);
      connection = connectRelay({ pool: poolOf(db), clock, log, onWake: wakeIfLeader, ...limits });
      timers.every(pollMs, wakeIfLeader);
      timers.every(purgeEveryMs, () => {
        if (connection?.isLeader()) void purgeOld({ db, clock, log }, () => stopping);
      });
    },
    drain: passes.drain,
    async stop() {
      hearNothing();
      const closing = connection;
      connection = undefined;
      stopping = true;
      await passes.settle();
      timers.cancelAll();
      await closing?.close();
      stopping = false;
    },
    totals: () => ({ ...totals }),
  };
}

/** Timers that are cancelled together. */
function openTimers(clock: Clock) {
  const cancels = new Set<() => void>();
  return {
    after(delayMs: number, work: () => void): void {
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel);
        work();
      });
      cancels.add(cancel);
    },
    every: (periodMs: number, work: () => void): void => void cancels.add(clock.every(periodMs, work)),
    cancelAll(): void {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}

/** Forgets what was delivered a day ago, in parts, so that none holds many rows for long. */
async function purgeOld(
  { db, clock, log }: Pick<RelayNeeds<never>, "db" | "clock" | "log">,
  isStopping: () => boolean,
): Promise<void> {
  const before = new Date(clock.now().getTime() - keepMs);
  try {
    while (!isStopping() && (await purgeDelivered(db, before)) > 0);
  } catch (error) {
    log.warn({ error: (error as Error).message }, "old events could not be purged");
  }
}
