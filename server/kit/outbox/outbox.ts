import { sql } from "kysely";
import { type Database, poolOf, type Tx } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";

/**
 * Every kind of event with its payload. Each module adds those that it publishes, in the past tense:
 *
 *     declare module "#server/kit/outbox/outbox.ts" {
 *       interface Events { tip_sent: TipSent }
 *     }
 *
 * A payload is plain JSON and small: it names what changed and carries what a consumer needs.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the modules fill it
export interface Events {}

/** One event of the registry `E`, as it is published. */
export type EventOf<E> = {
  [Kind in keyof E & string]: {
    kind: Kind;
    payload: E[Kind];
    /** Events of one stream are delivered in order, those of several streams side by side. The kind, unless given. */
    stream?: string;
  };
}[keyof E & string];

/** Publishes the events of the registry `E`. */
export type Publisher<E> = {
  /**
   * Stores an event in the caller's transaction. The relay delivers it to its consumer a few milliseconds after that
   * transaction has committed, at least once, and never when it was rolled back.
   */
  publishEvent<Kind extends keyof E & string>(
    tx: Tx,
    kind: Kind,
    payload: E[Kind],
    stream?: string,
  ): Promise<void>;
  /** Stores several events, in their order, as `publishEvent` does with one. */
  publishEvents(tx: Tx, events: readonly EventOf<E>[]): Promise<void>;
};

const payloadBytesMax = 64_000;

/** The publisher of a registry of events; the product has one, {@link Events}. */
export function createPublisher<E>(): Publisher<E> {
  return {
    publishEvent: (tx, kind, payload, stream = kind) => insertEvents(tx, [{ kind, payload, stream }]),
    publishEvents: insertEvents,
  };
}

export const { publishEvent, publishEvents } = createPublisher<Events>();

type AnyEvent = { kind: string; payload: unknown; stream?: string };

async function insertEvents(tx: Tx, events: readonly AnyEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ kind, payload, stream = kind }) => {
    const text = JSON.stringify(payload);
    if (text.length > payloadBytesMax)
      throw new RangeError(`the payload of ${kind} is too large (${text.length})`);
    return { stream, kind, text };
  });
  await sql`
    insert into kit.outbox (stream, kind, payload)
    select stream, kind, text::jsonb
    from unnest(${rows.map(({ stream }) => stream)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ text }) => text)}::text[]) as event (stream, kind, text)`.execute(tx);
  await wakeAfterCommit(tx);
}

const wakeUp = "notify kit_outbox";

/** For each database, whether a further wake-up is due when the one under way has been sent. */
const underWay = new WeakMap<Database, { again: boolean }>();

/** What wakes the relays of this process, by their database; each answers whether it leads. */
const relaysHere = new WeakMap<Database, Set<() => boolean>>();

/** Has `wakeIfLeader` called after each commit of this process that published; answers how to end that. */
export function hearCommits(db: Database, wakeIfLeader: () => boolean): () => void {
  const here = relaysHere.get(db) ?? new Set();
  relaysHere.set(db, here.add(wakeIfLeader));
  return () => void here.delete(wakeIfLeader);
}

/**
 * Wakes the relay, in whichever process it is, once the transaction has committed. The wake-up is sent after the commit
 * and not within it: PostgreSQL commits transactions that notify one after the other, so that each tip would wait for
 * the disk alone. A relay that leads in this process hears of it without a word to the server. At most one wake-up is under
 * way at a time; should it be lost, the relay polls every second.
 */
export async function wakeAfterCommit(tx: Tx): Promise<void> {
  const isOurs = afterCommit(tx, wake);
  if (!isOurs) await sql.raw(wakeUp).execute(tx);
}

function wake(db: Database): void {
  if ([...(relaysHere.get(db) ?? [])].some((wakeIfLeader) => wakeIfLeader())) return;
  const current = underWay.get(db);
  if (current) {
    current.again = true;
    return;
  }
  const state = { again: false };
  underWay.set(db, state);
  const finish = () => {
    underWay.delete(db);
    if (state.again) wake(db);
  };
  poolOf(db).query(wakeUp).then(finish, finish);
}
