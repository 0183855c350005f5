import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { DatabaseLog } from "#server/kit/database/log.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { markDead, markDelivered, markFailed, type WaitingEvent } from "./outbox-store.ts";
import type { Events } from "./outbox.ts";

/** The facts that a handler gets beside the payload. The id stays equal in every repetition of one event. */
export type EventMeta = { id: number; kind: string; at: Date };

/**
 * A handler for each kind of event of the registry `E`. It may be called again with the same id and must then change
 * nothing more.
 */
export type EventHandlers<E = Events> = {
  readonly [Kind in keyof E]: (payload: E[Kind], meta: EventMeta) => Promise<void> | void;
};

/** Handles what lies side by side in a stream at once, for what is cheaper so; an event alone is a list of one. */
export type Together<Payload> = { together(payloads: readonly Payload[]): Promise<void> | void };

/** What a relay delivers to: for each kind what handles its events one by one, or together. */
export type RelayHandlers<E = Events> = {
  readonly [Kind in keyof E]: EventHandlers<E>[Kind] | Together<E[Kind]>;
};

type Handler = ((payload: unknown, meta: EventMeta) => Promise<void> | void) | Together<unknown>;

type DeliveryNeeds<E> = {
  db: Database;
  handlers: RelayHandlers<E>;
  clock: Clock;
  log: DatabaseLog;
  /** Counted up. */
  totals: { delivered: number; failed: number; dead: number };
  isLeader(): boolean;
  /** The lead has to be left to a process that may know a kind better. */
  leave(): void;
  /** An event is due again after so long. */
  retryAfter(ms: number): void;
};

const attemptsMax = 8;
const firstPauseMs = 50;
const handlerTimeoutMs = 10_000;
const knownNowhereMs = 10 * 60_000;

/** Makes what delivers events of one stream in their order, up to the first that fails; answers whether none did. */
export function streamDelivery<E>(
  needs: DeliveryNeeds<E>,
): (events: readonly WaitingEvent[]) => Promise<boolean> {
  const { db, handlers, clock, log, totals, isLeader, leave, retryAfter } = needs;
  /** By the kind that a row names: one that another version of the product stored may have no handler here. */
  const handlerOf = new Map<string, Handler>(Object.entries(handlers));
  /** Kinds that no process of those that led had a handler for, and when that is asked again. */
  const knownNowhere = new Map<string, Date>();

  async function attempt(run: readonly WaitingEvent[]): Promise<string | undefined> {
    const [event] = run;
    const handler = event && handlerOf.get(event.kind);
    if (!handler) return "no handler for this kind";
    const meta = { id: event.id, kind: event.kind, at: event.created_at };
    const handle = async () =>
      "together" in handler
        ? handler.together(run.map(({ payload }) => payload))
        : handler(event.payload, meta);
    try {
      await inTime(handle());
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
    if (!isKnown && mayBeKnown && isLeader()) {
      leave();
      log.warn(fields, "an event that this version does not know is left to another process");
      return markFailed(db, event.id, error, now);
    }
    log.warn(fields, "an event could not be delivered and will be tried again");
    const pauseMs = firstPauseMs * 2 ** event.attempts;
    await markFailed(db, event.id, error, new Date(now.getTime() + pauseMs));
    retryAfter(pauseMs);
  }

  /** Where several fail together, each is tried alone, so that the bad one alone holds up the stream. */
  async function deliverRun(run: readonly WaitingEvent[], delivered: number[]): Promise<boolean> {
    const error = await attempt(run);
    if (error === undefined) {
      delivered.push(...run.map(({ id }) => id));
      return true;
    }
    if (run.length > 1) return inOrder(run, (event) => deliverRun([event], delivered));
    for (const event of run) await noteFailure(event, error);
    return false;
  }

  const goTogether = ({ kind }: WaitingEvent) => "together" in (handlerOf.get(kind) ?? {});

  return async function deliverStream(events: readonly WaitingEvent[]): Promise<boolean> {
    const delivered: number[] = [];
    const isWhole = await inOrder(runsOf(events, goTogether), (run) => deliverRun(run, delivered));
    if (delivered.length > 0) await markDelivered(db, delivered, clock.now());
    totals.delivered += delivered.length;
    return isWhole;
  };
}

/** Does one after the other until the first that says no; answers whether none did. */
async function inOrder<One>(all: readonly One[], each: (one: One) => Promise<boolean>): Promise<boolean> {
  for (const one of all) if (!(await each(one))) return false;
  return true;
}

/** Neighbours of one kind whose handler takes them together; every other event alone. */
function runsOf(
  events: readonly WaitingEvent[],
  goTogether: (event: WaitingEvent) => boolean,
): WaitingEvent[][] {
  const runs: WaitingEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.kind === event.kind && goTogether(event)) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${handlerTimeoutMs} ms`)), handlerTimeoutMs);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
