import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import { chargeSliceAndNotify } from "../meter/show-money.ts";
import { freeSpySeconds } from "./free-look.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});

type Body = Record<string, unknown>;
const enter = (as: Person) => app.call("GET", `/api/stream/${model.login}`, { as });
const leave = (as: Person) => app.call("POST", "/api/fan/leave-show", { as, body: {} });
const showOf = async (as: Person) => (await app.call("GET", "/api/fan/show", { as })).body.show;
const spy = (as: Person, wanted: Body = {}, key: string = randomUUID()) =>
  app.call("POST", "/api/fan/spy", { as, body: { model_id: model.id, rate: 20, ...wanted }, key });
/** A show as an answer has it, but for what it waits for: the meter ticks between two answers. */
const agreedIn = ({ body }: { body: Body }) => ({ ...(body.show as Body), pause: null });
const tip = (as: Person, amount: number) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, body: { amount }, key: randomUUID() });

const balanceOf = async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).body.balance;
/** As if so much of a fan's last visit had flowed. */
const watched = ({ id }: Person, ms: number) =>
  sql`update live.participant set served_ms = ${ms}
       where id = (select max(id) from live.participant where fan_id = ${id})`.execute(app.owner);
/** Tokens of the fan's that are set aside. */
const holdsOf = async ({ id }: Person) => {
  const open = sql<{ left: number }>`select tokens - captured as left from wallet.hold
    where closed_at is null and fan_id = ${id}`;
  return (await readRows(app.db, open)).map(({ left }) => Number(left));
};

async function accepted() {
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}

test("R-OPEN-66: the free look of yesterday counts no more, that at another model's never did", async () => {
  const [other, second] = [await app.fan(200), await app.model()];
  await accepted();
  await spy(other);
  await leave(other);
  await watched(other, 10_000);
  const free = async () => ((await enter(other)).body.spy as Body).free_seconds;
  expect(await free()).toBe(0);
  const move = sql`update live.participant set model_id = ${second.id}, started_at = now() - interval '1 minute'`;
  await sql`${move} where fan_id = ${other.id}`.execute(app.owner);
  expect(await free()).toBe(10);
  const back = sql`update live.participant set model_id = ${model.id}, started_at = now() - interval '1 day'`;
  await sql`${back} where fan_id = ${other.id}`.execute(app.owner);
  expect(await free()).toBe(10);
});

test("R-OPEN-66: a free look alone needs no token and sets none aside", async () => {
  const poor = await app.fan(0);
  await accepted();
  const both = await Promise.all([spy(poor, { free_only: true }), spy(poor, { free_only: true })]);
  expect(
    both.map(({ status }) => status).sort((a, b) => a - b),
    "two at once are one",
  ).toEqual([201, 409]);
  expect(await showOf(poor)).toMatchObject({ role: "spy", seconds_left: 10, spent: 0 });
  expect((await enter(poor)).status).toBe(200);
  expect(await holdsOf(poor)).toEqual([]);
  expect((await leave(poor)).body.show).toMatchObject({ spent: 0, end_reason: "fan_left" });
  expect(await spy(poor)).toMatchObject({ status: 402, body: { needed: 20, balance: 0 } });
});

test("R-OPEN-64, R-OPEN-66: who agrees to pay after the free seconds needs a minute's price, or their cap, and may spend it", async () => {
  const [poor, limited, resting] = [await app.fan(19), await app.fan(200), await app.fan(200)];
  const day = { day: 19, week: null, month: null };
  expect((await app.call("POST", "/api/fan/limits", { as: limited, body: day })).status).toBe(200);
  expect((await app.call("POST", "/api/fan/pause", { as: resting, body: { days: 7 } })).status).toBe(200);
  await accepted();
  expect(await spy(poor)).toMatchObject({ status: 402, body: { needed: 20, balance: 19 } });
  expect(await spy(poor, { cap_tokens: 25 })).toMatchObject({ status: 402, body: { needed: 20 } });
  expect(await spy(limited)).toMatchObject({ status: 403, body: { code: "limit_reached", limit: "day" } });
  for (const wanted of [{}, { cap_tokens: 1 }])
    expect(await spy(resting, wanted)).toMatchObject({ status: 403, body: { code: "spending_paused" } });
  for (const as of [poor, limited, resting]) {
    expect(await showOf(as), "nothing began").toBeNull();
    expect((await spy(as, { free_only: true })).status, "free seconds alone cost nothing").toBe(201);
    await leave(as);
  }
  for (const as of [await app.fan(19), limited])
    expect((await spy(as, { cap_tokens: 19 })).status, "the cap is what is needed at most").toBe(201);
});

test("R-OPEN-66, R-OPEN-69: a limit by time costs what its seconds cost that are charged: free ones cost nothing", async () => {
  const other = await app.fan(500);
  await accepted();
  const agreed = { cap_seconds: 300 };
  const key = randomUUID();
  const first = await spy(other, agreed, key);
  expect(first.status).toBe(201);
  const row = sql<object>`
    select free_s, limit_s, cap_tokens from live.participant where fan_id = ${other.id} and ended_at is null`;
  // 290 seconds at 20 a minute.
  expect(await readRows(app.db, row)).toEqual([{ free_s: 10, limit_s: 300, cap_tokens: 97 }]);
  expect(agreedIn(await spy(other, agreed, key)), "pressed twice").toEqual(agreedIn(first));
  await leave(other);
});

test("R-OPEN-66: who asks for free seconds alone is never charged: without any left nothing begins", async () => {
  const other = await app.fan(200);
  const look = { cap_seconds: 10, cap_tokens: 1, free_only: true };
  await accepted();
  const key = randomUUID();
  const first = await spy(other, look, key);
  expect(first).toMatchObject({ status: 201, body: { show: { seconds_left: 10, spent: 0 } } });
  expect(agreedIn(await spy(other, look, key)), "pressed twice").toEqual(agreedIn(first));
  expect((await spy(other, look)).status, "on another device meanwhile").toBe(409);
  await leave(other);
  await watched(other, 10_000);
  const late = await Promise.all([spy(other, look), spy(other, { free_only: true })]);
  for (const answer of late) expect(answer).toMatchObject({ status: 409, body: { code: "free_look_over" } });
  expect(await holdsOf(other)).toEqual([]);
  expect([await balanceOf(other), await showOf(other)]).toEqual([200, null]);
  expect((await spy(other)).status, "who agrees to pay may go on").toBe(201);
});

test("R-OPEN-66: what was not served of today's free seconds is left, and of two who ask at once one has it", async () => {
  const other = await app.fan(200);
  const free = async () => ((await enter(other)).body.spy as Body).free_seconds;
  const look = { free_only: true };
  await accepted();
  expect((await spy(other, look)).body.show).toMatchObject({ seconds_left: 10 });
  await leave(other);
  expect(await free(), "the video never came").toBe(10);
  for (const [wanted, left, ms, then] of [
    [look, 10, 3_900, 7],
    [{}, 7, 3_900, 3],
    [look, 3, 2_500, 0],
  ] as const) {
    const both = await Promise.all([spy(other, wanted), spy(other, wanted)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const row = sql<{ free_s: number }>`
      select free_s from live.participant where fan_id = ${other.id} and ended_at is null`;
    expect(await readRows(app.db, row)).toEqual([{ free_s: left }]);
    const ids = { fanId: other.id, modelId: model.id };
    expect(await freeSpySeconds(app.db, ids, new Date()), "while it runs").toBe(0);
    await leave(other);
    await watched(other, ms);
    expect(await free()).toBe(then);
  }
  expect(await spy(other, look)).toMatchObject({ status: 409, body: { code: "free_look_over" } });
  expect(await balanceOf(other)).toBe(200);
});

test("R-OPEN-66: free seconds alone end with them, whatever limit is sent along", async () => {
  await accepted();
  for (const wanted of [{}, { cap_seconds: 600 }]) {
    const [as, key] = [await app.fan(200), randomUUID()];
    const first = await spy(as, { ...wanted, free_only: true }, key);
    expect(first.body.show).toMatchObject({ cap: { seconds: 10 }, seconds_left: 10 });
    const again = await spy(as, { ...wanted, free_only: true }, key);
    expect(agreedIn(again), "pressed twice").toEqual(agreedIn(first));
  }
});

/** How a spy's meter stands after so many seconds. */
const slicedAfter = async (id: number, seconds: number) => {
  const price = { rate: 20, freeSeconds: 10, units: 0, spent: 0, held: 0, capTokens: null };
  const meter = { servedMs: seconds * 1000, limitMs: null, pause: null, fanAbsentMs: 0, price };
  return chargeSliceAndNotify(app.modules, (work) => inTransaction(app.db, work), id, meter);
};

test("R-OPEN-66: what follows a free look is set aside once it is over, as much as the fan has, and once", async () => {
  const [rich, poor, none] = [await app.fan(200), await app.fan(20), await app.fan(20)];
  await accepted();
  const begin = async (as: Person) => ((await spy(as)).body.show as { id: number }).id;
  const [one, two, three] = [await begin(rich), await begin(poor), await begin(none)];
  // The tokens that they had at the door are spent elsewhere meanwhile.
  await tip(poor, 13);
  await tip(none, 20);
  expect(await slicedAfter(one, 9)).toEqual({ spent: 0, held: 0, limited: false });
  expect(await holdsOf(rich)).toEqual([]);
  const twice = await Promise.all([slicedAfter(one, 10), slicedAfter(one, 10)]);
  expect(twice.map((funds) => funds?.held)).toEqual([20, 20]);
  expect(await slicedAfter(two, 10)).toEqual({ spent: 0, held: 7, limited: false });
  expect(await slicedAfter(three, 10)).toEqual({ spent: 0, held: 0, limited: false });
  expect([await holdsOf(rich), await holdsOf(poor), await holdsOf(none)]).toEqual([[20], [7], []]);
  for (const as of [rich, poor, none]) await leave(as);
  expect([await balanceOf(rich), await balanceOf(poor), await balanceOf(none)]).toEqual([200, 7, 0]);
});

test("R-OPEN-66: the database keeps a participant without a hold within free seconds, and none but a spy is one", async () => {
  const other = await app.fan(20);
  await accepted();
  await spy(other);
  const set = (change: RawBuilder<unknown>, { id }: Person) =>
    sql`update live.participant set ${change} where fan_id = ${id}`.execute(app.owner);
  for (const wrong of [sql`served_ms = 10001`, sql`price_units = 20`, sql`free_s = 0`, sql`held = 1`])
    await expect(set(wrong, other)).rejects.toThrow("participant_hold");
  await expect(set(sql`hold_id = null`, fan)).rejects.toThrow("participant_hold");
  await set(sql`served_ms = 10000`, other);
});

test("R-OPEN-66: who pays for a private show is shown how many spies watch, and nothing else of them", async () => {
  const [one, two] = [await app.fan(200), await app.fan(200)];
  const page = await listen(app, [`person:${fan.id}`], fan);
  await accepted();
  expect(await showOf(fan)).toMatchObject({ spy_count: 0 });
  for (const [as, spies] of [
    [one, 1],
    [two, 2],
  ] as const) {
    expect((await spy(as)).body.show, "spies do not learn of each other").toMatchObject({ spy_count: 0 });
    await page.event("ShowMeter", ({ show }) => show.spy_count === spies);
  }
  expect((await enter(fan)).body.show).toMatchObject({ spy_count: 2 });
  await leave(one);
  await page.event("ShowMeter", ({ show }) => show.spy_count === 1);
  const received = JSON.stringify(page.messages);
  for (const each of [one, two]) expect(received).not.toContain(each.login);
  expect(received).not.toMatch(/"role":"spy"/);
  page.close();
});

test("R-OPEN-66: of a spy's end the model learns how many there are now, and nothing else", async () => {
  const [one, two] = [await app.fan(200), await app.fan(200)];
  const studio = await listen(app, [`person:${model.id}`], model);
  await accepted();
  const spies = [];
  for (const as of [one, two]) {
    await spy(as, { cap_tokens: 20 });
    spies.push(await listen(app, [`person:${as.id}`], as));
  }
  await studio.event("ShowMeter", ({ show }) => show.spy_count === 2);
  await leave(one);
  await studio.event("ShowMeter", ({ show }) => show.spy_count === 1);
  await leave(fan);
  for (const page of spies) await page.event("ShowEnded", ({ show }) => show.role === "spy");
  await studio.event("ShowEnded", ({ show }) => show.role === "payer");
  expect(studio.events("ShowEnded")).toHaveLength(1);
  expect(JSON.stringify(studio.messages)).not.toMatch(/"role":"spy"/);
  for (const page of [studio, ...spies]) page.close();
});

test("R-OPEN-66: among the fans of the room the model sees who pays for the show, and no spy until it is over", async () => {
  const other = await app.fan(200);
  const names = async () => {
    const { body } = await app.call("GET", "/api/studio/fans", { as: model });
    return (body.data as { name: string }[]).map(({ name }) => name);
  };
  await accepted();
  expect((await spy(other)).status).toBe(201);
  const pages = [];
  for (const as of [fan, other]) {
    pages.push(await listen(app, [`room:${model.login}`], as));
    await until(() => app.modules.rooms.watchers.presentIn(model.login).has(as.id), "the fan in the room");
  }
  expect(await names()).toEqual([fan.login]);
  for (const page of pages) page.close();
});
