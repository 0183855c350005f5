import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { preparedName } from "./prepared.ts";
import { explainOutage } from "./unavailable.ts";

type AnyMethod = (...args: unknown[]) => unknown;

/** How long a statement of the present work may take, where that is longer than `statement_timeout`, in ms. */
const slowStatements = new AsyncLocalStorage<number>();

/** Does `work`, whose statements may each take `ms`: it raises `statement_timeout` itself. */
export function allowingStatements<T>(ms: number, work: () => T): T {
  return slowStatements.run(ms, work);
}

/**
 * After a query had no answer for this many times the limit that the server keeps itself, the server, or the way to
 * it, is gone. Queries that wait on the same connection behind others have that time as well.
 */
const patience = 2;

/**
 * Opens a pool whose connections may be lost at any moment. Each has a listener for that before it is used: an
 * `error` event without one ends the process, and a connection fails between two queries as well as within one. A
 * connect or a query that fails for that reason rejects with {@link DatabaseUnavailable}. So does a query that is not
 * answered within twice the `statement_timeout`: a machine that vanished says nothing, and its connection is dropped.
 */
export function openPool(settings: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  class Client extends pg.Client {
    // The rest parameters stand for all overloads of pg. Texts that are prepared are sent by their names.
    override query(...args: unknown[]): never {
      const limitMs = slowStatements.getStore() ?? (settings.statement_timeout || 0);
      return bounded(this, limitMs * patience, byName(args), (given) => explained(this, super.query, given));
    }
  }

  class Pool extends pg.Pool {
    override connect(...args: unknown[]): never {
      return explained(this, super.connect, args);
    }

    override query(...args: unknown[]): never {
      return explained(this, super.query, args);
    }
  }

  const pool = new Pool({ ...settings, Client });
  // Comes before the connection is given out for the first time.
  pool.on("connect", (client) => listenForLoss(client, onLost));
  // The pool repeats the errors of its idle connections that their own listeners have handled.
  pool.on("error", () => undefined);
  return pool;
}

/** Stays for as long as the connection, which may fail more than once; its loss is reported once. */
function listenForLoss(client: pg.PoolClient, onLost: (error: Error) => void): void {
  let isReported = false;
  client.on("error", (error) => {
    if (!isReported) onLost(error);
    isReported = true;
  });
}

function byName([text, values, ...rest]: unknown[]): unknown[] {
  const name = typeof text === "string" ? preparedName(text) : undefined;
  return name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest];
}

/** Sends a query, and drops its connection when it is not answered within `ms`; 0: however long it takes. */
function bounded(client: pg.Client, ms: number, args: unknown[], send: (args: unknown[]) => never): never {
  // A query object of its own calls back as it likes.
  if (ms === 0 || typeof (args[0] as { submit?: unknown } | null)?.submit === "function") return send(args);
  const timer = setTimeout(() => {
    client.connection.stream.destroy(new Error("Connection terminated: no answer"));
  }, ms).unref();
  const stop = () => clearTimeout(timer);
  const answer: unknown = send(args.map((argument) => before(stop, argument)));
  if (answer instanceof Promise) answer.then(stop, stop);
  return answer as never;
}

function before(stop: () => void, argument: unknown): unknown {
  if (typeof argument !== "function") return argument;
  return (...answer: unknown[]) => {
    stop();
    return (argument as AnyMethod)(...answer);
  };
}

/** Calls a method of pg so that its promise rejects, or its callback is called, with explained errors. */
function explained(self: object, method: unknown, args: unknown[]): never {
  const answer = (method as AnyMethod).apply(self, args.map(explainingCallback));
  return (answer instanceof Promise ? answer.catch(throwExplained) : answer) as never;
}

function explainingCallback(argument: unknown): unknown {
  if (typeof argument !== "function") return argument;
  return (error: unknown, ...rest: unknown[]) => (argument as AnyMethod)(explainOutage(error), ...rest);
}

function throwExplained(error: unknown): never {
  throw explainOutage(error);
}
