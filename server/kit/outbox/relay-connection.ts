import type { Pool, PoolClient } from "pg";
import type { Clock } from "#server/kit/clock.ts";
import type { DatabaseLog } from "#server/kit/database/log.ts";

const retryMs = 500;
/** Several times as long as the others take to stand for election. */
const asideMs = 2_000;
/** A leader that sends nothing for this long is cut off by the server: its process hangs, or the network in between. */
const silenceMsMax = 4_000;
/** Any number that no other advisory lock of the product uses. */
const relayLock = 7_104_001;

/**
 * A connection that listens to `NOTIFY kit_outbox` and, among all processes on the database, elects a leader: who
 * holds the advisory lock. When the process or its connection dies the server frees the lock, and another takes over
 * within half a second; when it hangs, within five seconds.
 */
export type RelayConnection = {
  isLeader(): boolean;
  /** Leaves the lead to another process, which has it within half a second; without one it is back after two. */
  stepDown(): void;
  close(): Promise<void>;
};

export function connectRelay(needs: {
  pool: Pool;
  clock: Clock;
  log: DatabaseLog;
  onWake(): void;
  /** For tests: how long a leader may be silent. */
  silenceMs?: number;
}): RelayConnection {
  const { silenceMs = silenceMsMax } = needs;
  let client: PoolClient | undefined;
  let leader = false;
  let closed = false;
  let cancelRetry = () => {};
  let cancelBeat = () => {};
  let attempt: Promise<void> = Promise.resolve();

  const retryLater = (afterMs = retryMs) => {
    cancelRetry();
    if (!closed) cancelRetry = needs.clock.after(afterMs, () => start());
  };
  /** The connection carries a lock and a subscription: it must not go back to the pool. */
  const drop = (dropped: PoolClient) => {
    client = undefined;
    leader = false;
    cancelBeat();
    dropped.release(true);
  };
  const lose = (lost: PoolClient, error?: Error) => {
    if (client !== lost) return;
    drop(lost);
    if (!closed) needs.log.warn({ error: error?.message }, "the outbox relay lost its connection");
    retryLater();
  };
  const start = () => {
    attempt = connect().catch((error: Error) => {
      needs.log.warn({ error: error.message }, "the outbox relay cannot reach the database");
      // A connection that has failed once is not asked again.
      if (client) lose(client, error);
      else retryLater();
    });
  };
  const connect = async () => {
    client ??= await open();
    const { rows } = await client.query("select pg_try_advisory_lock($1) as leader", [relayLock]);
    if (!rows[0].leader) return retryLater();
    leader = true;
    const elected = client;
    await elected.query("select set_config('idle_session_timeout', $1, false)", [String(silenceMs)]);
    await elected.query("listen kit_outbox");
    cancelBeat = needs.clock.every(silenceMs / 4, beat(elected, lose));
    needs.onWake();
  };
  const open = async () => {
    const opened = await needs.pool.connect();
    opened.on("notification", () => needs.onWake());
    opened.on("error", (error) => lose(opened, error));
    opened.on("end", () => lose(opened));
    return opened;
  };

  start();
  return {
    isLeader: () => leader,
    stepDown() {
      if (!leader || !client) return;
      drop(client);
      retryLater(asideMs);
    },
    async close() {
      closed = true;
      cancelRetry();
      await attempt;
      if (client) drop(client);
    },
  };
}

/** Gives a sign of life, one at a time; `lose` is called where none can be given. */
function beat(elected: PoolClient, lose: (lost: PoolClient, error: Error) => void): () => void {
  let isBeating = false;
  return () => {
    if (isBeating) return;
    isBeating = true;
    elected
      .query("select 1")
      .catch((error: Error) => lose(elected, error))
      .finally(() => {
        isBeating = false;
      });
  };
}
