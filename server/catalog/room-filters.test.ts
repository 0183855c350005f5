import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { genderText } from "#contract/room-values.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
type List = { data: { login: string; isStream: boolean }[]; links: { next: string | null } };
const models: Person[] = [];

/** The facts by which lists can distinguish the models; the names repeat them. */
const people = [
  {
    name: "ana",
    hair: "{black}",
    tags: "{music,calm}",
    languages: "{es,en}",
    country: "CO",
    age: 22,
    rate: 30,
    days: 3,
  },
  {
    name: "bea",
    hair: "{brown,red}",
    tags: "{music}",
    languages: "{fr}",
    country: "FR",
    age: 30,
    rate: 60,
    days: 20,
  },
  {
    name: "cleo",
    hair: "{gray}",
    tags: "{chess,calm}",
    languages: "{en}",
    country: "CO",
    age: 41,
    rate: 90,
    days: 400,
  },
  { name: "dora", hair: "{}", tags: "{}", languages: "{}", country: "US", age: 55, rate: 45, days: null },
];

async function openList(path: string, query: string): Promise<List> {
  const answer = await app.call("GET", `/api/${path}?${query}`);
  expect(answer.status, query).toBe(200);
  return answer.body as unknown as List;
}
const namesOf = ({ data }: List) =>
  data.map(({ login }) => people[models.findIndex((model) => model.login === login)]?.name ?? login);

beforeAll(async () => {
  for (const [place, { tags, hair, languages, country, age, rate, days }] of people.entries()) {
    const model = await app.model();
    models.push(model);
    await sql`update catalog.model set tags = ${tags}::text[], hair = ${hair}::text[], languages = ${languages}::text[], country = ${country},
      birth_date = (now() - ${age} * interval '1 year' - interval '40 days')::date, rate_private = ${rate},
      approved_at = now() - ${days}::int * interval '1 day', earning_rank = ${place + 1},
      last_connection = now() - ${place} * interval '1 hour' where id = ${model.id}`.execute(app.db);
  }
});

test.each([
  ["tags=music", ["ana", "bea"]],
  ["tags=music,calm", ["ana"]],
  ["tags=nobody", []],
  ["languages=fr,en", ["ana", "bea", "cleo"]],
  ["hair=red,gray", ["bea", "cleo"]],
  ["country=CO", ["ana", "cleo"]],
  ["age_min=30", ["bea", "cleo", "dora"]],
  ["age_max=30", ["ana", "bea"]],
  ["age_min=22&age_max=22", ["ana"]],
  ["rate_min=45&rate_max=60", ["bea", "dora"]],
  ["rate_max=29", []],
  ["new=1", ["ana", "bea"]],
  ["country=CO&languages=en&hair=gray&tags=calm&age_min=40", ["cleo"]],
  ["country=&tags=&languages=&new=", ["ana", "bea", "cleo", "dora"]],
])("R-LIST-01, R-LIST-02: rooms and ranking are narrowed by %s", async (query, expected) => {
  expect(namesOf(await openList("video-chat-rooms", query)), "rooms").toEqual(expected);
  expect(namesOf(await openList("trending-rooms", query)), "ranking").toEqual(expected);
});

test("R-LIST-01: rooms are sorted by when they were listed or by their price, those on air first", async () => {
  const rooms = async (query: string) => namesOf(await openList("video-chat-rooms", query));
  expect(await rooms("sort=newest")).toEqual(["ana", "bea", "cleo", "dora"]);
  expect(await rooms("sort=cheapest")).toEqual(["ana", "dora", "bea", "cleo"]);
  const [, , cleo] = models as [Person, Person, Person];
  await app.modules.rooms.publisherTurned(cleo.login, "started");
  expect(await rooms("sort=cheapest")).toEqual(["cleo", "ana", "dora", "bea"]);
  expect(await rooms("sort=cheapest&tags=music")).toEqual(["ana", "bea"]);
  await app.modules.rooms.publisherTurned(cleo.login, "stopped");
});

test.each([
  ["watched", 2],
  ["newest", 2],
  ["cheapest", 2],
  ["watched", 0],
])(
  "R-LIST-06: narrowed and sorted by %s, of gender %i, nobody is skipped or comes twice from page to page",
  async (sort, gender) => {
    const many: string[] = [];
    for (let count = 0; count < 75; count++) {
      const { id, login } = await app.model();
      many.push(login);
      await sql`update catalog.model set gender_id = ${gender || 1 + (count % 4)}, tags = '{games}', rate_private = ${40 + (count % 3)},
        approved_at = case when ${count}::int % 4 > 0 then now() - ${count % 5} * interval '1 day' end,
        online = ${count % 4 === 1},
        last_connection = case when ${count}::int % 3 > 0 then now() - ${count % 7} * interval '1 hour' end
        where id = ${id}`.execute(app.db);
      if (count < 4) await app.modules.rooms.publisherTurned(login, "started");
    }
    const seen: string[] = [];
    let next: string | null =
      `/api/video-chat-rooms?gender=${genderText(gender)}&tags=games&rate_max=100&sort=${sort}`;
    while (next !== null) {
      const page: List = (await app.call("GET", next)).body as unknown as List;
      seen.push(...page.data.map(({ login }) => login));
      next = page.links.next;
      expect(next === null || next.includes("tags=games")).toBe(true);
    }
    expect([...seen].sort()).toEqual([...many].sort());
    for (const login of many.slice(0, 4)) await app.modules.rooms.publisherTurned(login, "stopped");
    await sql`update catalog.model set hidden = true, tags = '{}' where tags = '{games}'`.execute(app.db);
  },
);

test("R-OPEN-18: a model with the name that was searched for comes before those whose topic has it, live or not, on every page", async () => {
  const [ana] = models as [Person];
  const topical: string[] = [];
  await sql`update catalog.model set artistic_name = 'Violeta', search_text = 'violeta' where id = ${ana.id}`.execute(
    app.db,
  );
  for (let count = 0; count < 83; count++) {
    const { id, login } = await app.model();
    topical.push(login);
    await sql`update catalog.model set topic_es = 'Una violeta al día', last_connection = now(),
      earning_rank = ${count + 1} where id = ${id}`.execute(app.db);
    if (count < 22) await app.modules.rooms.publisherTurned(login, "started");
  }
  for (const path of ["video-chat-rooms", "trending-rooms"]) {
    const seen: string[] = [];
    let next: string | null = `/api/${path}?search=violeta`;
    while (next !== null) {
      const page: List = (await app.call("GET", next)).body as unknown as List;
      seen.push(...page.data.map(({ login }) => login));
      next = page.links.next;
    }
    expect(seen[0], path).toBe(ana.login);
    expect(seen.length, path).toBe(84);
    expect(new Set(seen).size, path).toBe(84);
  }
  for (const login of topical.slice(0, 22)) await app.modules.rooms.publisherTurned(login, "stopped");
  await sql`update catalog.model set hidden = true where login = any(${topical})`.execute(app.db);
});

test("a filter that is none is refused, and never breaks", async () => {
  for (const path of ["video-chat-rooms", "trending-rooms"])
    for (const wrong of [
      "tags=Music",
      "tags=a,b",
      "tags=music,",
      "tags=music&tags=calm",
      "languages=eng",
      "country=co",
      "age_min=17",
      "age_max=x",
      "rate_min=0",
      "rate_max=1.5",
      "new=yes",
    ])
      expect((await app.call("GET", `/api/${path}?${wrong}`)).status, `${path} ${wrong}`).toBe(422);
  expect((await app.call("GET", "/api/video-chat-rooms?sort=best")).status).toBe(422);
  expect(namesOf(await openList("video-chat-rooms", "age_min=40&age_max=30"))).toEqual([]);
});

test("the countries of a gender are those of its listed models, each once", async () => {
  const countries = async (gender: number) =>
    (await app.call("GET", `/api/room-countries?gender=${gender}`)).body;
  expect(await countries(1)).toEqual({ data: ["CO", "FR", "US"] });
  expect(await countries(4)).toEqual({ data: [] });
});
