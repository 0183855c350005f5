import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { preparedQuery } from "#server/kit/database/prepared.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import type { Row } from "../row.ts";

const fans = 2_000;
const models = 200;
const opening = 1_000_000;
const clients = 16;
const roundMs = 2_000;
const rounds = 3;

type SendTip = (key: string, fanId: number, modelId: number) => Promise<unknown>;

/**
 * Tips a second through the wallet against the smallest statement that could be called a tip (two updates and a row
 * with a unique key, in one round trip), by the same driver on the same durable server, in turns. Takes half a minute.
 */
export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-bench-"));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const db = openDatabase(server.url, { log: silentLog, poolMax: clients });
  try {
    await prepare(db);
    const spread = await compare(db, (n) => 1 + (n % models));
    const crowded = await compare(db, () => 1);
    return [
      row("tips spread over models", spread, "≥ 0.6 × peer"),
      row("tips all to one model", crowded, "≥ 2.5 × peer"),
    ];
  } finally {
    await db.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Rates = { ours: number; floor: number };

async function compare(db: Database, modelOf: (n: number) => number): Promise<Rates> {
  const total: Rates = { ours: 0, floor: 0 };
  for (let round = 0; round < rounds; round++) {
    total.floor += await tipsInRound(floorTip(db), modelOf);
    total.ours += await tipsInRound(ourTip(db), modelOf);
  }
  const seconds = (rounds * roundMs) / 1_000;
  return { ours: total.ours / seconds, floor: total.floor / seconds };
}

let lastKey = 0;

async function tipsInRound(send: SendTip, modelOf: (n: number) => number): Promise<number> {
  const end = performance.now() + roundMs;
  let sent = 0;
  const client = async () => {
    while (performance.now() < end) {
      const n = ++lastKey;
      await send(`bench:${n}`, 1 + ((n * 7_919) % fans), modelOf(n));
      sent++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return sent;
}

function ourTip(db: Database): SendTip {
  const wallet = createWallet();
  return (key, fanId, modelId) =>
    wallet.transfer(db, {
      key,
      from: { kind: "fan", id: fanId },
      to: { kind: "model", id: modelId },
      tokens: 1,
      kind: "tip",
      reason: "bench",
    });
}

const floorText = `
  with debit as (update floor.account set balance = balance - 1 where id = $2),
    credit as (update floor.account set balance = balance + 1 where id = $3)
  insert into floor.tip (key, fan, model, tokens) values ($1, $2, $3, 1)`;

function floorTip(db: Database): SendTip {
  return (key, fanId, modelId) => db.executeQuery(preparedQuery(floorText, [key, fanId, fans + modelId]));
}

async function prepare(db: Database): Promise<void> {
  await migrate(db, { log: silentLog });
  await sql
    .raw(`
    insert into wallet.account (kind, owner_id) select 'fan', n from generate_series(1, ${fans}) as n;
    insert into wallet.account (kind, owner_id) select 'model', n from generate_series(1, ${models}) as n;
    select wallet.issue('opening:' || n, 'opening', 'fan', n, ${opening}, 'bench', null)
      from generate_series(1, ${fans}) as n;
    create schema floor;
    create table floor.account (id bigint primary key, balance bigint not null check (balance >= 0))
      with (fillfactor = 70);
    create table floor.tip (key text primary key, fan bigint not null, model bigint not null, tokens bigint not null);
    insert into floor.account select n, ${opening} from generate_series(1, ${fans + models}) as n;
  `)
    .execute(db);
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}

function row(name: string, { ours, floor }: Rates, aim: string): Row {
  const peer = { name: "two updates and a row in one statement", value: Math.round(floor) };
  return {
    name,
    value: Math.round(ours),
    unit: "tips/s",
    peer,
    ratio: Number((ours / floor).toFixed(2)),
    aim,
  };
}
