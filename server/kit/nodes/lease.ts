import type { Pool, PoolClient } from "pg";
import { createKeyedMutex } from "#server/kit/keyed-mutex.ts";

/** How the lease stands: who holds it, if anybody, and by what nodes know each other. */
export type LeaseState = { term: number; address: string | null; held: boolean; secret: string };

/** The lease on the media, kept in PostgreSQL and measured by its clock. Every call rejects when the database is away. */
export type Lease = {
  read(): Promise<LeaseState>;
  /** Takes a lease that nobody holds, for so many ms; answers the term, or null when somebody was faster. */
  take(node: string, address: string, ms: number): Promise<number | null>;
  /** False: it has run out, or is somebody else's. */
  renew(term: number, ms: number): Promise<boolean>;
  /** Gives it back at once. */
  release(term: number): Promise<void>;
  close(): void;
};

/** A call that gets no answer within this time has failed: the lease is shorter than what TCP waits for. */
const answerMs = 3_000;

/**
 * Opens the {@link Lease} over a connection of its own, so that it never waits behind what else is asked of the database.
 * Calls are made one after another, and none after `close`: a second connection, opened beside the first or too late, would
 * never go back to the pool, which waits for it at its end.
 */
export function openLease(pool: Pool): Lease {
  const { query, close } = openConnection(pool);
  async function read(): Promise<LeaseState> {
    const [state] = await query<Omit<LeaseState, "term"> & { term: string }>(
      "select term, address, lease_until > clock_timestamp() as held, secret from kit.media_owner",
    );
    if (!state) throw new Error("kit.media_owner is empty");
    return { ...state, term: Number(state.term) };
  }
  let reading: Promise<LeaseState> | null = null;
  return {
    /** Every request that waits for an owner asks, and a renewal is not to wait behind all of them: they share an answer. */
    read() {
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
    async take(node, address, ms) {
      // One statement that first waits for every transaction which was fenced by the term before: see `Ownership.fence`.
      const [taken] = await query<{ term: string }>(
        `with free as (
           select singleton from kit.media_owner where lease_until <= clock_timestamp() for update)
         update kit.media_owner as owner
            set term = owner.term + 1, node = $1, address = $2,
                lease_until = clock_timestamp() + $3 * interval '1 millisecond'
           from free where owner.singleton = free.singleton
         returning owner.term`,
        [node, address, ms],
      );
      return taken ? Number(taken.term) : null;
    },
    async renew(term, ms) {
      const renewed = await query(
        `update kit.media_owner set lease_until = clock_timestamp() + $2 * interval '1 millisecond'
          where term = $1 and lease_until > clock_timestamp() returning term`,
        [term, ms],
      );
      return renewed.length > 0;
    },
    async release(term) {
      await query(
        "update kit.media_owner set lease_until = clock_timestamp() where term = $1 and lease_until > clock_timestamp()",
        [term],
      );
    },
    close,
  };
}

/** One connection, opened when it is asked first and again after a loss, until it is closed. */
function openConnection(pool: Pool) {
  let client: PoolClient | null = null;
  let isClosed = false;
  const inTurn = createKeyedMutex();
  async function connected(): Promise<PoolClient> {
    if (client) return client;
    const opened = isClosed ? null : await pool.connect();
    if (opened === null || isClosed) {
      opened?.release();
      throw new Error("the lease is closed");
    }
    client = opened;
    const lose = () => {
      if (client === opened) drop();
    };
    opened.on("error", lose);
    opened.on("end", lose);
    return opened;
  }
  const drop = () => {
    const lost = client;
    client = null;
    lost?.release(true);
  };
  const query = <Row>(text: string, values: unknown[] = []) =>
    inTurn("connection", async (): Promise<Row[]> => {
      const asked = { text, values, query_timeout: answerMs };
      try {
        return (await (await connected()).query(asked)).rows as Row[];
      } catch (error) {
        drop();
        throw error;
      }
    });
  return {
    query,
    close(): void {
      isClosed = true;
      drop();
    },
  };
}
