import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CompiledQuery, sql } from "kysely";
import { systemClock } from "#server/kit/clock.ts";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { startEmbeddedPostgres } from "#server/kit/database/embedded/embedded-postgres.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { createSealer } from "#server/kit/sealer.ts";
import type { Gateway, Outcome, Sale } from "#server/payments/gateways/gateway.ts";
import type { PayerAccount } from "#server/payments/needs.ts";
import {
  createPayments,
  defaultCardingLimits,
  defaultSavedCardLimits,
  type Payments,
} from "#server/payments/payments.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { watchOtherWork } from "../other-work.ts";
import type { Row } from "../row.ts";

const fans = 2_000;
const clients = 16;
const roundMs = 1_000;
const pairs = 5;
/** The share of the machine that other processes may use before the figures are unfair. */
const othersAtMost = 0.1;
/** More tries than any fan has, as one fan buys many times a second here. */
const noLimit = 1_000_000_000;

/**
 * Purchases a second through the payments module, with a gateway that answers at once, and callbacks a second that complete
 * a purchase that waits. The floor is the least that a purchase can be in the same durable database: one statement that
 * writes an order under a unique key and adds to a balance. A purchase of ours is three transactions, because it must stand
 * in the database before the gateway is asked and after it has answered; a callback is one. The two take turns, the first
 * turn changing sides, and each figure is a median.
 */
export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "fanlight-bench-"));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const db = openDatabase(server.ownerUrl, { log: silentLog, poolMax: clients });
  const waiting: string[] = [];
  const payments = paymentsOf(db, waiting);
  try {
    await prepare(db);
    await payments.seed();
    const packages = await payments.packagesFor(null, "en");
    const [pack] = packages.packages;
    if (!pack) throw new Error("nothing is on sale");
    const others = watchOtherWork();
    const floor = (n: number) => db.executeQuery(CompiledQuery.raw(floorText, [`bench:${n}`, fanOf(n)]));
    const buy = (n: number) => checkout(payments, n, pack, "approve");
    const checkouts = await compare(floor, buy);
    const callbacks = await compare(
      floor,
      () => complete(payments, waiting),
      // As many wait as a round can complete.
      () => inTurn(checkouts.ours * 4, (n) => checkout(payments, n, pack, "wait")),
    );
    const share = others();
    if (share > othersAtMost)
      console.error(`checkouts: others used ${Math.round(share * 100)}% of the machine`);
    return [row("payments.checkouts", checkouts), row("payments.callbacks", callbacks)];
  } finally {
    await payments.stop();
    await db.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Approves at once, or leaves the sale to a callback; its notices need no signature. */
function instantGateway(waiting: string[]): Gateway {
  const approved = (reference: string, { amountCents, currency }: Pick<Sale, "amountCents" | "currency">) =>
    ({ kind: "approved", gatewayReference: reference, amountCents, currency, card: null }) as const;
  return {
    name: "sandbox",
    capabilities: { takes: [{ method: "card", purpose: "tokens", currency: "USD" }], challenge: true },
    async start(sale): Promise<Outcome> {
      if (sale.payer.city !== "wait") return approved(sale.reference, sale);
      waiting.push(JSON.stringify({ reference: sale.reference, outcome: approved(sale.reference, sale) }));
      return { kind: "pending", gatewayReference: sale.reference, checkoutUrl: null };
    },
    parseCallback: ({ rawBody }) => ({
      ...{ ok: true, kind: "report", dedupeKey: randomUUID() },
      ...(JSON.parse(rawBody.toString()) as { reference: string; outcome: Outcome }),
    }),
    fetch: async () => ({ kind: "unknown", detail: "never asked" }),
    acknowledge: () => ({ status: 200, body: "OK" }),
  };
}

function paymentsOf(db: Database, waiting: string[]): Payments {
  const payer: PayerAccount = {
    login: "payer",
    country: null,
    email: "payer@mail.test",
    validation: "confirmed",
    created_at: new Date("2020-01-01"),
  };
  const limits = { ...defaultCardingLimits };
  for (const limit of ["paymentsPerHour", "declinesPerHour", "declinesPerDay", "cardsPerDay"] as const)
    limits[limit] = noLimit;
  return createPayments({
    ...{ db, wallet: createWallet(), clock: systemClock, random: Math.random, limits: memoryLimits() },
    gateways: { sandbox: instantGateway(waiting) },
    sealer: createSealer(Buffer.alloc(32), "bench"),
    log: { info() {}, warn() {}, error: console.error },
    config: {
      ...{ descriptor: "BENCH", promoPercent: 20, promoFooterPercent: 10, ratesPerDollar: {} },
      ...{ rawCardsAllowed: true, termsVersion: "1", publicOrigin: "http://127.0.0.1", limits },
      savedCardLimits: defaultSavedCardLimits,
    },
    accounts: { byId: async () => payer },
  });
}

const fanOf = (n: number) => 1 + ((n * 7_919) % fans);
let lastOrder = 0;

async function checkout(
  payments: Payments,
  n: number,
  pack: { id: number; price: number },
  city: "approve" | "wait",
): Promise<void> {
  const done = await payments.process({
    ...{
      fanId: fanOf(n),
      idempotencyKey: null,
      sessionId: "bench",
      address: `10.0.${n % 250}.${fanOf(n) % 250}`,
      language: "en",
    },
    body: {
      ...{ payment_type: "token_purchase", payment: "creditcard", currency: "USD", package_id: pack.id },
      ...{ amount: pack.price, card_holder_name: "Nico Rivera", email: "nico@mail.test", phone: "" },
      ...{ address1: "48 Harbor Street", city, state: "CA", zip: "94607", country: "US" },
      ...{
        card_number: "4242424242424242",
        card_expiry_month: "11",
        card_expiry_year: "28",
        card_cvc: "123",
      },
      ...{ orderdescription: "tokens", orderid: `TKN_${++lastOrder}` },
    },
  });
  if (!done.ok) throw new Error(`a purchase was refused: ${JSON.stringify(done.refusal)}`);
}

async function complete(payments: Payments, waiting: string[]): Promise<void> {
  const rawBody = Buffer.from(waiting.pop() ?? "");
  if (rawBody.length === 0) throw new Error("too few purchases wait");
  const answer = await payments.handleCallback("sandbox", {
    rawBody,
    headers: {},
    address: "127.0.0.1",
    path: "",
  });
  if (answer.status !== 200) throw new Error(`a callback was answered ${answer.status}`);
}

type Work = (n: number) => Promise<unknown>;
type Rates = { ours: number; floor: number; ratio: number };

async function compare(floor: Work, work: Work, before = async () => {}): Promise<Rates> {
  const ours = async () => {
    await before();
    return inRound(work);
  };
  await inRound(floor);
  await ours();
  const measured: Rates[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? await inRound(floor) : null;
    const rate = await ours();
    const beside = first ?? (await inRound(floor));
    measured.push({ ours: rate, floor: beside, ratio: rate / beside });
  }
  const median = (of: keyof Rates) =>
    measured.map((rates) => rates[of]).toSorted((a, b) => a - b)[Math.floor(pairs / 2)] ?? Number.NaN;
  return { ours: median("ours"), floor: median("floor"), ratio: median("ratio") };
}

let lastN = 0;

/** Work done a second by so many clients at once. */
async function inRound(work: Work): Promise<number> {
  const end = performance.now() + roundMs;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) {
      await work(++lastN);
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1_000) / roundMs;
}

async function inTurn(count: number, work: Work): Promise<void> {
  let left = Math.ceil(count);
  const client = async () => {
    while (left-- > 0) await work(++lastN);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

const floorText = `
  with credit as (update floor.account set balance = balance + 100 where id = $2)
  insert into floor.purchase (key, fan, tokens) values ($1, $2, 100)`;

async function prepare(db: Database): Promise<void> {
  await migrate(db, { log: silentLog });
  await sql
    .raw(`
    insert into wallet.account (kind, owner_id) select 'fan', n from generate_series(1, ${fans}) as n;
    create schema floor;
    create table floor.account (id bigint primary key, balance bigint not null) with (fillfactor = 70);
    create table floor.purchase (key text primary key, fan bigint not null, tokens bigint not null);
    insert into floor.account select n, 0 from generate_series(1, ${fans}) as n;
  `)
    .execute(db);
  await sql`vacuum analyze`.execute(db);
}

function row(name: string, { ours, floor, ratio }: Rates): Row {
  const peer = { name: "an order and a balance in one statement", value: Math.round(floor) };
  return { name, value: Math.round(ours), unit: "a second", peer, ratio: Number(ratio.toFixed(2)) };
}
