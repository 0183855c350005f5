import { randomUUID } from "node:crypto";
import { systemClock } from "#server/kit/clock.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { payTips } from "#server/rooms/tips/send-tip.ts";
import type { TipOrder } from "#server/rooms/tips/validate-tips.ts";
import { listModel } from "#testing/app/list-model.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";

const fans = 200;
const models = 20;
const opening = 1_000_000;
const clients = 16;
const roundMs = 1_000;
const pairs = 5;

type Send = (order: TipOrder) => Promise<{ ok: boolean }>;
type People = { fanIds: number[]; modelIds: number[] };

/**
 * Whole tips a second, as the product sends them: tokens, the tip's own row, its chat line and the event for the room.
 * Beside it the same work with a transaction for each tip. The event relay runs in both, as it does in the product.
 */
export async function run(): Promise<Row[]> {
  const bench = await startBenchApp();
  try {
    const people = await settle(bench);
    return [
      await compare(bench, people, "whole tips spread over models", models),
      await compare(bench, people, "whole tips all to one model", 1),
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

async function compare({ app, db }: BenchApp, people: People, name: string, among: number): Promise<Row> {
  const { rooms, identity, catalog, wallet, messaging } = app.modules;
  const needs = {
    ...{ accounts: identity, catalog, wallet, messaging },
    ...{ clock: systemClock, holdsContactDetails: () => false },
  };
  const alone: Send = async (order) => {
    const [answer] = await inTransaction(db, (tx) => payTips(tx, needs, [order]));
    return { ok: answer?.ok === true };
  };
  const rounds: { ours: number; peer: number }[] = [];
  await tipsInRound(rooms.tips.send, people, among);
  await tipsInRound(alone, people, among);
  for (let pair = 0; pair < pairs; pair++) {
    const before = pair % 2 === 0 ? await tipsInRound(alone, people, among) : null;
    const ours = await tipsInRound(rooms.tips.send, people, among);
    rounds.push({ ours, peer: before ?? (await tipsInRound(alone, people, among)) });
  }
  const [ours, peer] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.peer))];
  const ratio = Number(median(rounds.map((round) => round.ours / round.peer)).toFixed(2));
  return { name, value: ours, unit: "tips/s", peer: { name: "a transaction for each", value: peer }, ratio };
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
