import { beforeAll, expect, test } from "vitest";
import { modelCard } from "#contract/catalog.ts";
import { genderIds, unranked } from "#contract/room-values.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

type Card = { login: string; earningRank: number; isStream: boolean; liked: boolean };
type List = { data: Card[]; links: { next: string | null }; meta: object; live_count: number };
type Ranked = Person & { rank: number };

const ranking = async (query = "", as?: Person) =>
  (await app.call("GET", `/api/trending-rooms${query}`, as ? { as } : {})).body as unknown as List;
const ranks = ({ data }: List) => data.map(({ earningRank }) => earningRank);

/** A model with a place in the ranking. */
async function ranked(rank: number, gender_id = 1): Promise<Ranked> {
  const model = await app.model();
  await app.withTransaction((tx) =>
    tx
      .$extendTables<{ "catalog.model": { id: number; gender_id: number; earning_rank: number } }>()
      .updateTable("catalog.model")
      .set({ gender_id, earning_rank: rank })
      .where("id", "=", model.id)
      .execute(),
  );
  return { ...model, rank };
}

/** 23 women and, between their ranks, two men. */
const women: Ranked[] = [];
beforeAll(async () => {
  for (let place = 23; place >= 1; place--) women.unshift(await ranked(place * 2));
  for (const rank of [5, 3]) await ranked(rank, 2);
});
const loginOf = (place: number) => (women[place - 1] as Ranked).login.toLowerCase();

test("R-API-21, R-LIST-02, R-OPEN-17: the ranking goes by rank no matter who streams, 20 a page, each model once", async () => {
  await app.modules.rooms.publisherTurned(loginOf(22), "started");
  const first = await ranking();
  expect(ranks(first)).toEqual(women.slice(0, 20).map(({ rank }) => rank));
  expect(first).toMatchObject({ live_count: 1, meta: { current_page: 1, last_page: 2 } });
  const second = (await app.call("GET", String(first.links.next))).body as unknown as List;
  expect(second.data.map(({ login, isStream }) => [login, isStream])).toEqual([
    [loginOf(21), false],
    [loginOf(22), true],
    [loginOf(23), false],
  ]);
  expect(second).toMatchObject({ links: { next: null }, meta: { current_page: 2, last_page: 2 } });
});

test("R-API-21, R-ENT-01: everybody of the ranking is a whole card", async () => {
  for (const card of (await ranking()).data) expect(modelCard.strict().safeParse(card).success).toBe(true);
});

test("R-API-21, R-LIST-16: it is that of one gender, who keep the ranks that they have among all", async () => {
  expect(ranks(await ranking("?gender=2&page=1"))).toEqual([3, 5]);
  expect((await ranking("?gender=4")).data).toEqual([]);
});

test("R-LIST-14, R-LIST-16: all genders are one ranking, page by page, each model once", async () => {
  const first = await ranking("?gender=all");
  const second = (await app.call("GET", String(first.links.next))).body as unknown as List;
  const all = [...women.map(({ rank }) => rank), 3, 5].toSorted((a, b) => a - b);
  expect([...ranks(first), ...ranks(second)]).toEqual(all);
  expect(second.links.next).toBeNull();
  const genders = (await app.call("GET", "/api/gender")).body as unknown as { data: { id: number }[] };
  expect(genders.data.map(({ id }) => id)).toEqual([...genderIds]);
});

test("R-API-21, R-OPEN-18: a model who is searched for keeps their rank, and wildcard characters are letters", async () => {
  const found = await ranking(`?search=${loginOf(7).toUpperCase()}`);
  expect(found.data.map(({ login, earningRank }) => [login, earningRank])).toEqual([[loginOf(7), 14]]);
  expect((await ranking("?search=%25")).data).toEqual([]);
});

test("R-API-21, R-PROFILE-06: a fan sees the own hearts in it", async () => {
  const fan = await app.fan();
  await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: women[2]?.id } });
  expect((await ranking("", fan)).data.filter(({ liked }) => liked).map(({ login }) => login)).toEqual([
    loginOf(3),
  ]);
  expect((await ranking()).data.some(({ liked }) => liked)).toBe(false);
});

test("models of one rank, as all new ones are, stand in one order on every page", async () => {
  const newcomers: Ranked[] = [];
  for (let count = 0; count < 22; count++) newcomers.push(await ranked(unranked, 3));
  const [first, second] = [await ranking("?gender=3"), await ranking("?gender=3&page=2")];
  expect([...first.data, ...second.data].map(({ login }) => login)).toEqual(
    newcomers.map(({ login }) => login.toLowerCase()),
  );
});

test("R-API-21: a page, gender or search that is none is refused", async () => {
  for (const query of ["page=0", "page=x", "gender=0", `search=${"a".repeat(101)}`])
    expect((await app.call("GET", `/api/trending-rooms?${query}`)).status, query).toBe(422);
});
