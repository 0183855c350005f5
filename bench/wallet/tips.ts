import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CompiledQuery, sql } from "kysely";
import { coalesce } from "#server/kit/coalesce.ts";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { tipBatches } from "#server/rooms/tips/send-tip.ts";
import { createWallet, type Transfer } from "#server/wallet/wallet.ts";
import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";

const fans = 2_000;
const models = 200;
const opening = 1_000_000;
const clients = 16;
const roundMs = 1_000;
/** Pairs of rounds, ours and the floor's one after the other. */
const pairs = 9;
/**
 * The share of the machine that other processes may use before the figures are unfair: our side needs the processor,
 * the floor waits.
 */
const othersAtMost = 0.1;

type SendTip = (key: string, fanId: number, modelId: number) => Promise<unknown>;

/**
 * Tips a second through the wallet, those that come side by side together as the product sends them, against the
 * smallest statement that could be called a tip (two updates and a row with a unique key, in one round trip), one for
 * each tip, by the same driver on the same durable server. The two take turns, the first turn changing sides, and each
 * figure is a median: a checkpoint, a vacuum or a slow disk falls on single rounds. On one model the floor's tips wait
 * for each other's commit and ours for the processor, so other work on the machine makes only ours slower; it is
 * measured and printed. Takes three quarters of a minute.
 */
export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-bench-"));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const db = openDatabase(server.ownerUrl, { log: silentLog, poolMax: clients });
  try {
    await prepare(db);
    const others = watchOtherWork();
    const spread = await compare(db, (n) => 1 + (n % models));
    const crowded = await compare(db, () => 1);
    const share = others();
    if (share > othersAtMost) console.error(`tips: others used ${Math.round(share * 100)}% of the machine`);
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

type Rates = { ours: number; floor: number; ratio: number };

async function compare(db: Database, modelOf: (n: number) => number): Promise<Rates> {
  const ours = () => tipsInRound(ourTip(db), modelOf);
  const floor = () => tipsInRound(floorTip(db), modelOf);
  // Connections, plans and pages become warm.
  await floor();
  await ours();
  const measured: Rates[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const before = pair % 2 === 0 ? await floor() : null;
    const rate = await ours();
    const beside = before ?? (await floor());
    measured.push({ ours: rate, floor: beside, ratio: rate / beside });
  }
  const median = (of: keyof Rates) =>
    measured.map((rates) => rates[of]).toSorted((a, b) => a - b)[Math.floor(pairs / 2)] ?? Number.NaN;
  return { ours: median("ours"), floor: median("floor"), ratio: median("ratio") };
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
  return (sent * 1_000) / roundMs;
}

function ourTip(db: Database): SendTip {
  const wallet = createWallet();
  const transfer = coalesce((orders: readonly Transfer[]) => wallet.transferAll(db, orders), tipBatches);
  return (key, fanId, modelId) =>
    transfer({
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
  return (key, fanId, modelId) => db.executeQuery(CompiledQuery.raw(floorText, [key, fanId, fans + modelId]));
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

function row(name: string, { ours, floor, ratio }: Rates, aim: string): Row {
  const peer = { name: "two updates and a row in one statement", value: Math.round(floor) };
  return {
    name,
    value: Math.round(ours),
    unit: "tips/s",
    peer,
    ratio: Number(ratio.toFixed(2)),
    aim,
  };
}
