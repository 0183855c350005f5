import type { Clock } from "#server/kit/clock.ts";
import { type Database, poolOf } from "#server/kit/database/database.ts";
import type { DatabaseLog } from "#server/kit/database/log.ts";
import { type EventHandlers, streamDelivery } from "./deliver-events.ts";
import { purgeDelivered, takeWaiting } from "./outbox-store.ts";
import type { Events } from "./outbox.ts";
import { connectRelay, type RelayConnection } from "./relay-connection.ts";

export type { EventHandlers, EventMeta } from "./deliver-events.ts";

export type RelayNeeds<E> = {
  db: Database;
  handlers: EventHandlers<E>;
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

const batchMax = 200;
/** The most events of one stream in a pass: events of other streams wait for their handlers meanwhile. */
const ofOneStream = 10;
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
  const timers = openTimers(clock);
  let pass: Promise<void> | undefined;
  /** The last stream that the pass before took from, when more are behind it. */
  let after = "";
  let again = false;
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

  /** One pass at a time; a wake-up during a pass causes another, so that no commit is overlooked. */
  function wake(): Promise<void> {
    again = true;
    pass ??= runPasses().finally(() => {
      pass = undefined;
    });
    return pass;
  }

  async function runPasses(): Promise<void> {
    while (again && !stopping) {
      again = false;
      const events = await takeWaiting(db, clock.now(), { after, limit: batchMax, ofOneStream });
      const isNoneLeft = after === "" && events.length === 0;
      after = events.length < batchMax ? "" : (events.at(-1)?.stream ?? "");
      if (isNoneLeft) continue;
      again = true;
      const streams = Map.groupBy(events, (event) => event.stream);
      // All of them end before the next pass, so that none is delivered by two passes at once.
      const ends = await Promise.allSettled([...streams.values()].map(deliverStream));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      if (isLeaving) {
        isLeaving = false;
        return connection?.stepDown();
      }
    }
  }

  function wakeIfLeader(): void {
    if (connection?.isLeader())
      wake().catch((error: Error) => log.warn({ error: error.message }, "a relay pass failed"));
  }

  return {
    start() {
      if (connection) return;
      connection = connectRelay({ pool: poolOf(db), clock, log, onWake: wakeIfLeader, ...limits });
      timers.every(pollMs, wakeIfLeader);
      timers.every(purgeEveryMs, () => {
        if (connection?.isLeader()) void purgeOld({ db, clock, log }, () => stopping);
      });
    },
    drain: wake,
    async stop() {
      const closing = connection;
      connection = undefined;
      stopping = true;
      await pass?.catch(() => {});
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
