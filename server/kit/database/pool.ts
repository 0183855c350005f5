import pg from "pg";
import { preparedName } from "./prepared.ts";
import { explainOutage } from "./unavailable.ts";

type AnyMethod = (...args: unknown[]) => unknown;

/**
 * Opens a pool whose connections may be lost at any moment. Each has a listener for that before it is used: an
 * `error` event without one ends the process, and a connection fails between two queries as well as within one. What
 * fails for that reason, connecting or querying, rejects with {@link DatabaseUnavailable}.
 */
export function openPool(settings: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  class Client extends pg.Client {
    // The rest parameters stand for all overloads of pg. Texts that are prepared are sent by their names.
    override query(...args: unknown[]): never {
      return explained(this, super.query, byName(args));
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
