import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";

const app = testApp();

/** The rows that lists read, and the same rows worked out from rooms, sessions and pages. */
const kept = () =>
  readRows(app.db, sql<{ id: number; type: string }>`select * from catalog.on_air order by id`);
const workedOut = () =>
  readRows(
    app.db,
    sql<{ id: number; type: string }>`
      select model.id, model.gender_id, session.mode as type,
        case when session.mode = 'promo' then (select fan_id from live.participant where session_id = session.id) end as fan_id,
        room.watchers, kept.last_connection, model.approved_at, model.rate_private, model.birth_date, model.country,
        model.languages, model.tags, model.login, model.search_text, model.found_words, model.hair
      from live.session as session
      join live.room as room on room.session_id = session.id and room.live_since is not null
      join catalog.model as model on model.id = room.model_id and model.listed
      left join catalog.on_air as kept on kept.id = model.id
      where session.state <> 'ended' order by model.id`,
  );
afterEach(async () => expect(await kept()).toEqual(await workedOut()));

const typesOf = async (...models: Person[]) => {
  const rows = new Map((await kept()).map(({ id, type }) => [id, type]));
  return models.map(({ id }) => rows.get(id));
};
const storeWatchers = (db: Database, model: Person, count: number) =>
  sql`update live.room set watchers = ${count} where model_id = ${model.id}`.execute(db);
const mode = (model: Person, to: string) =>
  sql`update live.session set mode = ${to} where model_id = ${model.id} and state <> 'ended'`.execute(app.db);
const change = (model: Person, set: ReturnType<typeof sql>) =>
  sql`update catalog.model set ${set} where id = ${model.id}`.execute(app.db);

test("R-LIST-06: who goes on air is among those that lists read until they go off air", async () => {
  const [model, other] = [await app.model(), await app.model()];
  await app.modules.rooms.publisherTurned(model.login, "started");
  expect(await typesOf(model, other)).toEqual(["public", undefined]);
  await app.modules.rooms.publisherTurned(model.login, "stopped");
  await app.modules.rooms.publisherTurned(other.login, "started");
  expect(await kept()).toEqual(await workedOut());
});

test("R-LIST-06: what a page shows is what lists narrow by at once, and a hidden model is in none, live or not", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  await change(model, sql`tags = '{chess}', country = 'NO', rate_private = 33, topic_en = 'About knights'`);
  expect(await kept()).toContainEqual(
    expect.objectContaining({ id: model.id, tags: ["chess"], country: "NO", rate_private: 33 }),
  );
  expect(await kept()).toEqual(await workedOut());
  await change(model, sql`hidden = true`);
  expect(await typesOf(model)).toEqual([undefined]);
  await change(model, sql`hidden = false`);
  expect(await typesOf(model)).toEqual(["public"]);
});

test("R-LIVE-17: shows that begin and end, and viewers who come, are followed even where they meet", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const watchers = (count: number) => storeWatchers(app.db, model, count);
  await Promise.all([watchers(3), mode(model, "private"), watchers(5), change(model, sql`tags = '{calm}'`)]);
  expect(await typesOf(model)).toEqual(["private"]);
});

test.for(["a show begins", "the model is listed again"])(
  "R-LIVE-17: viewers who come while %s are counted",
  async (what) => {
    const model = await app.model();
    await app.modules.rooms.publisherTurned(model.login, "started");
    if (what === "the model is listed again") await change(model, sql`hidden = true`);
    const viewersCome = await lockBarrier(app.owner, (tx) => storeWatchers(tx, model, 7));
    const meanwhile = what === "a show begins" ? mode(model, "private") : change(model, sql`hidden = false`);
    await Promise.all([meanwhile, viewersCome.reached("fanlight", 1).then(viewersCome.release)]);
    expect(await kept()).toContainEqual(expect.objectContaining({ id: model.id, watchers: 7 }));
  },
);
