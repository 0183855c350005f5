import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type ShowReceipt, showReceipt } from "#contract/paid-shows.ts";
import type { ShowEnd } from "#contract/show-state.ts";
import { systemClock } from "#server/kit/clock.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { showCalls } from "#testing/rooms/show-calls.ts";
import { meterOf } from "../meter/present-show.ts";
import { chargeSliceAndNotify, settleParticipant } from "../meter/show-money.ts";
import { serve } from "../rules/meter.ts";
import { keepProgress, lockParticipants, participantById } from "../store/participants-store.ts";

const app = testApp();
let model: Person;
let fan: Person;
const { accepted, balanceOf, rates } = showCalls(app, () => ({ model, fan }));

/** A show that has begun at this price, by its id. */
async function begun(price: { private: number; minimum: number }, cap: object = {}): Promise<number> {
  [fan, model] = [await app.fan(500), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  expect((await rates(price)).status).toBe(200);
  await accepted(fan, { rate: price.private, minimum: price.minimum, ...cap });
  return (await app.modules.shows.paid.showOfFan(fan.id))?.id ?? 0;
}

const rowOf = async (id: number) => {
  const row = await participantById(app.db, id);
  if (!row) throw new Error(`no participant ${id}`);
  return row;
};
const keep = async (id: number, { servedMs, price }: ReturnType<typeof meterOf>) => {
  const { keeper } = await rowOf(id);
  const lease = { keeper, now: systemClock.now(), leaseUntil: new Date(Date.now() + 5_000) };
  const progress = { id, servedMs, units: price?.units ?? 0, steps: price?.steps, rate: price?.rate ?? null };
  await inTransaction(app.db, (tx) => keepProgress(tx, lease, [{ ...progress, pause: null }]));
};

/** Media flow for so many seconds, a slice at a time, as the meter reads, keeps and charges them. */
async function flow(id: number, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 20) {
    const meter = serve(meterOf(await rowOf(id)), { flowedMs: Math.min(20, left) * 1_000 });
    await keep(id, meter);
    await chargeSliceAndNotify(app.modules, (work) => inTransaction(app.db, work), id, meter);
  }
}

async function end(id: number, reason: ShowEnd): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const [row] = await lockParticipants(tx, { ids: [id] });
    if (!row) throw new Error("the show has ended");
    const needs = { wallet: app.modules.wallet, log: { error: () => {} } };
    await settleParticipant(tx, needs, row, { meter: meterOf(row), reason, at: systemClock.now() });
  });
}

const receiptOf = async (id: number): Promise<ShowReceipt> =>
  showReceipt.parse((await app.call("GET", `/api/fan/shows/${id}/receipt`, { as: fan })).body);

const partsOf = ({ steps, free_seconds, minimum, waived, tokens }: ShowReceipt) => ({
  steps: steps.map(({ seconds, rate }) => [seconds, rate]),
  ...{ free_seconds, minimum, waived, tokens },
});

async function raise(id: number, rate: number): Promise<void> {
  await rates({ private: rate });
  const answer = { as: fan, body: { show_id: id, rate, accept: true }, key: randomUUID() };
  expect((await app.call("POST", "/api/fan/show-price", answer)).status).toBe(200);
}

test("R-OPEN-43, R-OPEN-69: after a raise and a lower price the receipt has a step for each, and they come to what was moved", async () => {
  const id = await begun({ private: 40, minimum: 0 });
  await flow(id, 90);
  const before = meterOf(await rowOf(id));
  await raise(id, 60);
  await flow(id, 21);
  await keep(id, before);
  await rates({ private: 40 });
  await flow(id, 10);
  await end(id, "model_ended");
  const receipt = await receiptOf(id);
  expect(partsOf(receipt)).toEqual({
    steps: [
      [90, 40],
      [21, 60],
      [10, 40],
    ],
    ...{ free_seconds: 0, minimum: 0, waived: 0, tokens: 87 },
  });
  expect(Math.floor(receipt.steps.reduce((sum, { tokens }) => sum + tokens, 0))).toBe(87);
  const froms = receipt.steps.map(({ from }) => from);
  expect(froms).toEqual([...froms].sort());
  expect([froms[0], await balanceOf(fan)]).toEqual([receipt.show.started_at, 500 - 87]);
});

test("R-OPEN-43, R-OPEN-69: the minimum stands in the receipt of who left early, and not of whom the model left", async () => {
  const minimums: [ShowEnd, number, number][] = [
    ["fan_left", 30, 30],
    ["model_ended", 0, 5],
  ];
  for (const [reason, minimum, tokens] of minimums) {
    const id = await begun({ private: 60, minimum: 30 });
    await flow(id, 5);
    await end(id, reason);
    const steps = [[5, 60]];
    expect(partsOf(await receiptOf(id))).toEqual({ steps, free_seconds: 0, minimum, waived: 0, tokens });
  }
});

test("R-OPEN-43: a show whose seconds by price were not recorded has a receipt without steps if its rate changed, and goes on so", async () => {
  const id = await begun({ private: 40, minimum: 0 });
  await flow(id, 20);
  const set = (change: ReturnType<typeof sql>) =>
    sql`update live.participant set ${change} where id = ${id}`.execute(app.owner);
  const wrong = JSON.stringify([{ from: 0, rate: 40, seconds: 19 }]);
  await expect(set(sql`price_steps = ${wrong}::jsonb`)).rejects.toThrow("participant_price_steps");
  // A node of the version before writes this: it knows no steps.
  await set(sql`price_units = price_units + 40, served_ms = served_ms + 1000`);
  expect((await rowOf(id)).price_steps).toBeNull();
  await flow(id, 9);
  const sameRate = partsOf(await receiptOf(id));
  expect([sameRate.steps, sameRate.tokens]).toEqual([[], 20]);
  await raise(id, 60);
  await flow(id, 20);
  await end(id, "fan_left");
  expect(partsOf(await receiptOf(id))).toEqual({
    ...{ steps: [], free_seconds: 0, minimum: 0, waived: 0, tokens: 40 },
  });
});

test("R-OPEN-43: where one rate explains the price of an old show, its receipt has that step", async () => {
  const id = await begun({ private: 60, minimum: 0 });
  await flow(id, 20);
  await sql`update live.participant set price_steps = null where id = ${id}`.execute(app.owner);
  await flow(id, 20);
  await end(id, "fan_left");
  expect(partsOf(await receiptOf(id))).toEqual({
    ...{ steps: [[40, 60]], free_seconds: 0, minimum: 0, waived: 0, tokens: 40 },
  });
});
