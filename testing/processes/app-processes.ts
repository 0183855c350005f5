import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Database } from "#server/kit/database/database.ts";
import { type AppProcess, type AppSettings, startApp } from "./app-process.ts";
import { connectionsClosed } from "./lock-barrier.ts";

export type AppProcesses = {
  /** Where they keep files. */
  readonly dataDir: string;
  /** The next process of the application on the same database and data folder. */
  start(more?: Partial<AppSettings>): Promise<NamedApp>;
  /** Gives a recurring job its turn now. */
  job(name: string): Promise<void>;
  /** Hands to others what a process that died had in its hands, as happens by itself some minutes later. */
  releaseLostWork(): Promise<void>;
};

/** Its `name` is what PostgreSQL calls its connections; `kill` waits until the database has undone what was open. */
export type NamedApp = AppProcess & { name: string };

/**
 * Lets the tests of one file run the application as processes over its database, and ends them after each test:
 * `const apps = appsOver(database);` below `fileDatabase()`.
 */
export function appProcesses(database: { readonly db: Database; readonly url: string }): AppProcesses {
  const running = new Set<AppProcess>();
  let dataDir = "";
  let started = 0;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "fanlight-apps-"));
  });
  afterEach(async () => {
    for (const app of running) await app.kill();
    running.clear();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const job = async (name: string) =>
    void (await sql`select graphile_worker.add_job(${name})`.execute(database.db));
  return {
    get dataDir() {
      return dataDir;
    },
    async start(more = {}) {
      const name = `app ${++started}`;
      const app = await startApp({ databaseUrl: database.url, dataDir, name, ...more });
      running.add(app);
      const kill = async () => {
        await app.kill();
        await connectionsClosed(database.db, name);
      };
      return { ...app, name, kill };
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
