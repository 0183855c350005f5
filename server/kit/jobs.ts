import { Logger as JobLogger, type Runner, run, runMigrations } from "graphile-worker";
import { sql } from "kysely";
import { type Database, poolOf, type Tx } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";

/** Recurring work by name; `schedule` in crontab notation (UTC). One process of all runs each turn. */
export type Jobs = Readonly<Record<string, { schedule: string; work: () => Promise<unknown> }>>;

/** Queued work by name: done once for each {@link enqueue}, again after a failure. It must bear being done twice. */
export type QueuedWork = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export type QueuedJob = {
  name: string;
  /** Plain JSON, and nothing that a reader of the database should not see. */
  payload: object;
  /** Tries in all, with growing pauses between them: e, e², … seconds, from the tenth on about six hours. */
  triesMax: number;
  /** `later` lets recurring work go first. */
  urgency?: "now" | "later";
  /** Not before then. */
  runAt?: Date;
};

/** One try of queued work may take this long; then it counts as failed. */
const tryMsMax = 120_000;
/** Stopping waits this long for work that is under way. */
const stopMsMax = 8_000;
/** A worker that holds queued work for longer than this has died with its process. */
const lostAfterMinutes = 5;

/** Queues work in the caller's transaction: it begins after the commit, and never when that was rolled back. */
export async function enqueue(
  tx: Tx,
  { name, payload, triesMax, urgency = "now", runAt }: QueuedJob,
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${triesMax}::int,
    priority => ${urgency === "later" ? 10 : 0}::int)`.execute(tx);
}

/** Makes or updates the tables that jobs are kept in, as their owner. */
export function installJobs(owner: Database): Promise<void> {
  return runMigrations({ pgPool: poolOf(owner), logger: new JobLogger(() => () => undefined) });
}

/** Starts recurring and queued work, kept in the database so that many processes share it. */
export async function startJobs(
  db: Database,
  { recurring, queued = {} }: { recurring: Jobs; queued?: QueuedWork },
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const all: Jobs = { ...recurring, release_lost_work: releaseLostWork(db, Object.keys(queued)) };
  const turns = Object.entries(all).map(([name, { work }]) => [name, async () => void (await work())]);
  const tasks = Object.entries(queued).map(([name, work]) => [
    name,
    (payload: unknown) => inTime(work(payload), tryMsMax),
  ]);
  const pgPool = poolOf(db);
  const runner: Runner = await run({
    pgPool,
    concurrency: 4,
    noHandleSignals: true,
    taskList: Object.fromEntries([...turns, ...tasks]),
    crontab: Object.entries(all)
      .map(([name, { schedule }]) => `${schedule} ${name} ?max=3`)
      .join("\n"),
    logger: new JobLogger(() => (level, message) => {
      if (level === "error") log.error({ job: message }, "a job failed");
    }),
  });
  return {
    async stop() {
      // Without the database it would wait for its next try of asking, up to a minute.
      await inTime(runner.stop(), stopMsMax).catch(() => undefined);
    },
  };
}

/** Work that a process took with it when it died is given to others. Recurring work comes back by the clock alone. */
function releaseLostWork(db: Database, names: string[]): Jobs[string] {
  return {
    schedule: "* * * * *",
    work: () =>
      sql`
      select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs
      where task_identifier = any (${names}) and locked_at < now() - make_interval(mins => ${lostAfterMinutes})
      having count(*) > 0`.execute(db),
  };
}

async function inTime(work: Promise<void>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("took too long")), msMax);
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
