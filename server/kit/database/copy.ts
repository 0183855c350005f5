import { once } from "node:events";
import { Readable } from "node:stream";
import pg from "pg";

/** What `pg` has for COPY on its connection, beside what its types know (PostgreSQL, "COPY Operations" of the protocol). */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

type Answered = {
  rows: Promise<number>;
  settle: (error: Error | null | undefined, result?: unknown) => void;
};

/** The number of rows that a COPY answers when it has ended. */
function answered(): Answered {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  return {
    rows: promise,
    settle: (error, result) =>
      error ? reject(error) : resolve((result as { rowCount: number | null }).rowCount ?? 0),
  };
}

class CopyOut extends pg.Query {
  readonly output: Readable;
  #connection: CopyConnection | null = null;

  constructor(text: string, settle: Answered["settle"]) {
    super({ text }, (error, result) => {
      settle(error, result);
      if (error) this.output.destroy(error);
      else this.output.push(null);
    });
    const resume = () => this.#connection?.stream.resume();
    this.output = new Readable({
      read: resume,
      destroy: (error, done) => {
        // The rest is read and dropped: the connection would hang otherwise.
        resume();
        done(error);
      },
    });
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.#connection = connection;
    if (this.output.destroyed) return;
    // The connection writes what comes next over these bytes.
    if (!this.output.push(Buffer.from(chunk))) connection.stream.pause();
  }
}

class CopyIn extends pg.Query {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #stop: AbortController;

  constructor(text: string, source: AsyncIterable<Uint8Array>, settle: Answered["settle"]) {
    const stop = new AbortController();
    super({ text }, (error, result) => {
      stop.abort();
      settle(error, result);
    });
    this.#source = source;
    this.#stop = stop;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: unknown) => connection.sendCopyFail((error as Error).message),
    );
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#stop;
    for await (const chunk of this.#source) {
      if (signal.aborted) return;
      connection.sendCopyFromChunk(chunk);
      // Ends as well when the server has refused a row, or its connection is lost.
      if (connection.stream.writableNeedDrain)
        await once(connection.stream, "drain", { signal }).catch(() => undefined);
    }
  }
}

/**
 * Runs a `copy … to stdout`. `output` holds what it says, in chunks of whole rows, and has to be read or destroyed;
 * `rows` resolves to their number once all of them came, and rejects as `output` fails.
 */
export function copyOut(client: pg.Client, statement: string): { output: Readable; rows: Promise<number> } {
  const { rows, settle } = answered();
  const query = new CopyOut(statement, settle);
  client.query(query);
  return { output: query.output, rows };
}

/**
 * Runs a `copy … from stdin` with what `source` says; answers how many rows it made. What fails in `source` undoes the
 * statement, and rejects.
 */
export function copyIn(
  client: pg.Client,
  statement: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { rows, settle } = answered();
  client.query(new CopyIn(statement, source, settle));
  return rows;
}
