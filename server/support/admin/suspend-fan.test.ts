import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { readRows } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { type Member, registerListedModel, registerMember, signInAgain } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { statusAndCode } from "#testing/app/second-factor.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailsTo } from "#testing/email/inbox.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { until } from "#testing/until.ts";

const app = testApp();

let staff: Person;
let fan: Member;
beforeAll(async () => {
  staff = await app.staff();
});
beforeEach(async () => {
  fan = await registerMember(app);
});

type Order = { reason?: string; client_id?: string; as?: Person };
const act = (action: "suspend" | "restore", id: number, { as = staff, ...more }: Order = {}) =>
  app.call("POST", `/api/admin/accounts/${id}/${action}`, {
    as,
    body: { reason: "threats in a chat", client_id: randomUUID(), ...more },
  });
const account = async (id: number) => app.call("GET", `/api/admin/accounts/${id}`, { as: staff });
const logOf = async () => (await app.modules.support.log({ target: `account:${fan.id}`, page: 1 })).rows;
const profile = async () => (await app.call("GET", "/api/fan/profile", { as: fan })).status;

/** The fan is in a show with a model, in which nothing flows yet; a minute's price is set aside. */
async function showOfFan() {
  const model = await registerListedModel(app, app.db);
  await app.modules.rooms.publisherTurned(model.login, "started");
  await app.topUp(fan, 100);
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    key: randomUUID(),
    body: { model_id: model.id, mode: "private", rate: 60 },
  });
  const answer = { as: model, body: { accept: true } };
  await app.call("POST", `/api/studio/show-requests/${String(asked.body.id)}`, answer);
  expect(await app.modules.shows.paid.showOfFan(fan.id)).toMatchObject({ model_id: model.id });
  return model;
}
const openHolds = async () =>
  readRows(app.db, sql`select 1 from wallet.hold where closed_at is null and fan_id = ${fan.id}`);

test("R-OPEN-11: staff suspend a fan once: every session and socket ends, a show with its bill, and the reason is in the log and an email", async () => {
  const model = await showOfFan();
  await subscribe(app.db, fan, model, new Date(Date.now() + 86_400_000));
  await sql`update subscriptions.subscription set renews = true where fan_id = ${fan.id}`.execute(app.db);
  const page = await listen(app, [`person:${fan.id}`], fan);
  const client_id = randomUUID();
  const both = await Promise.all([1, 2].map(() => act("suspend", fan.id, { client_id })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body).toMatchObject({ id: fan.id, login: fan.login, suspended_at: expect.any(String) });
  await until(() => page.messages.some(([kind]) => kind === "cut"), "the cut");
  expect(await profile()).toBe(401);
  expect((await signInAgain(app, fan, fan.password)).status).toBe(403);
  expect([await app.modules.shows.paid.showOfFan(fan.id), await openHolds()]).toEqual([null, []]);
  expect(await app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id })).toBe(100);
  const canceled = sql`
    select step.source from subscriptions.step as step
    join subscriptions.subscription as one on one.id = step.subscription_id
    where one.fan_id = ${fan.id} and step.kind = 'canceled'`;
  expect(await readRows(app.db, canceled), "renewals that are switched off").toEqual([{ source: "system" }]);
  expect(await logOf()).toMatchObject([
    { action: "suspend_account", staff_login: staff.login, reason: "threats in a chat" },
  ]);
  expect(statusAndCode(await act("suspend", fan.id))).toEqual([409, "already_so"]);
  expect(statusAndCode(await act("suspend", fan.id, { client_id, reason: "another" }))).toEqual([
    409,
    "key_reused",
  ]);
  const mails = (await emailsTo(app, fan.email)).filter(({ subject }) => /suspended/.test(subject));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("threats in a chat");
});

test("R-OPEN-11: a fan who is restored signs in again, and what was to be ended with the suspension ends nothing new", async () => {
  const client_id = randomUUID();
  await act("suspend", fan.id, { client_id });
  expect(statusAndCode(await act("restore", fan.id, { client_id }))).toEqual([409, "key_reused"]);
  expect((await act("restore", fan.id)).body).toMatchObject({ id: fan.id, suspended_at: null });
  expect(statusAndCode(await act("restore", fan.id))).toEqual([409, "not_suspended"]);
  fan = { ...fan, token: String((await signInAgain(app, fan, fan.password)).body.accessToken) };
  expect(await profile()).toBe(200);
  await showOfFan();
  // The repeated order, and the event of the outbox, come after the restoration.
  expect((await act("suspend", fan.id, { client_id })).status).toBe(200);
  await app.withTransaction((tx) => publishEvent(tx, "fan_suspended", { fanId: fan.id }));
  await app.relay.drain();
  expect(await app.modules.shows.paid.showOfFan(fan.id)).not.toBeNull();
  expect((await logOf()).map(({ action }) => action)).toEqual(["restore_account", "suspend_account"]);
});

test("what a process that died between commit and cut has left of a suspended fan's show ends by the outbox", async () => {
  await showOfFan();
  await app.withTransaction(async (tx) => {
    await app.modules.identity.suspend(tx, fan.id);
    await publishEvent(tx, "fan_suspended", { fanId: fan.id });
  });
  await app.relay.drain();
  expect([await app.modules.shows.paid.showOfFan(fan.id), await openHolds()]).toEqual([null, []]);
});

test("models, staff and oneself are not suspended here, nobody without the role suspends, and a closed account stays closed", async () => {
  const model = await app.model();
  for (const id of [model.id, staff.id, (await app.staff()).id])
    expect(statusAndCode(await act("suspend", id))).toEqual([409, "not_a_fan"]);
  expect(statusAndCode(await act("suspend", 999_999_999))).toEqual([404, "unknown_account"]);
  expect((await account(999_999_999)).status).toBe(404);
  for (const as of [fan, model]) expect((await act("suspend", fan.id, { as })).status).toBe(403);
  expect((await act("suspend", fan.id, { reason: " " })).status).toBe(422);
  expect((await account(fan.id)).body).toEqual({
    ...{ id: fan.id, login: fan.login, role: "fan", suspended_at: null },
  });
  await act("suspend", fan.id);
  await sql`update accounts.account set closed_at = now() where id = ${fan.id}`.execute(app.db);
  expect(statusAndCode(await act("restore", fan.id))).toEqual([409, "not_suspended"]);
});
