import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { studioEarnings } from "#contract/earnings.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { showAreas } from "../export-shows.ts";

const app = testApp();

async function liveModel(): Promise<Person> {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  return model;
}

/** A private show that has begun, by its id. */
async function begin(fan: Person, model: Person): Promise<number> {
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate: 60 },
    key: randomUUID(),
  });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  return (await app.modules.shows.paid.showOfFan(fan.id))?.id ?? 0;
}
const leave = (as: Person) => app.modules.shows.paid.leave(as.id);
async function rated(fan: Person, model: Person, rating: number): Promise<number> {
  const id = await begin(fan, model);
  await leave(fan);
  expect((await rate(fan, id, rating)).status).toBe(200);
  return id;
}

const rate = (as: Person, id: number, rating: unknown) =>
  app.call("POST", `/api/fan/shows/${id}/rating`, { as, body: { rating } });
const receiptRating = async (as: Person, id: number) =>
  (await app.call("GET", `/api/fan/shows/${id}/receipt`, { as })).body.rating;
const code = ({ status, body }: Awaited<ReturnType<typeof rate>>) => [status, body.code];
/** Moves the end of a show to an instant, a minute after its beginning. */
const endAt = (id: number, at: Date) =>
  sql`update live.participant set started_at = ${at}::timestamptz - interval '1 minute', ended_at = ${at} where id = ${id}`.execute(
    app.db,
  );
const dayMs = 86_400_000;
/** The beginning of the month, so many months before the one that yesterday was in. */
const monthBefore = (months: number) => {
  const open = new Date(Date.now() - dayMs);
  return new Date(Date.UTC(open.getUTCFullYear(), open.getUTCMonth() - months));
};
const ratingsOf = async (as: Person) => {
  const day = new Date().toISOString().slice(0, 10);
  const { body } = await app.call("GET", `/api/studio/earnings?from=${day}&to=${day}`, { as });
  return studioEarnings.parse(body).ratings;
};
const showsIn = async ({ id }: Person, role: "fan" | "model") => {
  const areas = showAreas({ db: app.db, accounts: app.modules.identity }, { id, role });
  return (await areas.find(({ name }) => name === "shows")?.rows()) as Record<string, unknown>[];
};

test("R-OPEN-63: who paid for a show rates it once it is over, and again; nobody else does, nor with another number", async () => {
  const [fan, other, model] = [await app.fan(500), await app.fan(500), await liveModel()];
  const id = await begin(fan, model);
  expect(code(await rate(fan, id, 5))).toEqual([409, "show_not_over"]);
  await leave(fan);
  expect(await receiptRating(fan, id)).toBeNull();
  for (const wrong of [0, 6, 2.5, "5", null, undefined])
    expect((await rate(fan, id, wrong)).status, String(wrong)).toBe(422);
  expect(code(await rate(other, id, 1))).toEqual([404, "unknown_show"]);
  expect(code(await rate(fan, 999_999, 1))).toEqual([404, "unknown_show"]);
  expect((await rate(model, id, 5)).status).toBe(403);
  expect((await rate(fan, id, 2)).body).toEqual({ rating: 2 });
  expect((await rate(fan, id, 4)).body).toEqual({ rating: 4 });
  expect(await receiptRating(fan, id)).toBe(4);
  const together = await Promise.all([1, 2, 3].map((each) => rate(fan, id, each)));
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([1, 2, 3]).toContain(await receiptRating(fan, id));
});

test("R-OPEN-66: a spy rates what was paid for; what was free, a look or a promo, is not rated", async () => {
  const [fan, spy, model] = [await app.fan(500), await app.fan(500), await liveModel()];
  await begin(fan, model);
  const spied = await app.call("POST", "/api/fan/spy", {
    as: spy,
    body: { model_id: model.id, rate: 20, free_only: true },
    key: randomUUID(),
  });
  expect(spied.status).toBe(201);
  const { id } = spied.body.show as { id: number };
  expect(code(await rate(spy, id, 5))).toEqual([409, "show_not_over"]);
  await leave(spy);
  expect(code(await rate(spy, id, 5))).toEqual([409, "free_show_not_rated"]);
  await sql`
    update live.participant set hold_id = 1000000 + id, served_ms = 15000, price_units = 120, price_steps = null, spent = 2, cap_tokens = null,
      limit_s = null
    where id = ${id}`.execute(app.db);
  expect((await rate(spy, id, 5)).status).toBe(200);

  const link = sql<{ id: number }>`
    insert into shows.promo_link (model_id, client_id, email, nonce, token_hash, duration_s, fan_id, created_at, expires_at)
    values (${model.id}, gen_random_uuid(), 'a@b.c', '\x01', decode(md5(${randomUUID()}), 'hex'), 60, ${spy.id}, now(),
      now() + interval '1 day')
    returning id::int`;
  const promo = sql<{ id: number }>`
    insert into live.participant (session_id, model_id, fan_id, role, promo_link_id, limit_s, started_at, keeper,
      lease_until, ended_at, end_reason)
    select session_id, model_id, fan_id, 'promo', ${(await link.execute(app.db)).rows[0]?.id}, 60, now(), keeper, now(), now(),
      'used_up'
    from live.participant where id = ${id}
    returning id::int`;
  const given = (await promo.execute(app.db)).rows[0]?.id ?? 0;
  expect(code(await rate(spy, given, 5))).toEqual([409, "free_show_not_rated"]);
  await expect(
    sql`update live.participant set rating = 5 where id = ${given}`.execute(app.db),
  ).rejects.toThrow("participant_rated");
});

test("R-OPEN-59: a model reads the mean of a month that nothing changes any more, of three fans or more, and never what one of them did", async () => {
  const model = await liveModel();
  const [one, two, three] = [await app.fan(500), await app.fan(500), await app.fan(500)];
  const lastMonth = monthBefore(1);
  const ratedThen = async (fan: Person, rating: number) =>
    endAt(await rated(fan, model, rating), new Date(lastMonth.getTime() + 3 * dayMs));
  await ratedThen(one, 5);
  await ratedThen(one, 5);
  await ratedThen(one, 4);
  expect(await ratingsOf(model), "three ratings of one fan").toBeUndefined();
  await ratedThen(two, 2);
  await rated(three, model, 5);
  expect(await ratingsOf(model), "what was rated today still changes").toBeUndefined();
  const first = await rated(three, model, 1);
  await endAt(first, lastMonth);
  const month = lastMonth.toISOString().slice(0, 7);
  expect(await ratingsOf(model)).toEqual({ month, mean: 3.4, count: 5 });
  expect(await ratingsOf(await liveModel())).toBeUndefined();
  expect((await showsIn(three, "fan")).map(({ rating }) => Number(rating)).toSorted((a, b) => a - b)).toEqual(
    [1, 5],
  );
  const shown = await showsIn(model, "model");
  expect(shown).toHaveLength(6);
  expect(shown.some((row) => "rating" in row)).toBe(false);
  await endAt(first, new Date(lastMonth.getTime() - 1));
  expect(await ratingsOf(model), "two fans in that month").toBeUndefined();
  await endAt(first, monthBefore(0));
  expect(await ratingsOf(model), "a month that is not over").toBeUndefined();
});

test("R-OPEN-63: a rating stands a day after the show's end", async () => {
  const [fan, model] = [await app.fan(500), await liveModel()];
  const id = await rated(fan, model, 4);
  const open = async () =>
    (await app.call("GET", `/api/fan/shows/${id}/receipt`, { as: fan })).body.rating_open;
  expect(await open()).toBe(true);
  await endAt(id, new Date(Date.now() - dayMs + 60_000));
  expect((await rate(fan, id, 3)).status).toBe(200);
  await endAt(id, new Date(Date.now() - dayMs - 1));
  expect(code(await rate(fan, id, 5))).toEqual([409, "rating_closed"]);
  expect([await receiptRating(fan, id), await open()]).toEqual([3, false]);
});
