import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { reachEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isAlive } from "./processes.ts";

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("a command reaches the database while the product holds it and while it does not, and leaves it as it was", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-reach-"));
  chmodSync(dataDir, 0o755);
  try {
    const held = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
    await query(held.ownerUrl, "create table kept as select 42 as answer");
    const beside = await reachEmbeddedPostgres(dataDir, silentLog);
    expect(await query(beside.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
    await beside.leave();
    expect(isAlive(held.pid)).toBe(true);
    await held.stop();
    const alone = await reachEmbeddedPostgres(dataDir, silentLog);
    expect(await query(alone.ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
    await alone.leave();
    await expect(query(alone.ownerUrl, "select 1")).rejects.toThrow();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
