import pg from "pg";
import type { Clock } from "#server/kit/clock.ts";

/**
 * The database cannot be asked now: it is away, restarting, out of room, or the connection was lost. Whether a commit that
 * was under way took place is unknown. The caller answers "later" and the client repeats it under the same key.
 */
export class DatabaseUnavailable extends Error {
  /**
   * SQLSTATE `cannot_connect_now`, whatever the connection reported. Libraries that repeat what the database could not
   * take, as graphile-worker, know it by this code.
   */
  readonly code = "57P03";
  constructor(cause: Error) {
    super(`the database is unavailable: ${cause.message}`, { cause });
    this.name = "DatabaseUnavailable";
  }
}

export function isDatabaseUnavailable(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable;
}

/** Connection exceptions (08), insufficient resources (53), and the server's own end or start (57P01 to 57P03). */
const outageStates = /^(08...|53...|57P0[123])$/;
const networkCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"],
]);
/** The messages that `pg` and `pg-pool` report without a code. */
const outageWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|Cannot use a pool after)/;

/** Turns what a database client threw into {@link DatabaseUnavailable} where that is what it means. */
export function explainOutage(error: unknown): unknown {
  if (!(error instanceof Error) || isDatabaseUnavailable(error)) return error;
  const { code = "" } = error as { code?: string };
  const isOutage =
    error instanceof pg.DatabaseError
      ? outageStates.test(code)
      : networkCodes.has(code) || outageWords.test(error.message);
  return isOutage ? new DatabaseUnavailable(error) : error;
}

/** The server has kept a plan whose answer has other columns by now. Nothing happened, and the text can be sent again. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === "0A000" && /cached plan must not change result type/.test(error.message);
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Does `work` and, where it fails because the database is away, does it again until it is back: for what nobody repeats,
 * such as what the media engine reports. It may have been carried out before the connection was lost.
 */
export async function whenAvailable<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  }
}
