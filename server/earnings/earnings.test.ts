import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { studioEarnings } from "#contract/earnings.ts";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createEarnings } from "./earnings.ts";

const app = testApp();
const today = () => new Date().toISOString().slice(0, 10);
// A test that begins before midnight may end after it.
const span = () => `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&to=${today()}`;

const liveModel = async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  return model;
};
const tip = async (fan: Person, model: Person, body: object) => {
  const path = `/api/fan/pay-tips-to-model/${model.id}`;
  expect((await app.call("POST", path, { as: fan, body, key: randomUUID() })).status).toBe(200);
};
const earnings = async (as: Person, days = span()) => {
  const { status, body } = await app.call("GET", `/api/studio/earnings?${days}`, { as });
  expect(status).toBe(200);
  return studioEarnings.strict().parse(body);
};
const csv = async ({ token }: Person, days = span()) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${app.origin}/api/studio/earnings.csv?${days}`, { headers })).text();
};

/** A private show in which the fan has paid so much. */
async function paidShow(fan: Person, model: Person, tokens: number): Promise<void> {
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate: 60 },
    key: randomUUID(),
  });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  await charge(fan, model, tokens);
}

/** Charges a fan for the show that they are in; answers the transfer. */
async function charge(fan: Person, model: Person, tokens: number): Promise<number> {
  const open = sql<{ hold_id: number }>`
    select hold_id from live.participant where fan_id = ${fan.id} and ended_at is null`;
  const [row] = await readRows(app.db, open);
  const charged = await app.modules.wallet.capture(app.db, {
    ...{ key: randomUUID(), holdId: row?.hold_id ?? 0, to: { kind: "model", id: model.id } },
    ...{ tokens, reason: "a slice" },
  });
  if (!charged.ok) throw new Error(charged.refusal.code);
  return charged.transferId;
}

/** A fan spies on the show of a model and pays so much, their free look being over; answers the transfer. */
async function spiedShow(fan: Person, model: Person, tokens: number): Promise<number> {
  const spy = (body: object) =>
    app.call("POST", "/api/fan/spy", {
      as: fan,
      body: { model_id: model.id, rate: 20, ...body },
      key: randomUUID(),
    });
  expect((await spy({ free_only: true })).status).toBe(201);
  await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  await sql`update live.participant set served_ms = 10000 where fan_id = ${fan.id}`.execute(app.owner);
  expect((await spy({})).status).toBe(201);
  return charge(fan, model, tokens);
}

const giveBack = async (transferId: number) =>
  expect(
    await app.modules.wallet.reverse(app.db, {
      ...{ key: randomUUID(), transferId, kind: "refund", reason: "refund" },
    }),
  ).toMatchObject({ ok: true });

test("R-OPEN-59: a model reads what they earned by kind, by fan and by show, and it adds up with the ledger", async () => {
  const model = await liveModel();
  const [one, two] = [await app.fan(500), await app.fan(500)];
  await tip(one, model, { amount: 30 });
  await tip(one, model, { amount: 20, message: "again" });
  await tip(two, model, { amount: 5 });
  await tip(two, await liveModel(), { amount: 99 });
  await paidShow(one, model, 7);
  const earned = await earnings(model);
  expect(earned).toEqual({
    tokens: 62,
    kinds: [
      { kind: "tip", count: 3, tokens: 55 },
      { kind: "show_slice", count: 1, tokens: 7 },
    ],
    fans: [
      { fan_id: one.id, name: one.login, count: 3, tokens: 57 },
      { fan_id: two.id, name: two.login, count: 1, tokens: 5 },
    ],
    others: { fans: 0, count: 0, tokens: 0 },
    shows: [expect.objectContaining({ mode: "private", fans: 1, tokens: 7, ended_at: null })],
  });
  expect(await app.modules.wallet.balance(app.db, { kind: "model", id: model.id })).toBe(earned.tokens);
  const lines = (await csv(model)).trim().split("\r\n");
  expect(lines[0]).toBe("at,kind,tokens,fan,show,transfer_id");
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(new RegExp(`,show_slice,7,${one.login},${earned.shows[0]?.id},\\d+$`));
});

test("R-OPEN-59: who tipped anonymously is named nowhere, neither by name nor by being the only one left", async () => {
  const model = await liveModel();
  const [named, hidden] = [await app.fan(100), await app.fan(100)];
  await tip(named, model, { amount: 3 });
  await tip(hidden, model, { amount: 40, anonymous: true });
  await tip(named, model, { amount: 2, anonymous: true });
  const earned = await earnings(model);
  expect(earned.fans).toEqual([
    { fan_id: null, name: null, count: 2, tokens: 42 },
    { fan_id: named.id, name: named.login, count: 1, tokens: 3 },
  ]);
  const text = JSON.stringify(earned) + (await csv(model));
  expect(text).not.toContain(hidden.login);
});

test("R-OPEN-59, R-OPEN-66: who spied on a show is named nowhere, whatever else they paid: the model learns how much", async () => {
  const model = await liveModel();
  const [payer, spy] = [await app.fan(500), await app.fan(500)];
  await tip(spy, model, { amount: 3 });
  await paidShow(payer, model, 9);
  await spiedShow(spy, model, 7);
  await giveBack(await charge(spy, model, 5));
  const earned = await earnings(model);
  expect(earned.fans).toEqual([
    { fan_id: payer.id, name: payer.login, count: 1, tokens: 9 },
    { fan_id: null, name: null, count: 3, tokens: 7 },
    { fan_id: spy.id, name: spy.login, count: 1, tokens: 3 },
  ]);
  expect(earned.shows).toMatchObject([{ fans: 2, tokens: 16 }]);
  const lines = (await csv(model)).trim().split("\r\n").slice(1);
  const shown = lines.map((line) => line.split(",").slice(1, 4));
  expect(shown).toEqual([
    ["refund", "-5", ""],
    ["show_slice", "5", ""],
    ["show_slice", "7", ""],
    ["show_slice", "9", payer.login],
    ["tip", "3", spy.login],
  ]);
});

test("R-OPEN-59: who tipped anonymously is not named when tokens go back days later, either", async () => {
  const model = await liveModel();
  const hidden = await app.fan(100);
  await tip(hidden, model, { amount: 40, anonymous: true });
  const ofModel = sql`model_id = ${model.id}`;
  const [row] = await readRows(
    app.db,
    sql<{ transfer_id: number }>`select transfer_id from live.tip where ${ofModel}`,
  );
  await giveBack(row?.transfer_id ?? 0);
  await sql`update live.tip set at = at - interval '9 days' where ${ofModel}`.execute(app.owner);
  expect((await earnings(model)).fans).toEqual([{ fan_id: null, name: null, count: 2, tokens: 0 }]);
  const text = await csv(model);
  expect(text).toContain(",refund,-40,,");
  expect(text).not.toContain(hidden.login);
});

test.each([
  ["after", "23:59:59.998Z", 6],
  ["before", "00:00:00.003Z", -6],
])(
  "R-OPEN-59: who tips anonymously around midnight is named nowhere: the tip is dated %s the day of its transfer",
  async (_order, time, apartMs) => {
    const model = await liveModel();
    const hidden = await app.fan(100);
    await tip(hidden, model, { amount: 40, anonymous: true });
    const [transfer] = await readRows(
      app.db,
      sql<{ id: number; day: string }>`
        select id, (created_at at time zone 'utc')::date::text as day from wallet.transfer
        where id = (select transfer_id from live.tip where model_id = ${model.id})`,
    );
    const day = transfer?.day ?? "";
    // The ledger dates a transfer by the database's clock as its transaction begins, the room a tip by ours as it ends.
    const at = new Date(Date.parse(`${day}T${time}`) + apartMs);
    await sql`update live.tip set at = ${at} where transfer_id = ${transfer?.id ?? 0}`.execute(app.owner);
    expect(at.toISOString().slice(0, 10)).not.toBe(day);
    const ofDay = `from=${day}&to=${day}`;
    const earned = await earnings(model, ofDay);
    expect(earned.fans).toEqual([{ fan_id: null, name: null, count: 1, tokens: 40 }]);
    const text = await csv(model, ofDay);
    expect(text).toContain(",tip,40,,");
    expect(text).not.toContain(hidden.login);
  },
);

test("R-OPEN-59: an anonymous tip that comes while earnings are read names nobody", async () => {
  const model = await liveModel();
  const [early, late] = [await app.fan(100), await app.fan(100)];
  await tip(early, model, { amount: 30, anonymous: true });
  const { rooms } = app.modules;
  const read = createEarnings({
    ...{ ...app.modules, db: app.db },
    rooms: {
      tips: {
        ...rooms.tips,
        async unnamed(reader, days) {
          const unnamed = await rooms.tips.unnamed(reader, days);
          await tip(late, model, { amount: 40, anonymous: true });
          return unnamed;
        },
      },
    },
  });
  const [from, before] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const { fans } = await read.view({ modelId: model.id, from, before });
  expect(fans).toEqual([{ fan_id: null, name: null, count: 1, tokens: 30 }]);
});

test("R-OPEN-59: days that make no sense are refused with the field that is wrong", async () => {
  const model = await app.model();
  for (const wrong of [
    "from=2026-05-02&to=2026-05-01",
    "from=2025-01-01&to=2026-06-01",
    "from=x&to=2026-05-01",
    "",
  ]) {
    const { status, body } = await app.call("GET", `/api/studio/earnings?${wrong}`, { as: model });
    expect(status, wrong).toBe(422);
    expect(Object.keys(body.errors as object).length, wrong).toBeGreaterThan(0);
  }
  const empty = await app.call("GET", "/api/studio/earnings?from=2020-01-01&to=2020-12-31", { as: model });
  expect(empty.body).toMatchObject({ tokens: 0, kinds: [], fans: [], shows: [] });
});
