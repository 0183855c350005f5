import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
const path = "/api/fan/watched-models";

const liveModel = async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  return model;
};
/** Begins to watch: what is sent is no proper offer, but the token is asked for first. */
const watch = async (fan: Person, { login }: Person) => {
  const { body } = await app.call("GET", `/api/stream/${login}`, { as: fan });
  const { token } = body.playback as { token: string };
  await fetch(`${app.origin}/whep/${login}`, {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: `Bearer ${token}` },
    body: "v=0\r\n",
  });
};
const watched = async (as: Person) => {
  const { body } = await app.call("GET", path, { as });
  return (body.data as { login: string }[]).map(({ login }) => login);
};
const keep = (as: Person, kept: boolean) => app.call("POST", path, { as, body: { kept } });

test("what a fan has watched is listed for that fan alone, those on air first and each the latest first, once each", async () => {
  const [fan, other] = [await app.fan(), await app.fan()];
  const [first, second, third, unwatched] = [
    await liveModel(),
    await liveModel(),
    await liveModel(),
    await liveModel(),
  ];
  await app.call("GET", `/api/stream/${unwatched.login}`, { as: fan });
  for (const model of [first, second, third, first]) await watch(fan, model);
  expect(await watched(fan)).toEqual([first.login, third.login, second.login]);
  expect(await watched(other)).toEqual([]);
  await app.modules.rooms.endStream(first.id);
  expect(await watched(fan)).toEqual([third.login, second.login, first.login]);
  await app.call("POST", "/api/fan/block-model", { as: fan, body: { model_id: third.id, blocked: true } });
  await app.call("POST", "/api/fan/block-model", { as: fan, body: { model_id: third.id, blocked: false } });
  expect(await watched(fan), "a block forgets").toEqual([second.login, first.login]);
});

test("a fan empties the list, or switches it off, which the database holds too, and on again", async () => {
  const [fan, model] = [await app.fan(), await liveModel()];
  await watch(fan, model);
  expect((await app.call("DELETE", path, { as: fan })).status).toBe(204);
  expect(await watched(fan)).toEqual([]);
  await watch(fan, model);
  expect(await watched(fan)).toEqual([model.login]);
  for (const _ of "12") expect((await keep(fan, false)).body).toEqual({ kept: false });
  await watch(fan, model);
  expect((await app.call("GET", path, { as: fan })).body).toMatchObject({ data: [], kept: false });
  const insert = sql`insert into catalog.watched values (${fan.id}, ${model.id}, now())`;
  await expect(insert.execute(app.db)).rejects.toThrow("keeps no list");
  expect((await keep(fan, true)).body).toEqual({ kept: true });
  await watch(fan, model);
  expect(await watched(fan)).toEqual([model.login]);
  expect((await keep(fan, "yes" as never)).status).toBe(422);
});

test("the list holds twenty rooms, of thirty days", async () => {
  const fan = await app.fan();
  const models = await Promise.all(Array.from({ length: 22 }, () => app.model()));
  for (const model of models) await app.modules.catalog.watched.note(fan.id, model.id);
  const { rows } = await sql`select from catalog.watched where fan_id = ${fan.id}`.execute(app.db);
  expect([rows.length, (await watched(fan)).length]).toEqual([20, 20]);
  await sql`update catalog.watched set watched_at = now() - interval '31 days' where fan_id = ${fan.id}`.execute(
    app.db,
  );
  expect(await watched(fan)).toEqual([]);
  await app.modules.catalog.watched.trim();
  const left = await sql`select from catalog.watched where fan_id = ${fan.id}`.execute(app.db);
  expect(left.rows).toEqual([]);
});
