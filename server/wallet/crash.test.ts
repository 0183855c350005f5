import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { prepareSchema } from "#server/kit/prepare-schema.ts";
import { auditLedger } from "#testing/database/audit-ledger.ts";
import { type EmbeddedProcess, embeddedProcess } from "#testing/database/embedded-process.ts";
import { until } from "#testing/until.ts";
import { tipStorm } from "#testing/wallet/tip-storm.ts";
import { createWallet } from "./wallet.ts";

const wallet = createWallet();
const fans = 5;
const modelId = 1;
const opening = 10_000;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-crash-"));
  chmodSync(dataDir, 0o755);
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test.each(["alone", "together"] as const)(
  "kill -9 of the app and of the database amid a storm of tips sent %s: every acknowledged tip is there, exactly once",
  async (way) => {
    const app = await embeddedProcess(dataDir, { durable: true });
    await prepare(app);

    const first = tipStorm(app.url, { first: 0, last: 1_000_000, fans, modelId, way });
    await until(() => first.acknowledged.size > 150, "tips before the app is killed");
    await first.kill();

    // The second app repeats what the first one may or may not have got through.
    const retryFrom = Math.min(...missing(first.acknowledged));
    const second = tipStorm(app.url, { first: retryFrom, last: 1_000_000, fans, modelId, way });
    await until(() => second.acknowledged.size > 150, "tips before the database is killed");
    await killEverything(app);
    await second.ended;

    const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    expect(server.adopted).toBe(false);
    const db = openDatabase(server.url, { log: silentLog });
    const acknowledged = new Set([...first.acknowledged, ...second.acknowledged]);
    await expectExactlyOnce(db, acknowledged);

    const last = Math.max(...acknowledged) + 50;
    const third = tipStorm(server.url, { first: 0, last, fans, modelId, way });
    await third.ended;
    expect(third.acknowledged.size).toBe(last);
    await expectExactlyOnce(db, third.acknowledged);
    expect(await wallet.balance(db, { kind: "model", id: modelId })).toBe(last);
    await db.destroy();
    await server.stop();
  },
);

async function prepare({ url, ownerUrl }: EmbeddedProcess): Promise<void> {
  const db = openDatabase(url, { log: silentLog });
  await prepareSchema(db, { ownerUrl, log: silentLog });
  await inTransaction(db, async (tx) => {
    await wallet.openModelAccount(tx, modelId);
    for (let id = 1; id <= fans; id++) {
      await wallet.openFanAccount(tx, id);
      const to = { kind: "fan", id } as const;
      await wallet.issue(tx, {
        key: `opening:${id}`,
        to,
        tokens: opening,
        kind: "opening",
        reason: "opening",
      });
    }
  });
  await db.destroy();
}

async function killEverything(app: EmbeddedProcess): Promise<void> {
  process.kill(app.serverPid, "SIGKILL");
  await app.kill("SIGKILL");
}

/** Numbers that were sent, or were about to be, but not acknowledged. */
function missing(acknowledged: ReadonlySet<number>): number[] {
  return Array.from({ length: acknowledged.size + 9 }, (_, n) => n).filter((n) => !acknowledged.has(n));
}

async function expectExactlyOnce(db: Database, acknowledged: ReadonlySet<number>): Promise<void> {
  const { rows } = await sql<{ n: number; times: number }>`
    select substr(key, 7)::bigint as n, count(*) as times from wallet.transfer
    where kind = 'tip' group by 1`.execute(db);
  const times = new Map(rows.map((row) => [row.n, row.times]));
  expect([...acknowledged].filter((n) => times.get(n) !== 1)).toEqual([]);
  let left = 0;
  for (let id = 1; id <= fans; id++) left += await wallet.balance(db, { kind: "fan", id });
  expect(left).toBe(fans * opening - rows.length);
  await auditLedger(db);
}
