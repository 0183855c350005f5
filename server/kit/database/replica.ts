import { sql } from "kysely";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, type Reader, readRows } from "./database.ts";
import { databaseReads, type ListReads } from "./list-reads.ts";
import type { DatabaseLog } from "./log.ts";
import { sqlState } from "./transaction.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

type Needs = { db: Database; replica: Database; clock: Clock; log: DatabaseLog };

export type Replica<Mark> = ListReads<Mark> & {
  /** How far the copy is behind the database, in seconds; infinite where it is not used. */
  lagSeconds(): number;
  /** Checks the copy now, as happens automatically four times a second. */
  check(): Promise<void>;
  stop(): void;
};

const checkEveryMs = 250;
/** A copy that is further behind is left alone until it has caught up. */
const lagMsMax = 5_000;

/** A moment of the database: how far its log of changes (WAL) reached, and what marked it. */
type Moment<Mark> = { at: number; end: bigint; mark: Mark };

/**
 * Searches lists in a hot standby, by PostgreSQL's streaming replication, that follows `db`; in `db` itself while the
 * standby is away or more than five seconds behind. How far it is, its replayed position shows, compared with
 * positions that the database had at known moments: the clocks of the two machines may differ.
 */
export function replicaReads<Mark>(needs: Needs, takeMark: () => Promise<Mark>): Replica<Mark> {
  const { db, replica, clock, log } = needs;
  const own = databaseReads(db, takeMark);
  /** In the order of time; the first is the latest that the standby is known to have replayed, if `reached`. */
  let moments: Moment<Mark>[] = [];
  let reached = false;
  let isAway = false;

  const lagMs = () =>
    reached && moments[0] ? clock.now().getTime() - moments[0].at : Number.POSITIVE_INFINITY;

  function leave(error: unknown): void {
    reached = false;
    if (!isAway) log.warn({ error: String(error) }, "the replica is not used until it answers");
    isAway = true;
  }

  async function checkNow(): Promise<void> {
    const at = clock.now().getTime();
    const mark = await takeMark();
    // A visible row may not be written out yet where commits do not wait for the disk, so this is the end of the log
    // and not its safe part.
    const end = await walPosition(db, sql`pg_current_wal_insert_lsn()`);
    if (end !== null) moments.push({ at, end, mark });
    const replayed = await walPosition(replica, sql`pg_last_wal_replay_lsn()`).catch(leave);
    if (replayed === undefined) return;
    const latest = replayed === null ? -1 : moments.findLastIndex((moment) => moment.end <= replayed);
    if (latest >= 0) {
      moments = moments.slice(latest);
      reached = true;
    }
    if (isAway) log.info({}, "the replica answers again");
    isAway = false;
    // A standby that stands still is not waited for: older moments than these are of no use.
    moments = moments.filter((moment, n) => n === 0 || at - moment.at <= lagMsMax);
  }

  let checking: Promise<void> | null = null;
  /** One check at a time: moments are kept in their order. */
  async function check(): Promise<void> {
    while (checking) await checking.catch(() => undefined);
    checking = checkNow().finally(() => {
      checking = null;
    });
    return checking;
  }
  const stop = clock.every(checkEveryMs, () => {
    // Without the database nothing is known of the standby either.
    if (!checking) check().catch(() => undefined);
  });

  return {
    async read(search) {
      const seen = lagMs() <= lagMsMax ? moments[0] : undefined;
      if (!seen) return own.read(search);
      try {
        return { found: await search(replica), mark: seen.mark };
      } catch (error) {
        if (!isDatabaseUnavailable(error) && sqlState(error) !== recoveryConflict) throw error;
        leave(error);
        return own.read(search);
      }
    },
    lagSeconds: () => (lagMs() <= lagMsMax ? lagMs() / 1_000 : Number.POSITIVE_INFINITY),
    check,
    stop,
  };
}

/** SQLSTATE of a query that a standby gave up because it stood in the way of what is to be replayed. */
const recoveryConflict = "40001";

/** A position in the log of changes as a number of bytes; null where there is none. */
async function walPosition(reader: Reader, position: ReturnType<typeof sql>): Promise<bigint | null> {
  const [row] = await readRows<{ bytes: string | null }>(
    reader,
    sql`select (${position} - '0/0'::pg_lsn)::text as bytes`,
  );
  return row?.bytes ? BigInt(row.bytes) : null;
}

/** The reason, as an operator reads it, why a database cannot stand in for another in lists; null: there is none. */
export async function faultOfReplica(db: Database, replica: Database): Promise<string | null> {
  const of = async (reader: Reader) =>
    (
      await readRows<{ system: string; name: string; standby: boolean }>(
        reader,
        sql`select system_identifier::text as system, current_database() as name, pg_is_in_recovery() as standby
            from pg_control_system()`,
      )
    )[0];
  const [own, other] = [await of(db), await of(replica)];
  if (!other?.standby) return "is no standby: it takes changes of its own";
  if (other.system !== own?.system || other.name !== own.name)
    return "is a standby of another database than DATABASE_URL";
  return null;
}
