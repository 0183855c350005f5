import { sql } from "kysely";
import type { Clock } from "#server/kit/clock.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import { Outage } from "#server/kit/outage.ts";
import type { Lease, LeaseState } from "./lease.ts";

/** Names the node that owns the media: the one process that may open, change, meter and end shows. */
export type Ownership = {
  /** Is it this process, by its own clock and with a margin? */
  isMine(): boolean;
  /**
   * Throws {@link OwnerAway} unless this process is the owner, and keeps others from taking over until the
   * transaction is over. Every change that only the owner may make begins with it.
   */
  fence(tx: Tx): Promise<void>;
};

/** An installation of one process. */
export const onlyNode: Ownership = { isMine: () => true, fence: async () => undefined };

/** No node owns the media now, or the one that does cannot be reached; another takes over within seconds. */
export class OwnerAway extends Outage {
  override name = "OwnerAway";
  constructor(message: string, cause?: unknown) {
    super("unavailable", 2, message, cause);
  }
}

/** The owner's work. */
export type Duty = {
  /**
   * Begins; rejects when it cannot, and another node gets its turn. Work that runs on its own must end at `until`,
   * ms.
   */
  begin(until: number): Promise<void>;
  /** The lease holds until then, ms of {@link monotonicMs}. */
  renewed(until: number): void;
  /** Ends everything at once. */
  end(): Promise<void>;
};

export type NodeOwnership = Ownership & {
  /** Begins to ask for the lease. */
  start(duty: Duty): void;
  /** Whether this process is the owner and has begun its duty; waits while it begins. */
  ready(): Promise<boolean>;
  /** Where the owner is reached, as last read; null when there is none. `fresh`: reads it now. */
  owner(fresh?: boolean): Promise<{ address: string; secret: string } | null>;
  /**
   * The secret by which nodes know each other, as last read, also while the database is away; null before it was
   * read.
   */
  secret(): string | null;
  /** Gives the duty to another node, and asks for the lease no more. */
  stop(): Promise<void>;
};

type OwnershipNeeds = {
  lease: Lease;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "error">;
  node: string;
  /** Where others reach this node. */
  address: string;
  /** How long the lease lasts: so long after its death an owner is replaced. */
  leaseMs?: number;
};

/** Milliseconds of a clock that all processes of one machine share and nobody sets (CLOCK_MONOTONIC on Linux). */
export const monotonicMs = () => Number(process.hrtime.bigint() / 1_000_000n);

const leaseMsDefault = 8_000;
/** An owner stops so long before its lease ends for others, whatever the clocks and timers are late by. */
const marginMs = 1_000;
const askEveryMs = 500;
const watchEveryMs = 200;
/** A node that could not begin leaves the lease to others for so long. */
const restMs = 10_000;

/** Makes the {@link NodeOwnership} of this process. */
export function createOwnership(needs: OwnershipNeeds): NodeOwnership {
  const { lease, clock, log, node, leaseMs = leaseMsDefault } = needs;
  let duty: Duty | null = null;
  let term: number | null = null;
  let until = 0;
  let known: { address: string | null; held: boolean } | null = null;
  let secret: string | null = null;
  let beginning: Promise<boolean> = Promise.resolve(false);
  let ended: Promise<void> = Promise.resolve();
  let restsUntil = 0;
  let isStopping = false;

  const isMine = () => term !== null && monotonicMs() < until;

  function lose(why: string): void {
    if (term === null) return;
    log[isStopping ? "info" : "warn"]({ term, why }, "this node owns the media no more");
    term = null;
    until = 0;
    known = null;
    const begun = beginning;
    beginning = Promise.resolve(false);
    // The end is not waited for by the one that loses: the media engine ends at the end of its lease.
    ended = begun
      .then(() => duty?.end())
      .catch((err) => log.error({ err }, "the media were not ended in order"));
  }

  function own(taken: number, sentAt: number): void {
    term = taken;
    until = sentAt + leaseMs - marginMs;
    known = { address: needs.address, held: true };
    log.info({ term }, "this node owns the media");
    beginning = begin(taken);
  }

  async function begin(mine: number): Promise<boolean> {
    const takenAt = monotonicMs();
    try {
      await ended;
      await duty?.begin(until);
      if (term !== mine) return false;
      log.info({ term: mine, ms: monotonicMs() - takenAt }, "this node carries the media");
      return true;
    } catch (err) {
      log.error({ err }, "this node could not take over the media");
      restsUntil = monotonicMs() + restMs;
      // After `beginning` is what this promise is.
      clock.after(0, () => {
        if (term !== mine) return;
        lose("it could not begin");
        void ended.then(() => lease.release(mine)).catch(() => undefined);
      });
      return false;
    }
  }

  async function read(): Promise<LeaseState> {
    const state = await lease.read();
    known = state;
    ({ secret } = state);
    return state;
  }

  async function ask(): Promise<void> {
    const sentAt = monotonicMs();
    const mine = term;
    if (mine !== null) {
      const isRenewed = await lease.renew(mine, leaseMs);
      if (term !== mine) return;
      if (!isRenewed) return lose("its lease has run out");
      until = Math.max(until, sentAt + leaseMs - marginMs);
      if (isMine()) duty?.renewed(until);
      return;
    }
    const state = await read();
    if (state.held || isStopping || monotonicMs() < restsUntil) return;
    const askedAt = monotonicMs();
    const taken = await lease.take(node, needs.address, leaseMs);
    if (taken !== null) own(taken, askedAt);
  }

  const asks = repeating(clock, askEveryMs, ask, (error) =>
    log.warn({ error: error.message }, "the lease on the media was not read"),
  );
  const cancelWatch = clock.every(watchEveryMs, () => {
    if (term !== null && !isMine()) lose("it could not renew its lease");
  });

  return {
    isMine,
    async fence(tx) {
      const mine = term;
      if (mine === null || !isMine()) throw new OwnerAway("another node owns the media");
      await fenceTerm(tx, mine, leaseMs);
    },
    start(given) {
      duty = given;
      asks.start();
    },
    ready: async () => isMine() && (await beginning) && isMine(),
    async owner(fresh = false) {
      if (fresh && term === null) await read();
      return known?.held && known.address && secret !== null ? { address: known.address, secret } : null;
    },
    secret: () => secret,
    async stop() {
      isStopping = true;
      await asks.stop();
      cancelWatch();
      const mine = term;
      lose("it stops");
      await ended;
      if (mine !== null) await lease.release(mine).catch(() => undefined);
      lease.close();
    },
  };
}

/** Does the work at once and so long after each of its ends; `failed` learns of what fails after the first time. */
function repeating(clock: Clock, everyMs: number, work: () => Promise<void>, failed: (error: Error) => void) {
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  let cancel = () => {};
  const later = () => {
    cancel = clock.after(everyMs, () => {
      last = work()
        .catch(failed)
        .finally(() => isOver || later());
    });
  };
  return {
    start(): void {
      last = work().catch(() => undefined);
      later();
    },
    /** Resolves when what is under way has ended. */
    async stop(): Promise<void> {
      isOver = true;
      cancel();
      await last;
    },
  };
}

/** Keeps others from taking over until the transaction is over; throws {@link OwnerAway} where the term has ended. */
async function fenceTerm(tx: Tx, term: number, leaseMs: number): Promise<void> {
  // An owner that hangs in the middle would else keep the row from others for as long as its connection lives.
  const idleMs = String(Math.floor(leaseMs / 2));
  const { rows } = await sql`
    select set_config('idle_in_transaction_session_timeout', ${idleMs}, true) from kit.media_owner
     where term = ${term} and lease_until > clock_timestamp() for key share`.execute(tx);
  if (rows.length === 0) throw new OwnerAway("another node owns the media by now");
}
