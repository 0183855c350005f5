import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { searchSuggestions } from "#contract/content.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
type Answer = {
  names: { login: string; name: string; isStream: boolean }[];
  topics: string[];
  videos: { title: string }[];
};

async function suggestions(search: string, { gender = 1, language = "en" } = {}): Promise<Answer> {
  const query = new URLSearchParams({ search, gender: String(gender) });
  const answer = await app.call("GET", `/api/search-suggestions?${query}`, {
    headers: { "accept-language": language },
  });
  expect(answer.status, search).toBe(200);
  expect(searchSuggestions.strict().safeParse(answer.body).error).toBeUndefined();
  return answer.body as unknown as Answer;
}
const names = async (search: string) => (await suggestions(search)).names.map(({ name }) => name);

const models = new Map<string, Person>();
async function called(name: string, more: { topic?: string; gender?: number; hidden?: boolean } = {}) {
  const model = await app.model();
  const key = `${name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()} ${model.login}`;
  await sql`update catalog.model set artistic_name = ${name}, search_text = ${key}, topic_en = ${more.topic ?? ""},
    topic_es = ${more.topic ? `ES ${more.topic}` : ""}, gender_id = ${more.gender ?? 1}, hidden = ${more.hidden ?? false}
    where id = ${model.id}`.execute(app.db);
  models.set(name, model);
}

beforeAll(async () => {
  await called("Marlene Lunar");
  await called("Lunabella", { topic: "Moon maps, by hand" });
  await called("Luna");
  await called("Lúa");
  await called("Lumi", { gender: 2 });
  await called("Luz", { hidden: true });
  await app.modules.rooms.publisherTurned(models.get("Lunabella")?.login ?? "", "started");
});

test("names are suggested by how they begin: the exact one first, then the first word's, then another word's", async () => {
  expect(await names("luna")).toEqual(["Luna", "Lunabella", "Marlene Lunar"]);
  expect(await names(" LUN ")).toEqual(["Lunabella", "Luna", "Marlene Lunar"]);
  expect(await names("marlene lu")).toEqual(["Marlene Lunar"]);
  expect(await names(models.get("Lúa")?.login ?? "")).toEqual(["Lúa"]);
  expect((await suggestions("lu", { gender: 2 })).names.map(({ name }) => name)).toEqual(["Lumi"]);
  expect((await suggestions("luna")).names.map(({ isStream }) => isStream)).toEqual([false, true, false]);
  expect(await names("una")).toEqual([]);
});

test("no more than six are suggested, and nothing for fewer than two characters", async () => {
  for (let count = 0; count < 9; count++) await called(`Zoe${count}`, { gender: 3 });
  expect((await suggestions("zoe", { gender: 3 })).names).toHaveLength(6);
  for (const short of ["", "l", " l ", "ú"])
    expect(await suggestions(short), short).toEqual({ names: [], topics: [], videos: [] });
});

test("topics of rooms on air are suggested in the caller's language, by how their words begin", async () => {
  expect((await suggestions("ma")).topics).toEqual(["Moon maps, by hand"]);
  expect((await suggestions("ma", { language: "es" })).topics).toEqual(["ES Moon maps, by hand"]);
  expect((await suggestions("aps")).topics).toEqual([]);
});

test("the topic of a promo is suggested to nobody but its fan", async () => {
  const { id } = models.get("Lunabella") as Person;
  const mode = (now: string) =>
    sql`update live.session set mode = ${now} where model_id = ${id} and state <> 'ended'`.execute(app.db);
  await mode("promo");
  expect((await suggestions("maps")).topics).toEqual([]);
  await mode("public");
  expect((await suggestions("maps")).topics).toEqual(["Moon maps, by hand"]);
});

test("videos are suggested by the words of their titles, the newest first, and only those on offer", async () => {
  const model = models.get("Luna") as Person;
  for (const [title, more] of [
    ["Night market", "2026-01-03"],
    ["A walk by night", "2026-01-05"],
    ["Midnight", "2026-01-06"],
  ] as const)
    await sql`insert into content.item (kind, model_id, title, search_text, media_type, price, media_key, thumb_key,
        blurred_key, seconds, width, height, created_at)
      values ('video', ${model.id}, ${title}, lower(${title}), 'video', 50, ${randomUUID()}, ${randomUUID()}, ${randomUUID()}, 60, 640, 360, ${more}::timestamptz)`.execute(
      app.db,
    );
  const titles = async (search: string) => (await suggestions(search)).videos.map(({ title }) => title);
  expect(await titles("nig")).toEqual(["A walk by night", "Night market"]);
  expect((await suggestions("nig", { gender: 2 })).videos).toEqual([]);
  await sql`update catalog.model set hidden = true where id = ${model.id}`.execute(app.db);
  expect(await titles("nig")).toEqual([]);
  await sql`update catalog.model set hidden = false where id = ${model.id}`.execute(app.db);
});

test("what is typed is taken literally, whatever it is", async () => {
  for (const typed of ["%%", "__", "\\\\", "'';--", "(.*", "\u{1f600}\u{1f600}", "a".repeat(100)])
    expect(await suggestions(typed), typed).toEqual({ names: [], topics: [], videos: [] });
  expect((await app.call("GET", `/api/search-suggestions?search=${"a".repeat(101)}`)).status).toBe(422);
  expect((await app.call("GET", "/api/search-suggestions?search=ab&gender=0")).status).toBe(422);
});
