import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { type StatementNames, statementNames } from "./statement-names.ts";
import { explainOutage, isStalePlan } from "./unavailable.ts";

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
export function openPool(
  settings: pg.PoolConfig & { namesStatements: boolean },
  onLost: (error: Error) => void,
): pg.Pool {
  class Client extends pg.Client {
    readonly #names = settings.namesStatements ? statementNames() : undefined;

    // The rest parameters stand for all overloads of pg.
    override query(...args: unknown[]): never {
      const limitMs = slowStatements.getStore() ?? (settings.statement_timeout || 0);
      const send = (given: unknown[]) =>
        bounded(this, limitMs * patience, given, (bound) => explained(this, super.query, bound));
      return this.#names ? sendNamed(this, this.#names, args, send) : send(args);
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

/**
 * Sends a text that the connection has a name for under that name. Where a newer version has changed what it answers (it
 * has added a column, and the text asks for all), the server refuses the plan that it kept: the text gets another name and is sent
 * once more, unless a transaction has failed by it, which its caller repeats.
 */
function sendNamed(
  client: pg.Client,
  names: StatementNames,
  args: unknown[],
  send: (args: unknown[]) => never,
): never {
  const [text, values] = args;
  const isPlain =
    typeof text === "string" && args.length <= 2 && (values === undefined || Array.isArray(values));
  if (!isPlain) return send(args);
  const named = names.nameOf(text, values);
  if (!named) return send(args);
  const close = (name: string) => client.connection.close({ type: "S", name }, true);
  if (named.closed) close(named.closed);
  const answer: Promise<unknown> = send([{ name: named.name, text, values }]);
  return answer.catch((error: unknown) => {
    if (!isStalePlan(error)) throw error;
    const name = names.forget(text);
    if (name) close(name);
    return (send(args) as Promise<unknown>).catch((again: unknown) => {
      throw isInFailedTransaction(again) ? error : again;
    });
  }) as never;
}

function isInFailedTransaction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25P02";
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
