import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { TopTipper } from "#contract/live.ts";
import { freshAddress, registerMember } from "#testing/app/members.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const chats = chatClient(app);

const goLive = (model: Person) => app.modules.rooms.publisherTurned(model.login, "started");
const give = async (fan: Person, model: Person, body: object) => {
  const path = `/api/fan/pay-tips-to-model/${model.id}`;
  const answer = await app.call("POST", path, { as: fan, body, key: randomUUID() });
  expect(answer.status).toBe(200);
};
const seenBy = async (fan: Person, model: Person) =>
  (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).body.top_tippers as TopTipper[];

/** A model on air, and so many fans with tokens. */
async function room(count: number) {
  const model = await app.model();
  await goLive(model);
  return { model, fans: await Promise.all(Array.from({ length: count }, () => app.fan(500))) };
}

const entry = ({ id, login }: Person, tokens: number) => ({ id, name: login, tokens });

test("R-LIVE-23: a room names the three who tipped most in this broadcast, on entering and with each tip", async () => {
  const { model, fans } = await room(4);
  const [ana, bo, cy, dan] = fans as [Person, Person, Person, Person];
  const page = await listen(app, [`room:${model.login}`], ana);
  expect(await seenBy(ana, model)).toEqual([]);
  await give(ana, model, { amount: 20 });
  await give(bo, model, { amount: 30 });
  await give(cy, model, { amount: 5 });
  await give(ana, model, { amount: 15 });
  await give(dan, model, { amount: 5 });
  const expected = [entry(ana, 35), entry(bo, 30), entry(cy, 5)];
  expect(await seenBy(dan, model), "of two who gave as much, the first").toEqual(expected);
  await page.event("RoomTopTippers", ({ top_tippers }) => top_tippers[0]?.tokens === 35);
  page.close();
});

test("what a fan gave anonymously, in a chat or in a show names nobody, alone or added to what they gave by name", async () => {
  const { model, fans } = await room(4);
  const [hidden, writer, both, inShow] = fans as [Person, Person, Person, Person];
  await give(hidden, model, { amount: 100, anonymous: true });
  const { body } = await chats.open(writer, model);
  await give(writer, model, { amount: 100, chat_id: body.id });
  await give(both, model, { amount: 7 });
  await give(both, model, { amount: 90, anonymous: true });
  await beginShow(inShow, model);
  await give(inShow, model, { amount: 50 });
  await app.call("POST", "/api/fan/leave-show", { as: inShow, body: {} });
  expect(await seenBy(both, model)).toEqual([entry(both, 7)]);
});

test("no tip that was anonymous, or given in a chat, can be marked as named in public", async () => {
  const { model, fans } = await room(1);
  const [fan] = fans as [Person];
  await give(fan, model, { amount: 5, anonymous: true });
  const marked = sql`update live.tip set named_in_public = true where fan_id = ${fan.id}`.execute(app.db);
  await expect(marked).rejects.toThrow(/tip_named_in_public/);
});

test("tips of the broadcast before, and those of a fan who deleted their account, are no longer named", async () => {
  const { model, fans } = await room(1);
  const [fan] = fans as [Person];
  const leaving = await registerMember(app);
  await app.modules.wallet.issue(app.db, {
    ...{ key: randomUUID(), to: { kind: "fan", id: leaving.id }, tokens: 50 },
    ...{ kind: "opening", reason: "opening" },
  });
  await give(leaving, model, { amount: 50 });
  await give(fan, model, { amount: 5 });
  expect(await seenBy(fan, model)).toEqual([entry(leaving, 50), entry(fan, 5)]);
  const path = "/api/fan/block-user";
  const body = { current_password: leaving.password };
  expect((await app.call("POST", path, { as: leaving, body, headers: freshAddress() })).status).toBe(204);
  expect(await seenBy(fan, model)).toEqual([entry(fan, 5)]);
  await sql`update live.room set broadcast_at = now() + interval '1 minute' where model_id = ${model.id}`.execute(
    app.db,
  );
  expect(await seenBy(fan, model)).toEqual([]);
});

async function beginShow(fan: Person, model: Person): Promise<void> {
  await sql`update accounts.account set validation = 'confirmed' where id = ${fan.id}`.execute(app.db);
  const { body: entered } = await app.call("GET", `/api/stream/${model.login}`, { as: fan });
  const { private: rate } = entered.rates as { private: number };
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate },
    key: randomUUID(),
  });
  expect(asked.status).toBe(201);
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
}
