import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import { wakeAfterCommit } from "./wake.ts";

/**
 * Every kind of event with its payload. Each module adds those that it publishes, in the past tense:
 *
 *     declare module "#server/kit/outbox/outbox.ts" {
 *       interface Events { tip_sent: TipSent }
 *     }
 *
 * A payload is plain JSON and small: it names what changed and carries what a consumer needs.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface Events {}

/** One event of the registry `E`, as it is published. */
export type EventOf<E> = {
  [Kind in keyof E & string]: {
    kind: Kind;
    payload: E[Kind];
    /** Events of one stream are handed over in order, those of several streams side by side. The kind, unless given. */
    stream?: string;
  };
}[keyof E & string];

/** Publishes the events of the registry `E`. */
export type Publisher<E> = {
  /**
   * Stores an event in the caller's transaction. The relay hands it to its consumer a few milliseconds after that
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
    return sql`(${stream}, ${kind}, ${text})`;
  });
  await sql`insert into kit.outbox (stream, kind, payload) values ${sql.join(rows)}`.execute(tx);
  await wakeAfterCommit(tx);
}
