import type { Clock } from "#server/kit/clock.ts";
import { type Database, poolOf } from "#server/kit/database/database.ts";
import type { DatabaseLog } from "#server/kit/database/log.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import {
  markDead,
  markDelivered,
  markFailed,
  purgeDelivered,
  takeWaiting,
  type WaitingEvent,
} from "./outbox-store.ts";
import type { Events } from "./outbox.ts";
import { connectRelay, type RelayConnection } from "./relay-connection.ts";

/** What a handler gets beside the payload. The id is the same in every repetition of one event. */
export type EventMeta = { id: number; kind: string; at: Date };

/**
 * A handler for each kind of event of the registry `E`. It may be called again with the same id and must then change
 * nothing more.
 */
export type EventHandlers<E = Events> = {
  readonly [Kind in keyof E]: (payload: E[Kind], meta: EventMeta) => Promise<void> | void;
};

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

type Handler = (payload: unknown, meta: EventMeta) => Promise<void> | void;

const batchMax = 200;
/** The most events of one stream in a pass: events of other streams wait for their handlers meanwhile. */
const ofOneStream = 10;
const pollMs = 1_000;
const attemptsMax = 8;
const firstPauseMs = 50;
const handlerTimeoutMs = 10_000;
const knownNowhereMs = 10 * 60_000;
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
  /** By the kind that a row names: one that another version of the product stored may have no handler here. */
  const handlerOf = new Map<string, Handler>(Object.entries(handlers));
  /** Kinds that no process of those that led had a handler for, and when that is asked again. */
  const knownNowhere = new Map<string, Date>();
  const totals = { delivered: 0, failed: 0, dead: 0 };
  let isLeaving = false;
  let connection: RelayConnection | undefined;
  const timers = new Set<() => void>();
  let pass: Promise<void> | undefined;
  /** The last stream that the pass before took from, when more are behind it. */
  let after = "";
  let again = false;
  let stopping = false;

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

  async function deliverStream(events: WaitingEvent[]): Promise<void> {
    const delivered: number[] = [];
    for (const event of events) {
      const error = await attempt(event);
      if (error !== undefined) {
        await noteFailure(event, error);
        break;
      }
      delivered.push(event.id);
    }
    if (delivered.length > 0) await markDelivered(db, delivered, clock.now());
    totals.delivered += delivered.length;
  }

  async function attempt(event: WaitingEvent): Promise<string | undefined> {
    const handler = handlerOf.get(event.kind);
    if (!handler) return "no handler for this kind";
    const meta = { id: event.id, kind: event.kind, at: event.created_at };
    try {
      await inTime(Promise.resolve(handler(event.payload, meta)));
      return undefined;
    } catch (error) {
      // Not the event's fault: it is delivered when the database is back, and no try is counted.
      if (isDatabaseUnavailable(error)) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function noteFailure(event: WaitingEvent, error: string): Promise<void> {
    const now = clock.now();
    const fields = { id: event.id, kind: event.kind, attempts: event.attempts + 1, error };
    const isKnown = handlerOf.has(event.kind);
    if (event.attempts + 1 >= attemptsMax) {
      totals.dead++;
      if (!isKnown) knownNowhere.set(event.kind, new Date(now.getTime() + knownNowhereMs));
      log.error(fields, "an event was set aside after its last attempt");
      return markDead(db, event.id, error, now);
    }
    totals.failed++;
    const mayBeKnown = now >= (knownNowhere.get(event.kind) ?? now);
    if (!isKnown && mayBeKnown && connection?.isLeader()) {
      isLeaving = true;
      log.warn(fields, "an event that this version does not know is left to another process");
      return markFailed(db, event.id, error, now);
    }
    log.warn(fields, "an event could not be delivered and will be tried again");
    const pauseMs = firstPauseMs * 2 ** event.attempts;
    await markFailed(db, event.id, error, new Date(now.getTime() + pauseMs));
    wakeAfter(pauseMs);
  }

  function wakeAfter(pauseMs: number): void {
    const cancel = clock.after(pauseMs, () => {
      timers.delete(cancel);
      wakeIfLeader();
    });
    timers.add(cancel);
  }

  function wakeIfLeader(): void {
    if (connection?.isLeader())
      wake().catch((error: Error) => log.warn({ error: error.message }, "a relay pass failed"));
  }

  /** In parts, so that none holds many rows for long. */
  async function purgeAll(before: Date): Promise<void> {
    while (!stopping && (await purgeDelivered(db, before)) > 0);
  }

  function purge(): void {
    if (!connection?.isLeader()) return;
    purgeAll(new Date(clock.now().getTime() - keepMs)).catch((error: Error) =>
      log.warn({ error: error.message }, "old events could not be purged"),
    );
  }

  return {
    start() {
      if (connection) return;
      connection = connectRelay({ pool: poolOf(db), clock, log, onWake: wakeIfLeader, ...limits });
      timers.add(clock.every(pollMs, wakeIfLeader)).add(clock.every(purgeEveryMs, purge));
    },
    drain: wake,
    async stop() {
      const closing = connection;
      connection = undefined;
      stopping = true;
      await pass?.catch(() => {});
      for (const cancel of timers) cancel();
      timers.clear();
      await closing?.close();
      stopping = false;
    },
    totals: () => ({ ...totals }),
  };
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${handlerTimeoutMs} ms`)), handlerTimeoutMs);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
