import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase, readRows } from "#server/kit/database/database.ts";
import { isAlive } from "#server/kit/database/embedded/processes.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, installJobs } from "#server/kit/jobs.ts";
import { createLogger } from "#server/kit/log.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { embeddedProcess } from "#testing/database/embedded-process.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { until } from "#testing/until.ts";
import { fanWith, newKey, newModel } from "#testing/wallet/accounts.ts";
import { CleanupStack } from "./cleanup-stack.ts";
import { explain } from "./explain.ts";
import { startDatabase } from "./start-database.ts";

const database = fileDatabase();
const wallet = createWallet();

test.each(["stopped", "left running"] as const)(
  "a data folder from before there were two roles, its server %s, keeps its balances, and the application comes as a role that owns nothing",
  { timeout: 120_000 },
  async (how) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-roles-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    chmodSync(dataDir, 0o755);
    const before = await embeddedProcess(dataDir);
    const owner = openDatabase(before.ownerUrl, { log: silentLog, poolMax: 2 });
    await sql`drop role fanlight_app`.execute(owner);
    await migrate(owner, { log: silentLog });
    await installJobs(owner);
    const fan = await fanWith(owner, 100);
    const model = await newModel(owner);
    const tip = (db: Database, key = newKey()) =>
      wallet.transfer(db, { key, from: fan, to: model, tokens: 30, kind: "tip", reason: "tip" });
    const first = newKey();
    await tip(owner, first);
    await inTransaction(owner, (tx) => enqueue(tx, { name: "greet", payload: {}, triesMax: 3 }));
    await owner.destroy();
    await before.kill("SIGKILL");
    if (how === "stopped") {
      process.kill(before.serverPid, "SIGINT");
      await until(() => !isAlive(before.serverPid), "the server to stop");
    }

    const { db, steps } = await start({ dataDir });
    expect(await roleOf(db)).toBe("fanlight_app");
    expect(steps).toEqual([]);
    expect(await wallet.balance(db, fan)).toBe(70);
    expect(await tip(db, first)).toMatchObject({ ok: true, replayed: true });
    expect(await tip(db)).toMatchObject({ ok: true, balance: 40 });
    expect(await wallet.balance(db, model)).toBe(60);
    expect(await readRows(db, sql`select from graphile_worker.jobs`)).toHaveLength(1);
    await expect(sql`delete from wallet.transfer`.execute(db)).rejects.toMatchObject({ code: "42501" });
    await auditLedger(db);
  },
);

test("an operator's database is used by the role of DATABASE_URL; one role for everything is reported in one line", async () => {
  const two = await start({ databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl });
  expect([await roleOf(two.db), two.steps]).toEqual(["fanlight_app", []]);
  const one = await start({ databaseUrl: database.ownerUrl });
  expect(one.steps).toEqual([
    "Database: the role of DATABASE_URL is a superuser; set DATABASE_OWNER_URL to it and DATABASE_URL to a role that owns nothing",
  ]);
});

test.each([
  ["DATABASE_URL", { databaseUrl: "postgres://nobody@127.0.0.1:1/none" }],
  ["DATABASE_OWNER_URL", { databaseOwnerUrl: "postgres://nobody@127.0.0.1:1/none" }],
  ["DATABASE_URL", { databaseUrl: "nobody@" }],
  ["DATABASE_OWNER_URL", { databaseOwnerUrl: "nobody@" }],
])("%s that opens no database is reported by its name in one line", async (setting, wrong) => {
  const own = { databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl };
  const named = Object.entries(wrong).map(([name, url]) => [name, url.replace(/^nobody@/, unknownRole())]);
  const failure = await start({ ...own, ...Object.fromEntries(named) }).catch((error: unknown) => error);
  expect(explain(failure)).toMatch(new RegExp(`^Fanlight cannot start: ${setting} opens no database: .+$`));
});

test("a replica that is none stops the start, and one that is away does not", async () => {
  const own = { databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl };
  const failure = await start({ ...own, databaseReplicaUrl: database.url }).catch((error: unknown) => error);
  expect(explain(failure)).toBe(
    "Fanlight cannot start: DATABASE_REPLICA_URL is no standby: it takes changes of its own.",
  );
  const away = await start({ ...own, databaseReplicaUrl: "postgres://nobody@127.0.0.1:1/none" });
  expect(away.steps).toEqual([
    "Database: the replica does not answer; lists are searched in the database until it does",
  ]);
});

const unknownRole = () => database.ownerUrl.replace("fanlight@", "nobody_at_all@");

async function start(
  settings: Partial<Record<"dataDir" | "databaseUrl" | "databaseOwnerUrl" | "databaseReplicaUrl", string>>,
) {
  const steps: string[] = [];
  const cleanup = new CleanupStack();
  onTestFinished(() => cleanup.all());
  const urls = { databaseUrl: null, databaseOwnerUrl: null, databaseReplicaUrl: null };
  const config = { dataDir: "", ...urls, databasePool: 16, namesStatements: true, demo: true, ...settings };
  const report = (step: string) => void steps.push(step);
  const { db } = await startDatabase(config, createLogger("silent"), { report, cleanup });
  return { db, steps };
}

async function roleOf(db: Database): Promise<string | undefined> {
  return (await readRows(db, sql<{ role: string }>`select session_user::text as role`))[0]?.role;
}
