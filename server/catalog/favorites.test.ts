import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { confirmEmailOf } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

type Card = { login: string; liked: boolean; notified: boolean; promoEnabled: boolean; isStream: boolean };

/** A model of a gender; their page is in the lists from the beginning. */
async function listed(gender_id = 1): Promise<Person> {
  const model = await app.model();
  await app.withTransaction((tx) =>
    tx
      .$extendTables<{ "catalog.model": { id: number; gender_id: number } }>()
      .updateTable("catalog.model")
      .set({ gender_id })
      .where("id", "=", model.id)
      .execute(),
  );
  return model;
}

const like = (fan: Person, model: Person, call = "liked-model") =>
  app.call("POST", `/api/fan/${call}`, { as: fan, body: { model_id: model.id } });
const favorites = async (fan: Person, query = "") => {
  const { body } = await app.call("GET", `/api/fan/favorite-models${query}`, { as: fan });
  return body as { data: Card[]; meta: object; links: { next: string | null }; live_count: number };
};

test("R-API-22, R-ROUTE-18: the favourites are the fan's own, of every gender, live ones first", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const [away, live, foreign] = [await listed(), await listed(2), await listed()];
  await app.modules.rooms.publisherTurned(live.login, "started");
  for (const model of [away, live]) await like(fan, model);
  await like(other, foreign);
  const list = await favorites(fan);
  expect(list.data.map(({ login, liked, isStream }) => [login, liked, isStream])).toEqual([
    [live.login.toLowerCase(), true, true],
    [away.login.toLowerCase(), true, false],
  ]);
  expect(list).toMatchObject({
    live_count: 1,
    meta: { current_page: 1, last_page: 1 },
    links: { next: null },
  });
  await like(fan, live, "disliked-model");
  expect((await favorites(fan)).data).toHaveLength(1);
});

test("R-API-22: they are searched, and come page by page without one twice", async () => {
  const fan = await app.fan();
  const models: Person[] = [];
  for (let count = 0; count < 23; count++) models.push(await listed());
  for (const model of models) await like(fan, model);
  const [first, second] = [await favorites(fan), await favorites(fan, "?page=2")];
  expect([first.data.length, second.data.length]).toEqual([20, 3]);
  expect(first.links.next).toContain("page=2");
  const logins = [...first.data, ...second.data].map(({ login }) => login);
  expect(new Set(logins).size).toBe(23);
  const wanted = models[4]?.login ?? "";
  expect((await favorites(fan, `?search=${wanted.toUpperCase()}`)).data.map(({ login }) => login)).toEqual([
    wanted.toLowerCase(),
  ]);
  expect((await favorites(fan, "?search=%25")).data).toEqual([]);
});

test("R-API-22, R-OPEN-05: who asks side by side gets their own hearts, bells and promos, and nobody is taken for another", async () => {
  const models = [await listed(), await listed(), await listed()];
  const fans = await Promise.all(models.map(() => app.fan()));
  const pairs = fans.flatMap((fan, n) => models.slice(0, n + 1).map((model) => ({ fan, model })));
  for (const { fan, model } of pairs) {
    await like(fan, model);
    await app.call("POST", "/api/fan/notify-model", { as: fan, body: { model_id: model.id, notify: true } });
  }
  // The first model has a promo for the third fan alone, the second for the second fan.
  for (const [n, of] of [[0, 2] as const, [1, 1] as const]) {
    const [model, fan] = [models[n] as Person, fans[of] as Person];
    const body = { client_id: randomUUID(), email: `${fan.login}@example.test`, duration: 60 };
    const { url } = (await app.call("POST", "/api/studio/promos", { as: model, body })).body;
    await confirmEmailOf(app.db, fan);
    await app.call("POST", `/api/promo-stream/${String(url).split("/").pop()}`, { as: fan, body: {} });
  }
  const promos = [[], [models[1]?.login.toLowerCase()], [models[0]?.login.toLowerCase()]];
  const gone = await app.fan();
  await app.call("POST", "/api/web_logout", { as: gone });
  const asked = Array.from({ length: 12 }, (_, n) => fans[n % 3] as Person);
  const [seen, refused] = await Promise.all([
    Promise.all(asked.map((fan) => favorites(fan))),
    Promise.all(asked.map(() => app.call("GET", "/api/fan/favorite-models", { as: gone }))),
  ]);
  for (const [n, { data }] of seen.entries()) {
    const own = models.slice(0, (n % 3) + 1).map(({ login }) => login.toLowerCase());
    expect(data.map(({ login }) => login).toSorted()).toEqual(own.toSorted());
    expect(data.every(({ notified, liked }) => notified && liked)).toBe(true);
    expect(data.filter(({ promoEnabled }) => promoEnabled).map(({ login }) => login)).toEqual(promos[n % 3]);
  }
  expect(refused.map(({ status }) => status)).toEqual(Array(12).fill(401));
});

test("R-API-22, R-ROLE-04: nobody but a fan has favourites", async () => {
  expect((await app.call("GET", "/api/fan/favorite-models")).status).toBe(401);
  expect((await app.call("GET", "/api/fan/favorite-models", { as: await app.model() })).status).toBe(403);
});

test("R-LIST-05: a fan's favourites come first among the rooms on air, each as watched, and every room stays once", async () => {
  const fan = await app.fan();
  const rooms: Person[] = [];
  for (let count = 0; count < 23; count++) {
    const model = await app.model();
    rooms.push(model);
    await sql`update catalog.model set gender_id = 3 where id = ${model.id}`.execute(app.db);
    await app.modules.rooms.publisherTurned(model.login, "started");
    await sql`update live.room set watchers = ${100 - count} where model_id = ${model.id}`.execute(app.db);
  }
  const [away, liked, watched] = [await app.model(), rooms[22] as Person, rooms[7] as Person];
  await sql`update catalog.model set gender_id = 3 where id = ${away.id}`.execute(app.db);
  for (const { id } of [away, liked, watched])
    await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: id } });
  await app.call("POST", "/api/fan/notify-model", { as: fan, body: { model_id: away.id, notify: true } });
  type Page = { data: { id: number; notified: boolean }[]; links: { next: string } };
  const first = (await app.call("GET", "/api/video-chat-rooms?gender=3", { as: fan }))
    .body as unknown as Page;
  const second = (await app.call("GET", first.links.next, { as: fan })).body as unknown as Page;
  const shown = [...first.data, ...second.data];
  const others = rooms.filter((room) => room !== liked && room !== watched);
  expect(shown.map(({ id }) => id)).toEqual([watched, liked, ...others, away].map(({ id }) => id));
  expect(shown.filter(({ notified }) => notified).map(({ id }) => id)).toEqual([away.id]);
  const guest = (await app.call("GET", "/api/video-chat-rooms?gender=3")).body as unknown as Page;
  expect(guest.data.map(({ id }) => id)).toEqual(rooms.slice(0, 20).map(({ id }) => id));
  expect(guest.data.some(({ notified }) => notified)).toBe(false);
});
