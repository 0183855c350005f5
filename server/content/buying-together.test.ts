import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

const app = testApp();
const balance = (id: number) => app.modules.wallet.balance(app.db, { kind: "fan", id });
const buy = (as: Person, attachment_id: number, key?: string) =>
  app.call("POST", "/api/fan/buy-attachment", { as, body: { attachment_id }, ...(key ? { key } : {}) });
const together = <Value>(times: number, work: (turn: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: times }, (_, turn) => work(turn)));
const purchases = async (fan: Person) =>
  (await app.call("GET", "/api/videos-purchased", { as: fan })).body.data as Video[];

test("R-CONTENT-02, R-OPEN-38: twenty calls at once for one item by one fan charge once, with one key or with twenty", async () => {
  const model = await app.model();
  for (const key of [undefined, randomUUID()]) {
    const [fan, id] = [await app.fan(1_000), await createItem(app, model, { price: 50 })];
    const answers = await together(20, () => buy(fan, id, key));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.balance))).toEqual(new Set([950]));
    expect(await balance(fan.id)).toBe(950);
    expect(await purchases(fan)).toHaveLength(1);
  }
});

test("with tokens for one item only, of two bought at once exactly one is sold", async () => {
  const model = await app.model();
  for (let round = 0; round < 5; round++) {
    const fan = await app.fan(60);
    const items = await together(2, () => createItem(app, model, { price: 50 }));
    const statuses = (await Promise.all(items.map((id) => buy(fan, id)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 402]);
    expect(await balance(fan.id)).toBe(10);
    expect(await purchases(fan)).toHaveLength(1);
  }
});

test("one key for two items at once buys one of them and is refused for the other", async () => {
  const [model, fan, key] = [await app.model(), await app.fan(500), randomUUID()];
  const items = await together(2, () => createItem(app, model, { price: 50 }));
  const statuses = (await Promise.all(items.map((id) => buy(fan, id, key)))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await balance(fan.id)).toBe(450);
});

test("many fans buy one item while its model changes the price: each is charged what they were shown, or nothing", async () => {
  const [model, fans] = [await app.model(), await together(10, () => app.fan(100))];
  const id = await createItem(app, model, { price: 40 });
  const setPrice = (price: number) =>
    app.call("POST", `/api/studio/content/${id}`, { as: model, body: { price } });
  const [answers] = await Promise.all([
    Promise.all(
      fans.map((as) =>
        app.call("POST", "/api/fan/buy-attachment", { as, body: { attachment_id: id, price: 40 } }),
      ),
    ),
    together(6, (turn) => setPrice(turn % 2 === 0 ? 90 : 40)),
  ]);
  for (const [turn, { status }] of answers.entries()) {
    expect([200, 409]).toContain(status);
    expect(await balance(fans[turn]?.id ?? 0)).toBe(status === 200 ? 60 : 100);
  }
});

test("a model who takes an item back while it is bought leaves it to the buyer, or it is not sold", async () => {
  const [model, fan] = [await app.model(), await app.fan(1_000)];
  for (let round = 0; round < 6; round++) {
    const id = await createItem(app, model, { price: 10 });
    const before = await balance(fan.id);
    const [sale] = await Promise.all([
      buy(fan, id),
      app.call("DELETE", `/api/studio/content/${id}`, { as: model }),
    ]);
    const owned = (await app.call("GET", `/api/videos/${id}`, { as: fan })).status === 200;
    expect([sale.status, owned, await balance(fan.id)]).toEqual(
      owned ? [200, true, before - 10] : [404, false, before],
    );
  }
});

test("the database itself keeps purchases final, one a fan and item, and items what they are", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const id = await createItem(app, model);
  await buy(fan, id);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(app.owner);
  await expect(run(sql`delete from content.purchase where item_id = ${id}`)).rejects.toThrow(/final/);
  await expect(run(sql`update content.purchase set price = 1 where item_id = ${id}`)).rejects.toThrow(
    /final/,
  );
  await expect(run(sql`truncate content.purchase`)).rejects.toThrow(/final/);
  await expect(run(sql`update content.item set model_id = 1 where id = ${id}`)).rejects.toThrow(/stays/);
  await expect(run(sql`delete from content.item where id = ${id}`)).rejects.toThrow(/foreign key/);
  await expect(run(sql`update content.item set price = -1 where id = ${id}`)).rejects.toThrow(/check/);
  const again = sql`insert into content.purchase
    select fan_id, item_id, price, transfer_id + 1000000, balance_after, 'another', bought_at
    from content.purchase where item_id = ${id}`;
  await expect(run(again)).rejects.toThrow(/duplicate/);
  const [count] = await readRows(
    app.db,
    sql<{ n: number }>`select count(*)::int as n from content.purchase where item_id = ${id}`,
  );
  expect(count?.n).toBe(1);
});
