import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { type Body, showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});
const { ask, rates, showOf, showNow, spy, code, accepted } = showCalls(app, () => ({ model, fan }));

const keys = async () => readRows(app.db, sql`select key from live.show_answer where fan_id = ${fan.id}`);

/** Invites the fan, who is in the room; answers how they reply. */
async function invited() {
  const page = await listen(app, [`room:${model.login}`], fan);
  await until(
    () => app.modules.rooms.watchers.presentIn(model.login).has(fan.id),
    "the fan to be in the room",
  );
  const { body } = await app.call("POST", "/api/studio/invitations", {
    as: model,
    body: { fan_id: fan.id, mode: "private" },
  });
  page.close();
  return (answer: Body, key: string) =>
    app.call("POST", `/api/fan/show-invitations/${String(body.id)}`, { as: fan, body: answer, key });
}

test("R-OPEN-29, R-OPEN-68: a repeated answer to an invitation is the same one; its key with another answer is refused and changes nothing", async () => {
  const reply = await invited();
  const key = randomUUID();
  const agreed = { accept: true, rate: 60, cap_tokens: 100 };
  expect(code(await reply({ ...agreed, rate: 59 }, key)), "a refused one binds no key").toEqual([
    409,
    "price_changed",
  ]);
  const first = await reply(agreed, key);
  expect(first).toMatchObject({ status: 200, body: { state: "accepted" } });
  expect(await reply(agreed, key)).toMatchObject({ status: 200, body: { id: first.body.id } });
  for (const other of [{ ...agreed, cap_tokens: 200 }, { ...agreed, rate: 61 }, { accept: false }])
    expect(code(await reply(other, key))).toEqual([409, "key_reused"]);
  expect(await showOf(fan)).toMatchObject({ rate: 60, cap: { tokens: 100 } });
});

test("R-OPEN-29, R-OPEN-68: an invitation that was declined stays so, whichever key is repeated", async () => {
  const reply = await invited();
  const key = randomUUID();
  for (const time of ["first", "again"])
    expect(await reply({ accept: false }, key), time).toMatchObject({ body: { state: "declined" } });
  expect(code(await reply({ accept: true, rate: 60 }, key))).toEqual([409, "key_reused"]);
  expect(code(await reply({ accept: true, rate: 60 }, randomUUID()))).toEqual([409, "request_closed"]);
  expect(await showOf(fan)).toBeNull();
});

test("R-OPEN-29, R-OPEN-69: a repeated answer to a new rate is the same one, also once another rate is asked; its key with another answer is refused", async () => {
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  const reply = (rate: number, accept: boolean, key: string) =>
    app.call("POST", "/api/fan/show-price", { as: fan, body: { show_id: id, rate, accept }, key });
  const key = randomUUID();
  await rates({ private: 80 });
  expect((await reply(80, true, key)).body.show).toMatchObject({ rate: 80 });
  await rates({ private: 100 });
  await until(async () => (await showNow(fan))?.offer, "the next rate to be asked");
  expect((await reply(80, true, key)).body.show, "the answer of before").toMatchObject({ id, rate: 80 });
  for (const [rate, accept] of [
    [100, true],
    [80, false],
  ] as const)
    expect(code(await reply(rate, accept, key))).toEqual([409, "key_reused"]);
  expect(await showOf(fan)).toMatchObject({ rate: 80, offer: { rate: 100 } });
  const last = randomUUID();
  for (const time of ["first", "again"])
    expect((await reply(100, false, last)).body.show, time).toMatchObject({ end_reason: "price_declined" });
  expect(code(await reply(100, true, last))).toEqual([409, "key_reused"]);
});

test("R-OPEN-29, R-OPEN-69: a rate is declined as long as it is on offer: the answer to an earlier one is refused, ends nothing and binds no key", async () => {
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  const reply = (rate: number, accept: boolean, key: string) =>
    app.call("POST", "/api/fan/show-price", { as: fan, body: { show_id: id, rate, accept }, key });
  await rates({ private: 80 });
  await rates({ private: 70 });
  const key = randomUUID();
  for (const time of ["first", "again"])
    expect(await reply(80, false, key), time).toMatchObject({ status: 409, body: { rate: 70 } });
  expect(code(await reply(80, false, key))).toEqual([409, "price_changed"]);
  expect(await showOf(fan)).toMatchObject({ id, rate: 60, offer: { rate: 70 } });
  const both = await Promise.all([reply(70, true, key), reply(80, false, randomUUID())]);
  expect(both[0], "the rate that is on offer").toMatchObject({ status: 200, body: { show: { rate: 70 } } });
  expect(await reply(80, false, randomUUID()), "nothing is on offer").toMatchObject({ status: 200 });
  expect(await showOf(fan)).toMatchObject({ id, rate: 70, offer: null });
  await rates({ private: 90 });
  expect((await reply(90, false, randomUUID())).body.show).toMatchObject({ end_reason: "price_declined" });
  expect(await showOf(fan)).toBeNull();
});

test("R-OPEN-29, R-OPEN-68: of answers that come at once with one key, and differ, one counts", async () => {
  await accepted();
  const { id } = (await showOf(fan)) as { id: number };
  await rates({ private: 80 });
  const key = randomUUID();
  const reply = (accept: boolean) =>
    app.call("POST", "/api/fan/show-price", { as: fan, body: { show_id: id, rate: 80, accept }, key });
  const both = await Promise.all([reply(true), reply(false)]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const counted = both[0].status === 200 ? { rate: 80, state: "paused" } : null;
  if (counted) expect(await showOf(fan)).toMatchObject(counted);
  else expect(await showOf(fan)).toBeNull();
});

test("R-OPEN-29, R-OPEN-66, R-OPEN-68: asked twice at once with one key it is one request, and one visit of a spy", async () => {
  const key = randomUUID();
  const [one, two] = await Promise.all([ask(fan, {}, key), ask(fan, {}, key)]);
  expect([one?.status, two?.status]).toEqual([201, 201]);
  expect(one?.body).toEqual(two?.body);
  await app.call("POST", `/api/studio/show-requests/${String(one?.body.id)}`, {
    as: model,
    body: { accept: true },
  });
  const other = await app.fan(200);
  const visits = await Promise.all([spy(other, {}, key), spy(other, {}, key)]);
  expect(visits.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(visits.map(({ body }) => (body.show as Body).id)).size).toBe(1);
});

test("R-OPEN-29: keys of answers are kept for more than a day, and forgotten after two", async () => {
  await (
    await invited()
  )({ accept: false }, randomUUID());
  const older = (hours: number) =>
    sql`update live.show_answer set at = now() - make_interval(hours => ${hours}) where fan_id = ${fan.id}`;
  await older(47).execute(app.owner);
  await app.modules.shows.trimAnswers();
  expect(await keys()).toHaveLength(1);
  await older(49).execute(app.owner);
  await app.modules.shows.trimAnswers();
  expect(await keys()).toEqual([]);
});
