import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let model: Person;
let fan: Person;

type Item = { id: number; title: { en: string; es: string }; price: number };
const item = (en: string, es: string, price: number) => ({ title: { en, es }, price });
const bolero = item("A bolero", "Un bolero", 60);
const hello = item("Say hello", "Saludar", 5);

const save = (items: object[], as: Person = model) =>
  app.call("POST", "/api/studio/tip-menu", { as, body: { items } });
const menu = async (): Promise<Item[]> =>
  (await app.call("GET", "/api/studio/tip-menu", { as: model })).body.items as Item[];
const idOf = async (en: string) => (await menu()).find(({ title }) => title.en === en)?.id;
const tip = (body: object, key: string = randomUUID(), language = "en") =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body, key, language });
const balance = async () => (await app.call("GET", "/api/fan/profile", { as: fan })).body.balance;

beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(100)];
  await app.modules.rooms.publisherTurned(model.login, "started");
  await save([bolero, hello]);
});

test("a model's menu keeps its order, and an item keeps its id as long as its words and its price stay", async () => {
  const [first, second] = await menu();
  expect([first, second]).toMatchObject([bolero, hello]);
  const room = await listen(app, [`room:${model.login}`], fan);
  const saved = await save([hello, { ...bolero, price: 70 }]);
  expect(saved.body.items).toMatchObject([{ id: second?.id }, { title: bolero.title, price: 70 }]);
  expect((saved.body.items as Item[])[1]?.id).not.toBe(first?.id);
  expect(await room.event("RoomTipMenu")).toEqual({ tip_menu: saved.body.items });
  const entered = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  expect(entered.body.tip_menu).toEqual(saved.body.items);
  room.close();
  expect((await save([])).body.items).toEqual([]);
});

test("a menu has at most 20 items, each with both titles and a price of whole tokens that a tip can have", async () => {
  const wrong = [
    Array.from({ length: 21 }, () => hello),
    [item("", "Saludar", 5)],
    [item("Say hello", "x".repeat(61), 5)],
    ...[0, -1, 1.5, 1_000_001].map((price) => [item("Say hello", "Saludar", price)]),
  ];
  for (const items of wrong) expect((await save(items)).status).toBe(422);
  expect(await menu()).toMatchObject([bolero, hello]);
  expect((await save([item("Everything", "Todo", 1_000_000)])).status).toBe(200);
  expect((await save([hello], fan)).status).toBe(403);
});

test("an item is paid as a tip of its price; the room, the studio and the statement name it", async () => {
  const room = await listen(app, [`room:${model.login}`], fan);
  const menu_item_id = await idOf("A bolero");
  const paid = await tip({ amount: 60, menu_item_id, message: "for my sister" }, randomUUID(), "es");
  expect(paid.body).toMatchObject({ balance: 40, tip: { tokens: 60, menu_item_id, gift_id: null } });
  const asked = { kind: "tip", tokens: 60, body: "for my sister", menu_item: bolero.title };
  expect(await room.event("RoomMessage")).toMatchObject(asked);
  const [studio, entered] = [
    await app.call("GET", "/api/studio", { as: model }),
    await app.call("GET", `/api/stream/${model.login}`, { as: fan }),
  ];
  for (const { body } of [studio, entered]) expect(body.chat).toMatchObject({ history: [asked] });
  expect(studio.body.earnings).toMatchObject({ tip_tokens: 60, tips: 1 });
  const statement = await app.call("GET", "/api/wallet/statement", { as: fan });
  expect((statement.body.data as object[])[0]).toMatchObject({
    type: "tip",
    tokens: -60,
    reason: "Un bolero: for my sister",
  });
  room.close();
});

test("what has another price by now, is off the menu or is another model's is refused, and nothing moves", async () => {
  const menu_item_id = await idOf("A bolero");
  const refused = async (body: object, language = "en") => {
    const answer = await tip(body, randomUUID(), language);
    return [answer.status, answer.body.code, answer.body.message];
  };
  expect(await refused({ amount: 59, menu_item_id })).toMatchObject([
    409,
    "menu_item_changed",
    /Nothing was/,
  ]);
  await save([{ ...bolero, price: 90 }, hello]);
  expect(await refused({ amount: 60, menu_item_id }, "es")).toMatchObject([
    409,
    "menu_item_changed",
    expect.stringContaining("No se cobró"),
  ]);
  const others = await app.model();
  const theirs = (await save([hello], others)).body.items as Item[];
  expect(await refused({ amount: 5, menu_item_id: theirs[0]?.id })).toMatchObject([
    422,
    "unknown_menu_item",
    expect.stringContaining("menu"),
  ]);
  expect(await refused({ amount: 5, menu_item_id: 999_999 })).toMatchObject([
    422,
    "unknown_menu_item",
    expect.stringContaining("menu"),
  ]);
  expect((await tip({ gift_id: 1, menu_item_id })).status).toBe(422);
  expect(await balance()).toBe(100);
});

test("R-OPEN-38: a retry gets its first answer though the item is gone by then; the key with another item is refused", async () => {
  const menu_item_id = await idOf("Say hello");
  const key = randomUUID();
  const [one, two] = await Promise.all([
    tip({ amount: 5, menu_item_id }, key),
    tip({ amount: 5, menu_item_id }, key),
  ]);
  expect(one.body).toEqual(two.body);
  await save([]);
  expect(await tip({ amount: 5, menu_item_id }, key)).toMatchObject({ status: 200, body: one.body });
  expect(await tip({ amount: 5 }, key)).toMatchObject({ status: 409, body: { code: "key_conflict" } });
  expect((await tip({ amount: 5, menu_item_id })).body.code).toBe("menu_item_changed");
  expect(await balance()).toBe(95);
});

test("menus saved side by side leave one of them whole", async () => {
  const menus = [[hello], [bolero], [bolero, hello], []];
  await Promise.all(menus.map((items) => save(items)));
  const kept = (await menu()).map(({ title, price }) => ({ title, price }));
  expect(menus).toContainEqual(kept);
});

test("the database itself keeps prices, bounds and owners, and an item's words and price from being rewritten", async () => {
  const others = await app.model();
  const id = await idOf("A bolero");
  await tip({ amount: 60, menu_item_id: id });
  await expect(
    sql`update live.tip set model_id = ${others.id} where menu_item_id = ${id}`.execute(app.owner),
  ).rejects.toThrow(/foreign key/);
  await expect(sql`update live.menu_item set price = 1 where id = ${id}`.execute(app.db)).rejects.toThrow(
    /permission denied/,
  );
  await expect(sql`update live.menu_item set price = 0 where id = ${id}`.execute(app.owner)).rejects.toThrow(
    /check constraint/,
  );
});

test("a model's menu is in their export and goes with their account; the fan's own export names what was asked for", async () => {
  await tip({ amount: 60, menu_item_id: await idOf("A bolero") });
  const { rooms } = app.modules;
  const rowsOf = async (role: string, id: number, name: string) =>
    await rooms
      .exportAreas({ id, role })
      .find((area) => area.name === name)
      ?.rows();
  expect(await rowsOf("fan", fan.id, "tips")).toMatchObject([{ menu_item: "A bolero", tokens: 60 }]);
  expect(await rowsOf("model", model.id, "tip-menu")).toMatchObject([
    { title_en: "Say hello", price: 5 },
    { title_en: "A bolero", title_es: "Un bolero", price: 60, removed_at: null },
  ]);
  await app.withTransaction((tx) => rooms.erase(tx, { id: model.id, role: "model" }));
  expect(await rooms.tips.menu(model.id)).toEqual([]);
  const left = sql<{ n: number }>`
    select count(*)::int as n from live.menu_item where model_id = ${model.id} and title_en || title_es <> ''`;
  expect((await left.execute(app.db)).rows).toEqual([{ n: 0 }]);
});

test("the studio shows the last five tips of a broadcast, newest first, whatever was written since, and none from before", async () => {
  for (const amount of [1, 2, 3, 4, 5, 6, 7]) expect((await tip({ amount })).status).toBe(200);
  const latest = async () => {
    const { body } = await app.call("GET", "/api/studio", { as: model });
    return (body.earnings as { latest_tips: { tokens: number }[] }).latest_tips.map(({ tokens }) => tokens);
  };
  await sql`
    insert into live.line (model_id, author_name, author_role, kind, body, at)
    select ${model.id}, '', 'system', 'system', 'later', now() from generate_series(1, 60)`.execute(
    app.owner,
  );
  expect(await latest()).toEqual([7, 6, 5, 4, 3]);
  await sql`
    update live.line set at = at - interval '1 day' where model_id = ${model.id} and tokens < 6`.execute(
    app.owner,
  );
  expect(await latest()).toEqual([7, 6]);
});
