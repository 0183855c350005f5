import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { PayoutRow } from "#contract/earnings.ts";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, { PAYOUT_CENTS: "5.1" });
let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
});

const month = new Date().toISOString().slice(0, 7);
const monthBefore = "2020-01";
const earner = async (tokens: number) => {
  const [model, fan] = [await app.model(), await app.fan(tokens)];
  await app.modules.wallet.transfer(app.db, {
    ...{ key: randomUUID(), kind: "tip", tokens, reason: "a tip" },
    ...{ from: { kind: "fan", id: fan.id }, to: { kind: "model", id: model.id } },
  });
  return model;
};
const sheet = async (of = month) =>
  (await app.call("GET", `/api/admin/payouts?month=${of}`, { as: staff })).body.data as PayoutRow[];
const rowOf = async (model: Person, of = month) =>
  (await sheet(of)).find(({ model_id }) => model_id === model.id);
const pay = (model: Person, body: object, client_id: string = randomUUID()) =>
  app.call("POST", `/api/admin/payouts/${model.id}`, {
    as: staff,
    body: { month, reference: "SEPA 42", client_id, ...body },
  });

test("R-OPEN-11: staff reads what is due to each model in tokens and money, and enters what was paid", async () => {
  const model = await earner(101);
  expect(await rowOf(model)).toEqual({
    ...{ model_id: model.id, login: model.login, earned: 101, paid: 0, due: 101, amount: 5.15 },
  });
  const pressed = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => pay(model, { tokens: 100 }, pressed)));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, expect.objectContaining({ paid: 100, due: 1, amount: 0.05 })]);
  expect((await pay(model, { tokens: 99 }, pressed)).body.code).toBe("key_reused");
  expect((await pay(model, { tokens: 2 })).body).toMatchObject({ code: "payout_exceeds_due" });
  expect(await app.modules.wallet.balance(app.db, { kind: "model", id: model.id })).toBe(1);
  const entered = sql`select metadata ->> 'cents' as cents from wallet.transfer where key = ${`payout:${pressed}`}`;
  expect(await readRows(app.db, entered)).toEqual([{ cents: "510" }]);
  const { body } = await app.call("GET", `/api/admin/log?target=model:${model.id}`, { as: staff });
  expect(body.data).toMatchObject([
    { action: "pay_out", staff: staff.login, reason: `${month}: 100 · SEPA 42` },
  ]);
});

test("R-OPEN-11: what was earned after a month is not due for it", async () => {
  const model = await earner(10);
  expect(await rowOf(model, monthBefore)).toBeUndefined();
  expect((await pay(model, { tokens: 1, month: monthBefore })).body.code).toBe("payout_exceeds_due");
});

test("R-OPEN-11: the sheet is a file too, most due first; wrong input is refused by field and nothing is entered", async () => {
  const [more, less] = [await earner(70_000), await earner(60_000)];
  const file = await fetch(`${app.origin}/api/admin/payouts.csv?month=${month}`, {
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(file.headers.get("content-disposition")).toBe(
    `attachment; filename="fanlight-payouts-${month}.csv"`,
  );
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3), "the mark by which Excel knows UTF-8").toEqual(Buffer.from("\ufeff"));
  const lines = String(bytes).trim().split("\r\n");
  expect(lines[0]).toBe("model_id,login,earned,paid,due,amount");
  expect(lines.slice(1, 3)).toEqual([
    `${more.id},${more.login},70000,0,70000,3570`,
    `${less.id},${less.login},60000,0,60000,3060`,
  ]);
  for (const wrong of [
    { tokens: 0 },
    { tokens: 1.5 },
    { tokens: 1, month: "2026-13" },
    { tokens: 1, reference: "" },
  ])
    expect((await pay(less, wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect(await rowOf(less)).toMatchObject({ paid: 0 });
  expect((await pay(await app.fan(), { tokens: 1 })).status).toBe(404);
});
