import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { freshAddress, type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import type { AppProcess } from "#testing/processes/app-process.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { startAppWithDatabase } from "#testing/processes/app-with-database.ts";
import { childrenOf } from "#testing/processes/children-of.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();
const opening = 100_000;

test("kill -9 of PostgreSQL amid calls, again and again: the application lives, is ready within 10 s, and every acknowledged tip is there once", {
  timeout: 240_000,
}, async () => {
  const { app, db, killDatabase } = await startAppWithDatabase("outage");
  const { fans, model } = await createPeople(app, db);
  const sessions = sql<{ role: string }>`
    select distinct usename::text as role from pg_stat_activity where application_name = 'outage'`;
  expect(await readRows(db, sessions)).toEqual([{ role: "fanlight_app" }]);

  const tips = tipAway(app, fans, model);
  for (let round = 0; round < 10; round++) {
    const before = tips.paid.size;
    await until(() => tips.paid.size > before + 5, "tips before the database is killed");
    // What the media engine reports meanwhile finds no database either.
    await killDatabase(() => void (round === 0 && process.kill(engineOf(app), "SIGKILL")));
  }
  await tips.end();
  expect(app.complaint()).toBeNull();
  expect(tips.statuses).toEqual(new Set([200, 503]));
  await expectPaidOnce(db, tips.paid, { fans, model });
  await until(async () => (await undelivered(db)) === 0, "the outbox to be handed over");
  await sql`select graphile_worker.add_job('audit_ledger')`.execute(db);
  await until(async () => (await jobsWaiting(db)) === 0, "a job to be done", 20_000);
});

test("connections that the server ends at any moment cost a call 503 at most, never the process", {
  timeout: 120_000,
}, async () => {
  const app = await apps.start();
  const people = await createPeople(app, database.db);
  const tips = tipAway(app, people.fans, people.model);
  for (let round = 0; round < 300 && app.complaint() === null; round++) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${app.name} order by random() limit 3`.execute(database.db);
  }
  await tips.end();
  expect(app.complaint()).toBeNull();
  expect(tips.statuses).toEqual(new Set([200, 503]));
  await expectPaidOnce(database.db, tips.paid, people);
});

function engineOf(app: AppProcess): number {
  const engine = childrenOf(app.pid).find(({ command }) => command.includes("media-engine/main.ts"));
  if (!engine) throw new Error("the application has no media engine");
  return engine.pid;
}

type People = { fans: Member[]; model: Member };

async function createPeople(app: AppProcess, db: Database): Promise<People> {
  const fans = await Promise.all(Array.from({ length: 6 }, () => registerMember(app)));
  for (const { id } of fans) {
    const order = { key: `opening:${id}`, tokens: opening, kind: "opening", reason: "opening" } as const;
    await wallet.issue(db, { ...order, to: { kind: "fan", id } });
  }
  return { fans, model: await registerListedModel(app, db) };
}

/** Lets every fan tip one token after the other, each repeated until it is answered with a receipt. */
function tipAway(app: AppProcess, fans: readonly Member[], model: Member) {
  const paid = new Set<string>();
  const statuses = new Set<number>();
  let over = false;
  const tipOnce = async (as: Member, key: string): Promise<boolean> => {
    const { status, headers } = await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
      as,
      key,
      body: { amount: 1 },
      headers: freshAddress(),
    });
    statuses.add(status);
    if (status === 503) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    if (status === 200) paid.add(key);
    return status === 200;
  };
  const tipOn = async (fan: Member) => {
    while (!over) {
      const key = randomUUID();
      while (!(await tipOnce(fan, key)) && !over) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = Promise.all(fans.map(tipOn));
  all.catch(() => undefined);
  return {
    paid,
    statuses,
    async end() {
      over = true;
      await all;
    },
  };
}

async function expectPaidOnce(db: Database, paid: ReadonlySet<string>, { fans, model }: People) {
  const tips = await readRows(
    db,
    sql<{
      key: string;
      tokens: number;
    }>`select idem_key as key, tokens from live.tip where model_id = ${model.id}`,
  );
  const known = tips.map(({ key }) => key);
  expect(new Set(known).size).toBe(known.length);
  expect([...paid].filter((key) => !known.some((stored) => stored.endsWith(key)))).toEqual([]);
  expect(await wallet.balance(db, { kind: "model", id: model.id })).toBe(tips.length);
  let left = 0;
  for (const { id } of fans) left += await wallet.balance(db, { kind: "fan", id });
  expect(left).toBe(fans.length * opening - tips.length);
  await auditLedger(db);
}

async function undelivered(db: Database): Promise<number> {
  const waiting = sql<{ n: number }>`select count(*)::int as n from kit.outbox where delivered_at is null`;
  return (await readRows(db, waiting))[0]?.n ?? 0;
}

async function jobsWaiting(db: Database): Promise<number> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'audit_ledger'`;
  return (await readRows(db, waiting))[0]?.n ?? 0;
}
