import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { type Member, registerMember } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { showCalls } from "#testing/rooms/show-calls.ts";
import { until } from "#testing/until.ts";

const app = testApp();
let staff: Person;
let model: Person;
let fan: Member;
beforeAll(async () => {
  staff = await app.staff();
});
beforeEach(async () => {
  [model, fan] = [await app.model(), await registerMember(app)];
  await app.topUp(fan, 100);
  await app.modules.rooms.publisherTurned(model.login, "started");
});
const { ask, answer, enter, code, showNow } = showCalls(app, () => ({ model, fan }));

const ways = {
  suspended: () =>
    app.call("POST", `/api/admin/accounts/${fan.id}/suspend`, {
      as: staff,
      body: { reason: "threats in a chat", client_id: randomUUID() },
    }),
  closed: () =>
    app.call("POST", "/api/fan/block-user", { as: fan, body: { current_password: fan.password } }),
};
const block = async (way: keyof typeof ways) => expect((await ways[way]()).status).toBeLessThan(300);

const queue = async () => (await app.call("GET", "/api/studio/show-requests", { as: model })).body.data;
const stateOf = async (id: unknown) => (await app.modules.shows.paid.requestOf(fan.id, Number(id)))?.state;
/** Nothing of the fan's is set aside, nobody is in a show, and the room is everybody's. */
async function expectNoShow() {
  const holds = sql`select from wallet.hold where fan_id = ${fan.id} and closed_at is null`;
  expect(await readRows(app.db, holds)).toEqual([]);
  expect(await app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id })).toBe(100);
  expect(await showNow(fan)).toBeNull();
  expect((await enter(await app.fan())).status).toBe(200);
}

test.each(["suspended", "closed"] as const)(
  "R-OPEN-11, R-OPEN-68: what a fan has asked for is withdrawn when their account is %s: it leaves the model's queue, and no show begins by it",
  async (way) => {
    const page = await listen(app, [`person:${model.id}`], model);
    const { id } = (await ask()).body;
    expect(await queue()).toHaveLength(1);
    await block(way);
    const event = await page.event("ShowRequestAnswered", (answered) => answered.id === id);
    expect(event).toMatchObject({ state: "withdrawn", model_id: model.id });
    expect(await queue()).toEqual([]);
    expect(code(await answer(id, { accept: true }))).toEqual([409, "request_closed"]);
    await expectNoShow();
    page.close();
  },
);

test("R-OPEN-11, R-OPEN-68: an invitation is withdrawn with its fan's suspension, and those of others wait on", async () => {
  const other = await app.fan(100);
  const invited: number[] = [];
  for (const as of [fan, other]) {
    const page = await listen(app, [`room:${model.login}`], as);
    await until(() => app.modules.rooms.watchers.presentIn(model.login).has(as.id), "the fan in the room");
    const body = { fan_id: as.id, mode: "private" };
    invited.push(Number((await app.call("POST", "/api/studio/invitations", { as: model, body })).body.id));
    page.close();
  }
  await block("suspended");
  expect(await stateOf(invited[0])).toBe("withdrawn");
  expect((await app.modules.shows.paid.requestOf(other.id, invited[1] ?? 0))?.state).toBe("asked");
});

test("R-OPEN-11, R-OPEN-68: a request that came in beside the suspension is withdrawn once its model accepts it", async () => {
  const { id } = (await ask()).body;
  await block("suspended");
  await sql`update live.show_request set state = 'asked' where id = ${Number(id)}`.execute(app.owner);
  const page = await listen(app, [`person:${model.id}`], model);
  expect(code(await answer(id, { accept: true }))).toEqual([409, "request_closed"]);
  await page.event("ShowRequestAnswered", (answered) => answered.id === id && answered.state === "withdrawn");
  expect(await stateOf(id)).toBe("withdrawn");
  await expectNoShow();
  page.close();
});

/** Takes steps at once that all wait for the fan's account, which is theirs in this order. */
async function inTurn<Answer>(steps: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await app.withTransaction(async (tx) => {
    await sql`select from accounts.account where id = ${fan.id} for update`.execute(tx);
    for (const step of steps) {
      answers.push(step());
      await until(async () => {
        const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"account"%'`;
        return (await readRows(app.owner, waiting)).length >= answers.length;
      }, `${answers.length} steps to wait for the account`);
    }
  });
  return Promise.all(answers);
}

test.each([
  ["suspended", "accepts first", 200],
  ["suspended", "comes second", 409],
  ["closed", "accepts first", 200],
  ["closed", "comes second", 409],
] as const)(
  "R-OPEN-11, R-OPEN-68: of an account that is %s at once with the model's answer, the model %s: no show is left of it (%i)",
  async (way, order, status) => {
    const { id } = (await ask()).body;
    const accept = () => answer(id, { accept: true });
    const steps = order === "accepts first" ? [accept, ways[way]] : [ways[way], accept];
    const done = await inTurn(steps);
    const [accepted, blocked] = order === "accepts first" ? done : done.toReversed();
    expect(accepted?.status).toBe(status);
    expect(blocked?.status).toBeLessThan(300);
    expect(await stateOf(id)).toBe(status === 200 ? "accepted" : "withdrawn");
    await expectNoShow();
  },
);
