import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Database } from "#server/kit/database/database.ts";
import { connectionsClosed } from "#testing/database/lock-barrier.ts";
import { type AppProcess, type AppSettings, startApp } from "./app-process.ts";

export type AppProcesses = {
  /** Where they keep files. */
  readonly dataDir: string;
  /**
   * A process of the application on the same database and data folder: a new one, unless an earlier test has left one
   * with the same settings.
   */
  start(more?: Partial<AppSettings>): Promise<NamedApp>;
  /** Gives a recurring job its turn now. */
  job(name: string): Promise<void>;
  /** Frees for others what a process that died had taken, as happens without this some minutes later. */
  releaseLostWork(): Promise<void>;
};

/**
 * The `name` is that of its connections in PostgreSQL; `kill` waits until the database has undone its open
 * transactions.
 */
export type NamedApp = AppProcess & { name: string };

/**
 * Lets the tests of one file run the application as processes over its database: `const apps = appProcesses(database);`
 * below `fileDatabase()`. A process that a test leaves running serves the next one, and is ended after the last. Of a
 * test that failed it prints what all of them have logged meanwhile.
 */
export function appProcesses(database: { readonly db: Database; readonly url: string }): AppProcesses {
  const running = new Map<NamedApp, string>();
  let left: [app: NamedApp, settings: string] | undefined;
  let dataDir = "";
  let logFile = "";
  let logged = 0;
  const readLog = () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : "");
  let started = 0;
  const endAll = async (except?: NamedApp) => {
    for (const app of running.keys()) if (app !== except) await app.kill();
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-apps-"));
    logFile = `${dataDir}.log`;
  });
  afterEach(async ({ task }) => {
    const log = readLog();
    if (task.result?.state === "fail") console.log(log.slice(logged));
    logged = log.length;
    left = [...running].at(-1);
    await endAll(left?.[0]);
  });
  afterAll(async () => {
    await endAll();
    await rm(dataDir, { recursive: true, force: true });
    await rm(logFile, { force: true });
  });
  const job = async (name: string) =>
    void (await sql`select graphile_worker.add_job(${name})`.execute(database.db));
  return {
    get dataDir() {
      return dataDir;
    },
    async start(more = {}) {
      const settings = JSON.stringify(more);
      const [earlier, itsSettings] = left ?? [];
      left = undefined;
      if (earlier && settings === itsSettings && earlier.complaint() === null) return earlier;
      await earlier?.kill();
      const name = `app ${++started}`;
      const process = await startApp({ databaseUrl: database.url, dataDir, logFile, name, ...more });
      const app: NamedApp = {
        ...process,
        name,
        async kill() {
          running.delete(app);
          await process.kill();
          await connectionsClosed(database.db, name);
        },
      };
      running.set(app, settings);
      return app;
    },
    job,
    async releaseLostWork() {
      await sql`
        update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes'
        where locked_at is not null`.execute(database.db);
      await job("release_lost_work");
    },
  };
}
