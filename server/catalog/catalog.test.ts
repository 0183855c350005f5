import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { modelPage } from "#contract/catalog.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { ageOn } from "./rules/age.ts";

const app = testApp();
type Card = { login: string; isStream: boolean; watchers: number; liked: boolean };
type List = { data: Card[]; live_count: number; links: { next: string | null }; meta: { last_page: number } };
const roomsOf = async (query: string, as?: Person) =>
  (await app.call("GET", `/api/video-chat-rooms?${query}`, as ? { as } : {})).body as unknown as List;
const models: Person[] = [];

beforeAll(async () => {
  for (let i = 0; i < 23; i++) models.push(await app.model());
  const { rooms } = app.modules;
  for (const model of models.slice(0, 3)) await rooms.publisherTurned(model.login, "started");
  for (const [i, model] of models.slice(0, 3).entries())
    await sql`update live.room set watchers = ${[5, 90, 40][i] ?? 0} where model_id = ${model.id}`.execute(
      app.db,
    );
});

test("R-API-20, R-LIST-01, R-OPEN-17: rooms come streaming first by watchers, 20 a page, each once", async () => {
  const first = await roomsOf("gender=1&page=1");
  expect(first.data.slice(0, 4).map((card) => [card.isStream, card.watchers])).toEqual([
    [true, 90],
    [true, 40],
    [true, 5],
    [false, 0],
  ]);
  expect(first).toMatchObject({ live_count: 3, meta: { current_page: 1, last_page: 2 } });
  const next = (await app.call("GET", String(first.links.next))).body as unknown as List;
  expect(next.links.next).toBeNull();
  const logins = [...first.data, ...next.data].map((card) => card.login);
  expect(new Set(logins).size).toBe(23);
});

test("R-ENT-25: a page past the end of a list shows which is its last, however far behind it is", async () => {
  for (const path of ["video-chat-rooms", "trending-rooms"])
    for (const page of [3, 50]) {
      const { body } = await app.call("GET", `/api/${path}?page=${page}`);
      const meta = { current_page: page, last_page: 2 };
      expect(body).toMatchObject({ data: [], links: { next: null }, meta });
    }
  const [fan, model] = [await app.fan(), models[0] as Person];
  expect(await roomsOf(`page=4&search=${model.login}`)).toMatchObject({ data: [], meta: { last_page: 1 } });
  for (const { id } of models)
    await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: id } });
  const { body } = await app.call("GET", "/api/fan/favorite-models?page=9", { as: fan });
  expect(body).toMatchObject({ data: [], links: { next: null }, meta: { current_page: 9, last_page: 2 } });
});

test("R-LIST-06: nobody is skipped or comes twice while viewers come and go and models go on air between two pages", async () => {
  const logins = models.map(({ login }) => login);
  const { rooms } = app.modules;
  const watchers = (model: Person | undefined, count: number) =>
    sql`update live.room set watchers = ${count} where model_id = ${model?.id}`.execute(app.db);
  for (const model of models.slice(3, 21)) await rooms.publisherTurned(model.login, "started");
  const first = await roomsOf("gender=1&page=1");
  const shown = first.data.map(({ login }) => login);
  const [unseen, ...away] = models.filter(({ login }) => !shown.includes(login));
  // The last one shown gains most viewers, the one live model not yet shown loses theirs, and one of the others goes on
  // air.
  await watchers(
    models.find(({ login }) => login === shown.at(-1)),
    400,
  );
  await watchers(unseen, 0);
  await rooms.publisherTurned(away[0]?.login ?? "", "started");
  const next = (await app.call("GET", String(first.links.next))).body as unknown as List;
  expect([...shown, ...next.data.map(({ login }) => login)].sort()).toEqual(logins.sort());
  for (const model of [...models.slice(3, 21), ...away]) await rooms.publisherTurned(model.login, "stopped");
});

test("R-LIST-06: what is no place in a list is a page by its number", async () => {
  const byNumber = await roomsOf("gender=1&page=2");
  for (const after of ["", "n-", "zz.zz", "12-a-b", "99999999999999999999-1"])
    expect((await roomsOf(`gender=1&page=2&after=${after}`)).data, after).toEqual(byNumber.data);
  const ranking = async (after: string) =>
    (await app.call("GET", `/api/trending-rooms?gender=1&page=2&after=${after}`)).body as unknown as List;
  const ranked = await ranking("");
  for (const after of ["9999999999-1", "t9999999999-1", "-1"])
    expect((await ranking(after)).data, after).toEqual(ranked.data);
});

test("R-OPEN-18: search ignores case and accents and takes wildcard characters literally", async () => {
  const login = models[7]?.login ?? "";
  expect((await roomsOf(`gender=1&search=${login.toUpperCase()}`)).data.map((card) => card.login)).toEqual([
    login,
  ]);
  const accented = encodeURIComponent(`módel${login.slice(5)}`);
  expect((await roomsOf(`gender=1&search=${accented}`)).data).toHaveLength(1);
  for (const wildcard of ["%", "_", "\\"]) {
    expect((await roomsOf(`gender=1&search=${encodeURIComponent(wildcard)}`)).data, wildcard).toHaveLength(0);
  }
});

test("R-OPEN-18: rooms and ranking are found by every word of names, topics and bios, in either language", async () => {
  const [model, other] = [models[8] as Person, models[9] as Person];
  await sql`update catalog.model set artistic_name = 'Ágata Núñez', search_text = 'agata nunez', topic_en = 'Slow jazz', topic_es = 'Jazz sin prisa',
    bio_en = 'I restore clocks', bio_es = 'Restauro relojes y ángeles de LATÓN 100%' where id = ${model.id}`.execute(
    app.db,
  );
  await sql`update catalog.model set topic_en = 'Loud jazz', topic_es = 'Jazz' where id = ${other.id}`.execute(
    app.db,
  );
  const found = async (list: string, search: string) => {
    const { body } = await app.call("GET", `/api/${list}?gender=1&search=${encodeURIComponent(search)}`);
    return (body as unknown as List).data.map(({ login }) => login);
  };
  for (const list of ["video-chat-rooms", "trending-rooms"]) {
    for (const search of [
      "nunez",
      "SLOW",
      "prisa",
      "Clócks",
      "laton",
      "jazz agata",
      " ag  jazz ",
      "100%",
      "gata jazz",
      "relo res",
      "[slow",
      "100_",
      "slow-jazz",
      "'slow'&",
    ])
      expect(await found(list, search), `${list} ${search}`).toEqual([model.login]);
    expect((await found(list, "jazz")).sort()).toEqual([model.login, other.login].sort());
    for (const search of [
      "jazz zebra",
      "1000%",
      "lojes",
      "jazz gata)",
      "(.*",
      "jazz $",
      "\\\\m jazz",
      "sl",
      "jazz-slow",
    ])
      expect(await found(list, search), `${list} ${search}`).toEqual([]);
  }
  await app.modules.rooms.publisherTurned(model.login, "started");
  expect(await found("video-chat-rooms", "relojes")).toEqual([model.login]);
  await app.modules.rooms.publisherTurned(model.login, "stopped");
});

test("R-LIST-01, R-LIST-02: a search that finds nobody offers the closest names of the gender, or else who is on air", async () => {
  const [close, live, hidden] = [models[8] as Person, models[2] as Person, models[10] as Person];
  await sql`update catalog.model set search_text = 'valentina rios', artistic_name = 'Valentina Ríos ' || id where id in (${close.id}, ${hidden.id})`.execute(
    app.db,
  );
  await sql`update catalog.model set hidden = true where id = ${hidden.id}`.execute(app.db);
  const near = async (query: string) => {
    const answers = await Promise.all(
      ["video-chat-rooms", "trending-rooms"].map((list) => app.call("GET", `/api/${list}?${query}`)),
    );
    const [rooms, ranking] = answers.map(({ body }) => body as unknown as List & { neighbours: Card[] });
    expect(ranking?.neighbours).toEqual(rooms?.neighbours);
    return rooms?.neighbours.map(({ login }) => login);
  };
  expect(await near("gender=1&search=V%C3%A1lntina")).toEqual([close.login]);
  expect(await near("gender=2&search=Valntina")).toEqual([]);
  expect(await near("gender=1&search=zzyzx%25%5C")).toContain(live.login);
  expect(await near("gender=1&search=valentina")).toEqual([]);
  expect(await near("gender=1")).toEqual([]);
  await sql`update catalog.model set hidden = false where id = ${hidden.id}`.execute(app.db);
});

test("R-API-30, R-LIST-14, R-ENT-20: genders have both names, id 1 first", async () => {
  const { body } = await app.call("GET", "/api/gender");
  expect((body.data as object[])[0]).toEqual({ id: 1, name_en: "Women", name_es: "Mujeres" });
  expect(body.data).toHaveLength(4);
  expect((await roomsOf("gender=2")).data).toHaveLength(0);
});

test("R-PROFILE-01, R-PROFILE-02, R-API-54, R-API-55, R-AMB-70, R-ENT-19: a profile is the same by login and by id", async () => {
  const [model] = models;
  const byLogin = await app.call("GET", `/api/model-profile/${model?.login}`);
  const byId = await app.call("GET", `/api/model-profile/${model?.id}`);
  expect(byLogin.status).toBe(200);
  expect(modelPage.strict().safeParse(byLogin.body).error).toBeUndefined();
  expect(byId.body).toEqual(byLogin.body);
  expect(byLogin.body.rates).toEqual((await app.call("GET", `/api/model-rates?model_id=${model?.id}`)).body);
});

test("R-API-56, R-API-57, R-PROFILE-06, R-PROFILE-07: a like is the fan's own and can be taken back", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const model = models[0] as Person;
  const like = (path: string) =>
    app.call("POST", `/api/fan/${path}`, { as: fan, body: { model_id: model.id } });
  expect((await like("liked-model")).body).toEqual({ success: true });
  expect((await like("liked-model")).status).toBe(200);
  const likedBy = async (as: Person) => (await roomsOf(`gender=1&search=${model.login}`, as)).data[0]?.liked;
  expect([await likedBy(fan), await likedBy(other)]).toEqual([true, false]);
  await like("disliked-model");
  expect(await likedBy(fan)).toBe(false);
  expect(
    (await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: 999_999 } })).status,
  ).toBe(404);
});

test("ages count whole years in UTC", () => {
  expect(ageOn("2000-11-22", new Date("2026-11-21T23:59:59Z"))).toBe(25);
  expect(ageOn("2000-11-21", new Date("2026-11-21T00:00:00Z"))).toBe(26);
  expect(ageOn("2004-02-29", new Date("2026-02-28T12:00:00Z"))).toBe(21);
});

test("R-OPEN-04: a model whose user name is the number of another has their page, and so has the other", async () => {
  const [called, numbered] = [await app.model(), await app.model()];
  const pageOf = async (key: string | number) =>
    (await app.call("GET", `/api/model-profile/${key}`)).body as unknown as { id: number };
  await sql`update catalog.model set login = ${String(numbered.id + 1_000)} where id = ${called.id}`.execute(
    app.db,
  );
  await sql`update catalog.model set login = '777001' where id = ${numbered.id}`.execute(app.db);
  expect((await pageOf(numbered.id + 1_000)).id).toBe(called.id);
  expect((await pageOf("777001")).id).toBe(numbered.id);
  expect((await app.modules.catalog.model(app.db, numbered.id))?.id).toBe(numbered.id);
});
