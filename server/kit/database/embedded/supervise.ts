import type { DatabaseLog } from "../log.ts";
import { stopServer } from "./postmaster.ts";
import { isAlive } from "./processes.ts";

/** A server at work. `adopted`: it already ran, because the process that started it was killed. */
export type Server = { pid: number; adopted: boolean };

type Needs = {
  /** Starts the server; gives up, leaving none behind, when `signal` is aborted. */
  start(signal: AbortSignal): Promise<Server>;
  log: DatabaseLog;
};

export type Supervision = {
  /** The process id of the server, or of the last one while it is away. */
  pid(): number;
  /** Ends the watch and then the server, also one that is just being started. */
  stop(): Promise<void>;
};

const checkEveryMs = 100;
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A server that has lived for this long after its start is started again at once. */
const settledMs = 1_000;
/** A server that was ready, if only for a moment, waits no longer than this. */
const unsettledPauseMs = 500;

/**
 * Watches a server and restarts it whenever it ends: at once, or with pauses that grow to 5 s
 * while it fails to start. Each failure is one line in the log for the operator.
 */
export function superviseServer(first: Server, { start, log }: Needs): Supervision {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = first;
  let startedAt = performance.now();
  let pauseMs = 0;
  let restart: Promise<void> | null = null;

  const check = () => {
    if (restart || isAlive(server.pid)) return;
    restart = startAgain().finally(() => {
      restart = null;
    });
  };
  const timer = setInterval(check, checkEveryMs).unref();

  async function startAgain(): Promise<void> {
    log.error({ pid: server.pid }, "the database ended unexpectedly and is started again");
    pauseMs = performance.now() - startedAt > settledMs ? 0 : Math.min(pauseMs, unsettledPauseMs);
    for (let attempt = 1; !signal.aborted; attempt++) {
      if (pauseMs > 0) await pause(pauseMs, signal);
      pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2));
      if (await tryToStart(attempt)) return;
    }
  }

  async function tryToStart(attempt: number): Promise<boolean> {
    if (signal.aborted) return false;
    try {
      server = await start(signal);
      startedAt = performance.now();
      log.warn({ pid: server.pid, attempt }, "the database is back");
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) log.error({ attempt, nextTryInMs: pauseMs }, `the database is away: ${reason}`);
      return false;
    }
  }

  return {
    pid: () => server.pid,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await restart;
      await stopServer(server.pid, log);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
