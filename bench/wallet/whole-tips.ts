import { randomUUID } from "node:crypto";
import { systemClock } from "#server/kit/clock.ts";
import { coalesce } from "#server/kit/coalesce.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { payTips, tipBatches } from "#server/rooms/tips/send-tip.ts";
import type { TipOrder } from "#server/rooms/tips/validate-tips.ts";
import type { Transfer } from "#server/wallet/wallet.ts";
import { listModel } from "#testing/app/list-model.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";

const fans = 200;
const models = 20;
const opening = 1_000_000;
const clients = 16;
const roundMs = 1_000;
const roundsMeasured = 5;

type Send = (order: TipOrder) => Promise<{ ok: boolean }>;
type People = { fanIds: number[]; modelIds: number[] };

/**
 * Whole tips a second, as the product sends them: tokens, the tip's own row, its chat line and the event for the room.
 * Beside it the same work with a transaction for each tip, and the tokens alone. The event relay runs in all, as it does in
 * the product.
 */
export async function run(): Promise<Row[]> {
  const bench = await startBenchApp();
  try {
    const people = await settle(bench);
    return [
      ...(await compare(bench, people, "whole tips spread over models", models)),
      ...(await compare(bench, people, "whole tips all to one model", 1)),
    ];
  } finally {
    await bench.stop();
  }
}

async function settle({ app, db }: BenchApp): Promise<People> {
  const open = async (role: "fan" | "model", n: number) => {
    const login = `${role}${n}`;
    const person = {
      login,
      email: `${login}@example.test`,
      passwordHash: "none",
      role,
      language: "en" as const,
    };
    return (
      await inTransaction(db, (tx) => app.modules.identity.open(tx, { ...person, address: "127.0.0.1" }))
    ).id;
  };
  const fanIds = await Promise.all(Array.from({ length: fans }, (_, n) => open("fan", n)));
  const modelIds = await Promise.all(Array.from({ length: models }, (_, n) => open("model", n)));
  for (const id of modelIds) await listModel(db, id);
  for (const id of fanIds) {
    const to = { kind: "fan" as const, id };
    await app.modules.wallet.issue(db, {
      key: `opening:${id}`,
      to,
      tokens: opening,
      kind: "opening",
      reason: "",
    });
  }
  return { fanIds, modelIds };
}

async function compare({ app, db }: BenchApp, people: People, name: string, among: number): Promise<Row[]> {
  const { rooms, identity, catalog, wallet, messaging } = app.modules;
  const needs = {
    ...{ accounts: identity, catalog, wallet, messaging },
    ...{ clock: systemClock, holdsContactDetails: () => false },
  };
  const alone: Send = async (order) => {
    const [answer] = await inTransaction(db, (tx) => payTips(tx, needs, [order]));
    return { ok: answer?.ok === true };
  };
  const transfer = coalesce((orders: readonly Transfer[]) => wallet.transferAll(db, orders), tipBatches);
  const bare: Send = ({ key, fanId, modelId }) =>
    transfer({
      ...{ key, tokens: 1, kind: "tip", reason: "", counterpart: "bench" },
      ...{ from: { kind: "fan", id: fanId }, to: { kind: "model", id: modelId } },
    });
  const ways = [rooms.tips.send, alone, bare];
  const rounds: number[][] = [];
  for (const way of ways) await tipsInRound(way, people, among);
  for (let round = 0; round < roundsMeasured; round++) {
    const rates = [0, 0, 0];
    // They take turns in who is first.
    for (const n of [0, 1, 2].map((place) => (place + round) % 3))
      rates[n] = await tipsInRound(ways[n] as Send, people, among);
    rounds.push(rates);
  }
  const beside = (peer: number, title: string, aim?: string): Row => ({
    name,
    value: median(rounds.map(([ours = 0]) => ours)),
    unit: "tips/s",
    peer: { name: title, value: median(rounds.map((rates) => rates[peer] ?? 0)) },
    ratio: Number(median(rounds.map((rates) => (rates[0] ?? 0) / (rates[peer] ?? 0))).toFixed(2)),
    ...(aim && { aim }),
  });
  return [beside(1, "a transaction for each"), beside(2, "the tokens alone", "≥ 0.4 × peer")];
}

let lastTip = 0;

async function tipsInRound(send: Send, { fanIds, modelIds }: People, among: number): Promise<number> {
  const end = performance.now() + roundMs;
  let sent = 0;
  const client = async () => {
    while (performance.now() < end) {
      const n = ++lastTip;
      const [fanId, modelId] = [fanIds[(n * 7) % fans], modelIds[n % among]] as [number, number];
      const order = {
        fanId,
        modelId,
        key: randomUUID(),
        what: { amount: 1 },
        message: "",
        anonymous: false,
        chatId: null,
        language: "en" as const,
      };
      if (!(await send(order)).ok) throw new Error("a tip was refused");
      sent++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return Math.round((sent * 1_000) / roundMs);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
