import { Logger as JobLogger, parseCrontab, run, runMigrations, type TaskList } from "graphile-worker";
import { sql } from "kysely";
import { type Database, poolOf, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";

/** Recurring work by name; `schedule` in crontab notation (UTC). One process of all runs each turn. */
export type Jobs = Readonly<Record<string, { schedule: string; work: () => Promise<unknown> }>>;

/** Queued work by name: done once for each {@link enqueue}, again after a failure. It must bear being done twice. */
export type QueuedWork = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export type Work = {
  recurring: Jobs;
  queued?: QueuedWork;
  /**
   * The work that others can make take long: the mail server, the servers that browsers name, the videos that people
   * send. Each of these has two workers of its own, so that it holds up nothing else.
   */
  apart?: readonly QueuedWork[];
};

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
  /**
   * At most one job waits under it. Queued again it has all its tries again, and the new time where it has been tried;
   * until then it keeps its own. One that is under way, or used up its tries, leaves its key to the next and is not tried
   * again.
   */
  key?: string;
};

const workers = { common: 4, apart: 2 };
/** One try of queued work may take this long; then it counts as failed. */
const tryMsMax = 120_000;
/** Stopping waits this long for work that is under way. */
const stopMsMax = 8_000;
/** A worker that holds queued work for longer than this has died with its process. */
const lostAfterMinutes = 5;

/** Queues work in the caller's transaction: it begins after the commit, and never when that was rolled back. */
export async function enqueue(
  tx: Tx,
  { name, payload, triesMax, urgency = "now", runAt, key }: QueuedJob,
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${triesMax}::int, job_key => ${key ?? null}, job_key_mode => 'preserve_run_at',
    priority => ${urgency === "later" ? 10 : 0}::int)`.execute(tx);
}

/** The keys among these under which a job waits, is under way, on its last try too, or is to be tried again. */
export async function keysQueued(reader: Reader, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ key: string }>`
      select key from graphile_worker.jobs
      where key = any (${[...keys]}) and (attempts < max_attempts or locked_at is not null)`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** How many jobs have failed as often as they are tried. */
export async function countGivenUp(reader: Reader): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null`,
  );
  return row?.count ?? 0;
}

/** Gives back all work that is under way by what is written: nobody does any, as after a restore. */
export async function releaseAllWork(owner: Database): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_by is not null having count(*) > 0`.execute(owner);
}

/** Makes or updates the tables that jobs are kept in, as their owner. */
export function installJobs(owner: Database): Promise<void> {
  return runMigrations({ pgPool: poolOf(owner), logger: new JobLogger(() => () => undefined) });
}

/** Starts recurring and queued work, kept in the database so that many processes share it. */
export async function startJobs(
  db: Database,
  { recurring, queued = {}, apart = [] }: Work,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const names = [queued, ...apart].flatMap((work) => Object.keys(work));
  const all: Jobs = { ...recurring, release_lost_work: releaseLostWork(db, names) };
  const turns = Object.entries(all).map(([name, { work }]) => [name, async () => void (await work())]);
  const crontab = Object.entries(all).map(([name, { schedule }]) => `${schedule} ${name} ?max=3`);
  const start = (concurrency: number, taskList: TaskList, lines: string[] = []) =>
    run({
      pgPool: poolOf(db),
      concurrency,
      noHandleSignals: true,
      taskList,
      // Without any it would look for a file of that name.
      parsedCronItems: parseCrontab(lines.join("\n")),
      logger: new JobLogger(() => (level, message) => {
        if (level === "error") log.error({ job: message }, "a job failed");
      }),
    });
  const runners = [
    await start(workers.common, { ...Object.fromEntries(turns), ...tasksOf(queued) }, crontab),
  ];
  for (const work of apart) runners.push(await start(workers.apart, tasksOf(work)));
  return {
    async stop() {
      const stopped = Promise.all(runners.map((runner) => runner.stop()));
      // Without the database it would wait for its next try of asking, up to a minute.
      await inTime(stopped, stopMsMax).catch(() => undefined);
    },
  };
}

function tasksOf(work: QueuedWork): TaskList {
  const tasks = Object.entries(work).map(([name, act]) => [
    name,
    (payload: unknown) => inTime(act(payload), tryMsMax),
  ]);
  return Object.fromEntries(tasks) as TaskList;
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

async function inTime(work: Promise<unknown>, msMax: number): Promise<void> {
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
