import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { confirmEmailOf } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { type Body, showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});
const { ask, answer, rates, requestOf, waitingOf, showOf, leave, balanceOf, enter, code, accepted } =
  showCalls(app, () => ({ model, fan }));

test("R-OPEN-62, R-API-55, R-AMB-70: a model sets what they ask, with one minute's price as the highest minimum", async () => {
  const set = { private: 80, vip: 120, spy: 30, minimum: 40, spies_allowed: false, two_way_allowed: true };
  expect(await rates(set)).toMatchObject({ status: 200, body: set });
  expect((await app.call("GET", "/api/studio/rates", { as: model })).body).toEqual(set);
  const shown = await app.call("GET", `/api/model-rates?model_id=${model.id}`);
  expect(shown.body).toEqual({ private: 80, vip: 120, spy: 30, minimum: 40 });
  expect((await rates({ minimum: 81 })).body).toMatchObject({ code: "minimum_too_high" });
  for (const wrong of [0, -1, 1.5, "x"]) expect((await rates({ private: wrong })).status).toBe(422);
  expect((await rates({ spy: 5 })).body).toEqual({ ...set, spy: 5 });
});

test("R-LIVE-31, R-LIVE-33, R-OPEN-67, R-OPEN-68: a fan asks with the price they agree to, the model accepts, both see it", async () => {
  await rates({ private: 60, vip: 90, minimum: 10 });
  const [fans, models] = [
    await listen(app, [`person:${fan.id}`, "public"], fan),
    await listen(app, [`person:${model.id}`], model),
  ];
  const key = randomUUID();
  const asked = await ask(fan, { mode: "vip", rate: 90 }, key);
  expect(asked).toMatchObject({
    status: 201,
    body: { state: "asked", rate: 90, minimum: 10, spies_allowed: false },
  });
  expect((await ask(fan, { mode: "vip", rate: 90 }, key)).body, "pressed twice").toEqual(asked.body);
  expect(code(await ask(fan, { rate: 60 }, key))).toEqual([409, "key_reused"]);
  expect(code(await ask(fan))).toEqual([409, "asked_already"]);
  const { id } = asked.body;
  const received = await models.event("ShowRequested");
  expect(received).toMatchObject({
    id,
    fan: { id: fan.id, login: fan.login },
    mode: "vip",
    rate: 90,
    known: false,
  });
  expect((await app.call("GET", "/api/studio/show-requests", { as: model })).body.data).toMatchObject([
    received,
  ]);
  expect(await requestOf(fan, id)).toEqual({ id, state: "asked" });
  const { state: _, ...shown } = asked.body;
  expect(await waitingOf(fan)).toEqual([
    { ...shown, asked_by: "fan", model_id: model.id, slug: model.login, mode: "vip" },
  ]);
  expect(await waitingOf(await app.fan()), "another fan's").toEqual([]);
  expect((await requestOf(await app.fan(), id)).code).toBe("unknown_request");
  expect(await balanceOf(fan), "nothing is set aside before it is accepted").toBe(1_000);

  const done = await answer(id, { accept: true });
  expect(done.body.request).toMatchObject({ id, state: "accepted", show: { mode: "vip", role: "payer" } });
  expect(await waitingOf(fan), "it waits no longer").toEqual([]);
  expect(await answer(id, { accept: true }), "pressed twice").toMatchObject({ status: 200 });
  const show = (await fans.event("ShowStarted")).show;
  expect(show).toMatchObject({
    model_id: model.id,
    slug: model.login,
    mode: "vip",
    role: "payer",
    state: "paused",
    pause: "fan_media_lost",
    rate: 90,
    minimum: 10,
    spies_allowed: false,
    cap: null,
    served_seconds: 0,
    spent: 0,
    ended_at: null,
  });
  expect(await fans.event("ShowRequestAnswered")).toMatchObject({ id, state: "accepted" });
  await models.event("ShowStarted");
  await fans.event("ChatRoomModeChanged", ({ mode }) => mode === "one_to_one");
  expect(await showOf(fan)).toMatchObject({ id: show.id });
  expect((await enter(fan)).body).toMatchObject({ show: { id: show.id }, stream: { type: "vip" } });
  expect(await balanceOf(fan), "a minute's price is set aside").toBe(910);

  const left = await leave();
  expect(left.body.show).toMatchObject({
    state: "ended",
    end_reason: "fan_left",
    spent: 0,
    served_seconds: 0,
  });
  expect((await leave()).body).toEqual({ show: null });
  expect(await balanceOf(fan), "what was not served has come back").toBe(1_000);
  await models.event("ShowEnded");
  expect((await enter(await app.fan())).status).toBe(200);
  fans.close();
  models.close();
});

test("R-OPEN-64, R-OPEN-68, R-OPEN-69: each wrong way to ask for a show has its own answer", async () => {
  await rates({ minimum: 30 });
  const poor = await app.fan(59);
  expect(await ask(poor)).toMatchObject({ status: 402, body: { needed: 60, balance: 59 } });
  expect((await ask(poor, { cap_tokens: 40 })).status, "the limit is what is needed at most").toBe(201);
  expect(await ask(fan, { rate: 50 })).toMatchObject({
    status: 409,
    body: { code: "price_changed", rate: 60, minimum: 30 },
  });
  expect(await ask(fan, { minimum: 29 }), "a higher minimum than they were shown").toMatchObject({
    status: 409,
    body: { code: "price_changed", rate: 60, minimum: 30 },
  });
  expect(code(await ask(fan, { minimum: -1 }))[0]).toBe(422);
  expect(code(await ask(fan, { cap_tokens: 29 }))).toEqual([422, "cap_too_low"]);
  expect(code(await ask(fan, { two_way: true }))).toEqual([409, "two_way_not_allowed"]);
  for (const wrong of [{ mode: "promo" }, { rate: 0 }, { rate: 1.5 }, { cap_seconds: 0 }, { model_id: "x" }])
    expect((await ask(fan, wrong)).status).toBe(422);
  expect(code(await ask(fan, { model_id: 999_999 }))).toEqual([404, "unknown_model"]);
  const away = await app.model();
  expect(code(await ask(fan, { model_id: away.id }))).toEqual([409, "stream_not_started"]);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect(code(await ask(fan))).toEqual([403, "banned"]);
});

test("R-OPEN-68, R-LIVE-32: two fans ask at once: both are kept, one is accepted, the other has no show", async () => {
  const other = await app.fan(500);
  const [mine, theirs] = await Promise.all([ask(fan), ask(other)]);
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  const answers = await Promise.all([
    answer(mine.body.id, { accept: true }),
    answer(theirs.body.id, { accept: true }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const shows = [await showOf(fan), await showOf(other)];
  expect(shows.filter((show) => show !== null)).toHaveLength(1);
  expect((await ask(await app.fan(500))).body.code).toBe("in_show");
});

/** Ways in which a room is no longer free for whoever waits for an answer; `taker`: who is in a show by it. */
const takings = {
  "the model accepts another's request": async (taker: Person) => {
    await accepted(taker);
  },
  "another fan accepts the model's invitation": async (taker: Person) => {
    const room = await listen(app, [`room:${model.login}`], taker);
    await until(() => app.modules.rooms.watchers.presentIn(model.login).has(taker.id), "the fan in the room");
    const body = { fan_id: taker.id, mode: "vip" };
    const { id } = (await app.call("POST", "/api/studio/invitations", { as: model, body })).body;
    const yes = { accept: true, rate: 90 };
    const path = `/api/fan/show-invitations/${String(id)}`;
    expect((await app.call("POST", path, { as: taker, body: yes, key: randomUUID() })).status).toBe(200);
    room.close();
  },
  "a promo begins": async (taker: Person) => {
    await confirmEmailOf(app.db, taker);
    const body = { client_id: randomUUID(), email: `${taker.login}@example.test`, duration: 60 };
    const promo = (await app.call("POST", "/api/studio/promos", { as: model, body })).body;
    const token = String(promo.url).split("/").pop() ?? "";
    const { topic } = (await app.call("POST", `/api/promo-stream/${token}`, { as: taker, body: {} })).body;
    const page = await listen(app, [topic as `promo:${number}`], taker);
    const path = `/api/studio/promos/${String(promo.id)}/start`;
    expect((await app.call("POST", path, { as: model, body: {} })).status).toBe(200);
    page.close();
  },
  "the stream ends": () => app.modules.rooms.publisherTurned(model.login, "stopped"),
};

test.each([
  ["the model accepts another's request", "in_show"],
  ["another fan accepts the model's invitation", "in_show"],
  ["a promo begins", "stream_not_started"],
  ["the stream ends", "stream_not_started"],
] as const)(
  "R-OPEN-68: when %s, everybody else who asked is declined at once (%s), and who was invited is no longer",
  async (taking, reason) => {
    await rates({ private: 60, vip: 90 });
    const [taker, invited, second] = [await app.fan(500), await app.fan(500), await app.fan(500)];
    const pages = new Map<Person, Awaited<ReturnType<typeof listen>>>();
    for (const each of [fan, second, invited, model])
      pages.set(each, await listen(app, [`person:${each.id}`], each));
    const room = await listen(app, [`room:${model.login}`], invited);
    await until(() => app.modules.rooms.watchers.presentIn(model.login).has(invited.id), "the invited fan");
    const body = { fan_id: invited.id, mode: "private" };
    const invitation = (await app.call("POST", "/api/studio/invitations", { as: model, body })).body.id;
    const asked = [(await ask(fan)).body.id, (await ask(second, { mode: "vip", rate: 90 })).body.id];
    const elsewhere = await app.model();
    await app.modules.rooms.publisherTurned(elsewhere.login, "started");
    const other = (await ask(fan, { model_id: elsewhere.id })).body.id;

    await takings[taking](taker);
    for (const [index, as] of [fan, second].entries()) {
      const id = asked[index];
      const event = await pages.get(as)?.event("ShowRequestAnswered", (answered) => answered.id === id);
      expect(event).toMatchObject({ state: "declined", reason, model_id: model.id, slug: model.login });
      expect(await requestOf(as, id)).toEqual({ id, state: "declined", reason });
      const seen = await pages.get(model)?.event("ShowRequestAnswered", (answered) => answered.id === id);
      expect(seen, "why is the fan's to know").not.toHaveProperty("reason");
    }
    expect(
      await pages.get(invited)?.event("ShowRequestAnswered", (answered) => answered.id === invitation),
    ).toMatchObject({ state: "withdrawn", reason });
    expect((await app.call("GET", "/api/studio/show-requests", { as: model })).body.data).toEqual([]);
    expect((await requestOf(fan, other)).state, "another model's").toBe("asked");
    for (const page of [...pages.values(), room]) page.close();
  },
);

test("R-OPEN-68: who asks or is invited while a show begins waits behind none", async () => {
  const [other, invited] = [await app.fan(500), await app.fan(500)];
  const room = await listen(app, [`room:${model.login}`], invited);
  await until(() => app.modules.rooms.watchers.presentIn(model.login).has(invited.id), "the invited fan");
  const { id } = (await ask()).body;
  // The last thing that a show which begins writes: what had waited is declined by then.
  const committing = await lockBarrier(app.owner, (tx) =>
    sql`lock table kit.outbox in share row exclusive mode`.execute(tx),
  );
  const begun = answer(id, { accept: true });
  await committing.reached("fanlight", 1);
  const late = Promise.all([
    ask(other),
    app.call("POST", "/api/studio/invitations", {
      as: model,
      body: { fan_id: invited.id, mode: "private" },
    }),
  ]);
  await Promise.race([late, committing.reached("fanlight", 3)]);
  await committing.release();
  expect((await begun).status).toBe(200);
  expect((await late).map(({ body }) => body.code)).toEqual(["in_show", "in_show"]);
  room.close();
});

test("R-OPEN-66: a fan who agreed to a show without spies asks for none where others may spy by now", async () => {
  await rates({ spies_allowed: false });
  const key = randomUUID();
  await rates({ spies_allowed: true, spy: 25 });
  expect(await ask(fan, { spies_allowed: false }, key)).toMatchObject({
    status: 409,
    body: { code: "spies_changed", rate: 25 },
  });
  expect(await waitingOf(fan), "the model is asked nothing").toEqual([]);
  expect((await ask(fan, {}, key)).body).toMatchObject({ state: "asked", spies_allowed: true });
  expect(code(await ask(fan, { spies_allowed: false }, key))).toEqual([409, "key_reused"]);
  const [other, second] = [await app.fan(500), randomUUID()];
  await rates({ spies_allowed: false });
  const unseen = await ask(other, { spies_allowed: false }, second);
  expect(unseen.body.spies_allowed).toBe(false);
  await rates({ spies_allowed: true });
  expect((await ask(other, { spies_allowed: false }, second)).body, "pressed twice").toEqual(unseen.body);
  expect((await answer(unseen.body.id, { accept: true })).status).toBe(200);
  expect((await enter(await app.fan())).body, "it begins as it was agreed to").toMatchObject({ spy: null });
  await leave(other);
  expect((await ask(other, { mode: "vip", rate: 90, spies_allowed: false })).status).toBe(201);
});

test("R-OPEN-68: a request can be declined with a reason, withdrawn, and not be answered by another model", async () => {
  const page = await listen(app, [`person:${fan.id}`], fan);
  const first = (await ask()).body.id;
  expect(code(await answer(first, { accept: true }, await app.model()))).toEqual([404, "unknown_request"]);
  const declined = await answer(first, { accept: false, reason: "Later, please" });
  expect(declined.body.request).toMatchObject({ state: "declined", reason: "Later, please" });
  expect(await page.event("ShowRequestAnswered")).toMatchObject({
    state: "declined",
    reason: "Later, please",
  });
  expect(code(await answer(first, { accept: true }))).toEqual([409, "request_closed"]);
  const second = (await ask()).body.id;
  const withdraw = (as: Person) => app.call("DELETE", `/api/fan/show-requests/${String(second)}`, { as });
  expect((await withdraw(await app.fan())).status).toBe(404);
  expect((await withdraw(fan)).status).toBe(204);
  expect((await withdraw(fan)).status).toBe(204);
  expect(await requestOf(fan, second)).toMatchObject({ state: "withdrawn" });
  expect(code(await answer(second, { accept: true }))).toEqual([409, "request_closed"]);
  page.close();
});

test("R-OPEN-63: a process that stops gives its shows to another at once, which needs not wait for their leases to end", async () => {
  await accepted();
  const leaseMs = async () => {
    const lease = sql<{ ms: number }>`
      select (extract(epoch from lease_until - now()) * 1000)::float8 as ms
      from live.participant where fan_id = ${fan.id} and ended_at is null`;
    return (await readRows(app.db, lease))[0]?.ms ?? 0;
  };
  expect(await leaseMs()).toBeGreaterThan(0);
  await app.modules.shows.handOver();
  expect(await leaseMs()).toBeLessThanOrEqual(0);
  expect(await showOf(fan)).toMatchObject({ state: "paused" });
});

test("R-OPEN-68: what nobody answers in 30 s has expired and opens nothing", async () => {
  const { id, expires_at } = (await ask()).body;
  expect(Date.parse(String(expires_at)) - Date.now()).toBeLessThanOrEqual(30_000);
  await sql`update live.show_request set asked_at = asked_at - interval '31 s',
    expires_at = expires_at - interval '31 s' where id = ${id}`.execute(app.db);
  expect(await requestOf(fan, id)).toMatchObject({ state: "expired" });
  expect(code(await answer(id, { accept: true }))).toEqual([409, "request_closed"]);
  expect((await app.call("GET", "/api/studio/show-requests", { as: model })).body.data).toEqual([]);
  expect((await ask()).status, "another one may be made").toBe(201);
});

test("R-OPEN-68: what waited for its answer when the server ended expires after it has started again, and both are notified", async () => {
  const other = await app.fan(500);
  const [late, open] = [(await ask()).body.id, (await ask(other)).body.id];
  const pages = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${model.id}`], model),
  ];
  const end = (id: unknown, seconds: number) =>
    sql`update live.show_request set asked_at = asked_at - interval '31 s',
      expires_at = now() + ${`${seconds} s`}::interval where id = ${id}`.execute(app.db);
  await end(late, -1);
  await end(open, 1);
  await app.modules.shows.takeOver(await app.modules.rooms.takeOver());
  for (const page of pages) {
    await page.event("ShowRequestAnswered", ({ id, state }) => id === late && state === "expired");
    page.close();
  }
  await until(
    async () => (await app.modules.shows.paid.requestOf(other.id, Number(open)))?.state === "expired",
    "the other one to expire in its time",
  );
});

test("R-OPEN-64: who has spent the tokens meanwhile has no show, and only they get that as the reason of the request", async () => {
  const models = await listen(app, [`person:${model.id}`], model);
  const { id } = (await ask()).body;
  await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as: fan,
    body: { amount: 990 },
    key: randomUUID(),
  });
  const unpaid = { id, state: "declined", reason: "too_few_tokens" };
  expect((await answer(id, { accept: true })).body.request).toEqual({ id, state: "declined" });
  expect(await requestOf(fan, id)).toEqual(unpaid);
  expect(await models.event("ShowRequestAnswered")).not.toHaveProperty("reason");
  models.close();
  expect((await enter(await app.fan())).status, "the room stays public").toBe(200);
});

test("R-OPEN-68, R-LIVE-32: a model invites a fan of the room, who agrees to the price or does not", async () => {
  const invite = (fan_id: number) =>
    app.call("POST", "/api/studio/invitations", { as: model, body: { fan_id, mode: "private" } });
  expect(code(await invite(999_999))).toEqual([404, "unknown_fan"]);
  expect(code(await invite(fan.id))).toEqual([409, "fan_left_room"]);
  const page = await listen(app, [`person:${fan.id}`, `room:${model.login}`], fan);
  await until(
    () => app.modules.rooms.watchers.presentIn(model.login).has(fan.id),
    "the fan to be in the room",
  );
  const invited = await invite(fan.id);
  expect(await page.event("ShowInvited")).toMatchObject({ id: invited.body.id, mode: "private", rate: 60 });
  const reply = (body: Body, as: Person = fan) =>
    app.call("POST", `/api/fan/show-invitations/${String(invited.body.id)}`, { as, body });
  expect((await reply({ accept: true, rate: 60 }, await app.fan(500))).status).toBe(404);
  expect(code(await reply({ accept: true, rate: 59 }))).toEqual([409, "price_changed"]);
  expect(code(await reply({ accept: true }))).toEqual([409, "price_changed"]);
  const done = await reply({ accept: true, rate: 60, cap_tokens: 100, cap_seconds: 600 });
  expect(done).toMatchObject({
    status: 200,
    body: { state: "accepted", show: { cap: { tokens: 100, seconds: 600 } } },
  });
  expect((await reply({ accept: true, rate: 60 })).status, "pressed twice").toBe(200);
  await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  expect(code(await invite(fan.id)), "everybody was cut from the show's room").toEqual([
    409,
    "fan_left_room",
  ]);
  page.send(["join", `room:${model.login}`]);
  await until(() => app.modules.rooms.watchers.presentIn(model.login).has(fan.id), "the fan to be back");
  const again = (await invite(fan.id)).body.id;
  const declined = await app.call("POST", `/api/fan/show-invitations/${String(again)}`, {
    as: fan,
    body: { accept: false },
  });
  expect(declined.body).toMatchObject({ state: "declined" });
  page.close();
});

test("R-OPEN-68: an invitation that is over is over, whatever its fan could pay; accepted twice at once, it is one show", async () => {
  const poor = await app.fan(59);
  const pages = [];
  for (const as of [poor, fan]) {
    pages.push(await listen(app, [`room:${model.login}`], as));
    await until(() => app.modules.rooms.watchers.presentIn(model.login).has(as.id), "the fan in the room");
  }
  const invite = async ({ id: fan_id }: Person) =>
    (await app.call("POST", "/api/studio/invitations", { as: model, body: { fan_id, mode: "private" } })).body
      .id;
  const reply = (as: Person, id: unknown, body: Body) =>
    app.call("POST", `/api/fan/show-invitations/${String(id)}`, { as, body });
  const accept = { accept: true, rate: 60 };
  const declined = await invite(poor);
  expect(await reply(poor, declined, accept), "while it waits").toMatchObject({ status: 402 });
  await reply(poor, declined, { accept: false });
  const expired = await invite(poor);
  const late = sql`update live.show_request
    set asked_at = now() - interval '31 s', expires_at = now() - interval '1 s' where id = ${Number(expired)}`;
  await late.execute(app.owner);
  for (const id of [declined, expired])
    expect(code(await reply(poor, id, accept))).toEqual([409, "request_closed"]);
  const id = await invite(fan);
  const both = await Promise.all([reply(fan, id, accept), reply(fan, id, accept)]);
  expect(both.map(({ status, body }) => [status, body.state])).toEqual([
    [200, "accepted"],
    [200, "accepted"],
  ]);
  for (const page of pages) page.close();
});

test("R-OPEN-66, R-OPEN-68: a model knows who tipped by name or had a show, and neither anonymous tips nor spies", async () => {
  const [named, hidden, spy] = [await app.fan(500), await app.fan(500), await app.fan(500)];
  const tip = (as: Person, body: Body) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, body, key: randomUUID() });
  expect((await tip(named, { amount: 1 })).status).toBe(200);
  expect((await tip(hidden, { amount: 1, anonymous: true })).status).toBe(200);
  await accepted();
  const look = { model_id: model.id, rate: 20, free_only: true };
  const spied = await app.call("POST", "/api/fan/spy", { as: spy, body: look, key: randomUUID() });
  expect(spied.status).toBe(201);
  await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  for (const as of [named, hidden, spy, fan]) expect((await ask(as)).status).toBe(201);
  const { body } = await app.call("GET", "/api/studio/show-requests", { as: model });
  const requests = body.data as { fan: { id: number }; known: boolean }[];
  expect(new Map(requests.map((request) => [request.fan.id, request.known]))).toEqual(
    new Map([
      [named.id, true],
      [hidden.id, false],
      [spy.id, false],
      [fan.id, true],
    ]),
  );
});
