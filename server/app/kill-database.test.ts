import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import type { AppProcess } from "#testing/processes/app-process.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { startAppWithDatabase } from "#testing/processes/app-with-database.ts";
import { childrenOf } from "#testing/processes/children-of.ts";
import { createPeople, expectPaidOnce, tipAway, undelivered } from "#testing/processes/tipping.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);

test(
  "kill -9 of PostgreSQL amid calls, again and again: the application lives, is ready within 10 s, and every acknowledged tip is there once",
  {
    timeout: 240_000,
  },
  async () => {
    const { app, db, killDatabase } = await startAppWithDatabase("outage");
    const { fans, model } = await createPeople(app, db);
    const sessions = sql<{ role: string }>`
    select distinct usename::text as role from pg_stat_activity where application_name = 'outage'`;
    expect(await readRows(db, sessions)).toEqual([{ role: "fanlight_app" }]);

    const tips = tipAway(() => app, { fans, model });
    for (let round = 0; round < 10; round++) {
      const before = tips.paid.size;
      await until(() => tips.paid.size > before + 5, "tips before the database is killed");
      // The media engine's reports meanwhile find no database either.
      await killDatabase(() => void (round === 0 && process.kill(engineOf(app), "SIGKILL")));
    }
    await tips.end();
    expect(app.complaint()).toBeNull();
    expect(tips.statuses).toEqual(new Set([200, 503]));
    await expectPaidOnce(db, tips.paid, { fans, model });
    await until(async () => (await undelivered(db)) === 0, "the outbox to be delivered");
    await sql`select graphile_worker.add_job('audit_ledger')`.execute(db);
    await until(async () => (await jobsWaiting(db)) === 0, "a job to be done", 20_000);
  },
);

test(
  "connections that the server ends at any moment cost a call 503 at most, never the process",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const people = await createPeople(app, database.db);
    const tips = tipAway(() => app, people);
    for (let round = 0; round < 300 && app.complaint() === null; round++) {
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${app.name} order by random() limit 3`.execute(
        database.db,
      );
    }
    await tips.end();
    expect(app.complaint()).toBeNull();
    expect(tips.statuses).toEqual(new Set([200, 503]));
    await expectPaidOnce(database.db, tips.paid, people);
  },
);

function engineOf(app: AppProcess): number {
  const engine = childrenOf(app.pid).find(({ command }) => command.includes("media-engine/main.ts"));
  if (!engine) throw new Error("the application has no media engine");
  return engine.pid;
}

async function jobsWaiting(db: Database): Promise<number> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'audit_ledger'`;
  return (await readRows(db, waiting))[0]?.n ?? 0;
}
