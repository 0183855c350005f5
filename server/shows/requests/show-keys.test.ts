import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chargeSliceAndNotify } from "../meter/show-money.ts";

const app = testApp();
let model: Person;
let payer: Person;
beforeEach(async () => {
  [model, payer] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

type Show = { id: number; spent: number };
const leave = (as: Person) => app.call("POST", "/api/fan/leave-show", { as, body: {} });
const showOf = async (as: Person) => (await app.call("GET", "/api/fan/show", { as })).body.show as Show;
const spy = (as: Person, key: string) =>
  app.call("POST", "/api/fan/spy", { as, body: { model_id: model.id, rate: 20 }, key });

/** A private show of a fan; answers the id of the request. */
async function begin(as: Person, body: Record<string, unknown> = {}): Promise<number> {
  const order = { model_id: model.id, mode: "private", rate: 60, ...body };
  const asked = await app.call("POST", "/api/fan/show-requests", { as, body: order, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  return Number(asked.body.id);
}

/** Charges a show as its meter would after so many seconds. */
const sliceAt = (id: number, seconds: number, rate: number, freeSeconds = 0) => {
  const price = {
    rate,
    freeSeconds,
    units: (seconds - freeSeconds) * rate,
    spent: 0,
    held: 0,
    capTokens: null,
  };
  const meter = { servedMs: seconds * 1000, limitMs: null, pause: null, fanAbsentMs: 0, price };
  return chargeSliceAndNotify(app.modules, (work) => inTransaction(app.db, work), id, meter);
};

const openHolds = async ({ id }: Person) =>
  readRows(app.db, sql`select id from wallet.hold where closed_at is null and fan_id = ${id}`);

test("R-OPEN-63, R-OPEN-71: no key of a client's choice keeps another fan's show from being charged", async () => {
  await sql`alter table accounts.account alter column id restart with 10000`.execute(app.owner);
  const other = await app.fan(500);
  await begin(payer);
  await spy(other, randomUUID());
  await leave(other);
  for (const key of ["charge:0", "charge:00", "0:0:0:extend"]) {
    expect((await spy(other, key)).status).toBe(201);
    await leave(other);
  }
  await leave(payer);
  // A show whose number is that of the fan who chose the keys.
  await sql`alter table live.participant alter column id restart with ${sql.lit(other.id)}`.execute(
    app.owner,
  );
  await begin(payer);
  expect((await showOf(payer)).id).toBe(other.id);
  expect(await sliceAt(other.id, 60, 60)).toMatchObject({ spent: 60 });
  expect(await leave(payer)).toMatchObject({ status: 200, body: { show: { spent: 60 } } });
  expect(await openHolds(payer)).toEqual([]);
});

test("R-OPEN-66: a visit whose key reads like an accepted request has a hold of its own", async () => {
  const thief = await app.fan(500);
  const request = await begin(thief, { cap_tokens: 20 });
  await leave(thief);
  await begin(payer);
  const visit = await spy(thief, `request:${request}`);
  expect(visit.status).toBe(201);
  const { id } = visit.body.show as Show;
  expect(await sliceAt(id, 10, 20, 10)).toMatchObject({ held: 20 });
  expect(await openHolds(thief)).toHaveLength(1);
  await leave(thief);
  expect(await openHolds(thief)).toEqual([]);
});

test.each([
  ["two characters", "k1"],
  ["a space within", "my key"],
  ["255 characters", "~".repeat(255)],
])(
  "R-OPEN-38, R-OPEN-66: a visit under a key of %s is one, and is paid for after its free look and without one",
  async (_what, key) => {
    const [looking, paying] = [await app.fan(500), await app.fan(500)];
    await begin(payer);
    await spy(paying, randomUUID());
    await leave(paying);
    await sql`update live.participant set served_ms = 10000 where fan_id = ${paying.id}`.execute(app.owner);
    for (const [as, free] of [
      [looking, 10],
      [paying, 0],
    ] as const) {
      const both = await Promise.all([spy(as, key), spy(as, key)]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      const ids = both.map(({ body }) => (body.show as Show).id);
      expect(ids[0]).toBe(ids[1]);
      expect(await sliceAt(Number(ids[0]), free, 20, free)).toMatchObject({ spent: 0 });
      expect(await sliceAt(Number(ids[0]), free + 60, 20, free)).toMatchObject({ spent: 20 });
      expect(await openHolds(as)).toHaveLength(1);
      expect(await leave(as)).toMatchObject({ body: { show: { spent: 20, end_reason: "fan_left" } } });
      expect(await openHolds(as)).toEqual([]);
    }
  },
);

test("R-OPEN-63, R-OPEN-71: a show whose charge the ledger refuses ends all the same, for what was charged, and nothing stays on hold", async () => {
  await begin(payer);
  const { id } = await showOf(payer);
  const to = { kind: "model", id: model.id } as const;
  const taken = { key: `show-charge:${id}:0`, from: { kind: "fan", id: payer.id }, to, tokens: 1 } as const;
  await inTransaction(app.db, (tx) =>
    app.modules.wallet.transfer(tx, { ...taken, kind: "tip", reason: "test" }),
  );
  await expect(sliceAt(id, 60, 60)).rejects.toThrow("key_conflict");
  expect(await leave(payer)).toMatchObject({
    status: 200,
    body: { show: { spent: 0, end_reason: "fan_left" } },
  });
  expect(await openHolds(payer)).toEqual([]);
  expect((await app.call("GET", "/api/fan/profile", { as: payer })).body.balance).toBe(999);
});
