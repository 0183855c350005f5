import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Redis } from "#server/kit/redis/redis.ts";
import type { Scripts } from "#server/kit/redis/scripts.ts";
import type { logScripts } from "./log-scripts.ts";

/** One thing that happened, as the feed's fields. */
export type FeedEntry = Readonly<Record<string, string>>;

/** The one reader of a node: whatever happens to any topic, on whichever node, comes here in one order. */
export type Feed = {
  /** The Redis process that is read; null while there is none. */
  server(): string | null;
  /** Resolves when everything up to this number has been handled; rejects when the reader lost Redis meanwhile. */
  reached(count: number): Promise<void>;
  /** Redis does not know the server any more: begins a new run. */
  begin(): void;
  stop(): Promise<void>;
};

type FeedNeeds = {
  /** The connection that events are sent by; this reader opens another one beside it. */
  redis: Redis;
  scripts: (redis: Redis) => Scripts<keyof typeof logScripts>;
  /** The name that all keys are below. */
  base: string;
  clock: Clock;
  log: Pick<Logger, "warn">;
  handle(entry: FeedEntry): void;
  /** Redis can be used, for the first time or again. */
  begun(): void;
  /** Entries were missed, or may have been. */
  lost(): void;
};

const blockMs = 1_000;
const entriesAtOnce = 500;
const retryMs = 100;
/** An outage shorter than this is made up for; sockets do not notice it. */
const outageMs = 3_000;

type Waiting = { count: number; resolve: () => void; reject: (error: Error) => void };

/** Starts to read. */
export function startFeed({ redis, scripts, base, clock, log, handle, begun, lost }: FeedNeeds): Feed {
  // A command that waits on purpose has its own bound: an answer comes at least every `blockMs`.
  const reader = redis.duplicate({ commandTimeout: undefined, socketTimeout: 3 * blockMs });
  reader.on("error", () => {});
  let wake = () => {};
  for (const event of ["ready", "end"]) reader.on(event, () => wake());
  const run = scripts(reader);
  let server: string | null = null;
  let position: { run: string; count: number } | null = null;
  let waiting: Waiting[] = [];
  let cancelOutage: (() => void) | null = null;
  let stopping = false;

  /** Agrees with Redis on the run, and notices what was missed while it was away. */
  async function begin(): Promise<void> {
    const id = /run_id:(\w+)/.exec(await reader.info("server"))?.[1] ?? "";
    await run.load();
    const [current = "", count = "", first = ""] = (await run.run("begin", [base], [id])) as string[];
    const isSame =
      position?.run === current && position.count <= Number(count) && position.count + 1 >= Number(first);
    const hadPosition = position !== null;
    if (!isSame) position = { run: current, count: Number(count) };
    server = id;
    cancelOutage?.();
    cancelOutage = null;
    if (hadPosition && !isSame) miss();
    settle();
    begun();
  }

  function miss(): void {
    for (const { reject } of waiting.splice(0)) reject(new Error("events were missed meanwhile"));
    lost();
  }

  function settle(): void {
    const done = waiting.filter(({ count }) => count <= (position?.count ?? 0));
    waiting = waiting.filter((each) => !done.includes(each));
    for (const { resolve } of done) resolve();
  }

  async function read(): Promise<void> {
    const from = `${position?.run}-${position?.count}`;
    const answer = await reader.xread(
      ...(["COUNT", entriesAtOnce, "BLOCK", blockMs, "STREAMS", `${base}:feed`, from] as const),
    );
    for (const [id, fields] of answer?.[0]?.[1] ?? []) take(id, fields);
  }

  function take(id: string, fields: string[]): void {
    const [ofRun = "", count = ""] = id.split("-");
    const isNext = position?.run === ofRun && position.count + 1 === Number(count);
    position = { run: ofRun, count: Number(count) };
    if (!isNext) miss();
    handle(entryOf(fields));
    settle();
  }

  function outage(error: Error): void {
    if (stopping) return;
    server = null;
    if (cancelOutage) return;
    log.warn({ error: error.message }, "events are not shared: Redis is away");
    for (const { reject } of waiting.splice(0)) reject(error);
    cancelOutage = clock.after(outageMs, lost);
  }

  const ready = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (stopping || reader.status === "ready") resolve();
    });

  async function readOn(): Promise<void> {
    for (await ready(); !stopping; await ready()) {
      try {
        if (server === null) await begin();
        await read();
      } catch (error) {
        outage(error as Error);
        if (!stopping) await new Promise<void>((resolve) => void clock.after(retryMs, resolve));
      }
    }
  }

  const ended = readOn();
  return {
    server: () => server,
    reached(count) {
      if (count <= (position?.count ?? 0)) return Promise.resolve();
      return new Promise((resolve, reject) => void waiting.push({ count, resolve, reject }));
    },
    begin() {
      server = null;
    },
    async stop() {
      stopping = true;
      cancelOutage?.();
      reader.disconnect();
      wake();
      await ended;
    },
  };
}

function entryOf(fields: readonly string[]): FeedEntry {
  const entry: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2)
    entry[fields[index] as string] = fields[index + 1] as string;
  return entry;
}
