import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";

const service = await testPushService();
const app = testApp(undefined, undefined, { PUSH_ORIGINS: service.origin });
const client = chatClient(app);
const mass = massClient(app);

afterEach(() => expect(service.complaints).toEqual([]));

async function browserOf(fan: Person) {
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  await app.call("POST", "/api/fan/push", { as: fan, body: { ...browser.subscription, details: true } });
  return browser;
}

const bell = async (as: Person) =>
  (await app.call("GET", "/api/fan/notifications", { as })).body as unknown as {
    data: Notification[];
    unread: number;
  };

const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  Number((await query.execute(app.db)).rows[0]?.n);
const jobs = (name: string) =>
  count(sql`select count(*) as n from graphile_worker.jobs where task_identifier = ${name}`);
const waits = (chats: number) =>
  until(
    async () =>
      (await count(sql`
        select count(*) as n from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id,
          json_array_elements(job.payload -> 'chatIds')
        where task.identifier = 'missed_messages'`)) === chats,
    `${chats} chats to be checked`,
  );
const events = () =>
  until(
    async () =>
      (await count(
        sql`select count(*) as n from kit.outbox where delivered_at is null and dead_at is null`,
      )) === 0,
    "the events to be delivered",
  );

/** Lets the time pass that a fan has to read. */
async function checkNow() {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
    where task_identifier = 'missed_messages'`.execute(app.owner);
  await until(async () => (await jobs("missed_messages")) === 0, "the check to be done");
  await until(async () => (await jobs("push_item")) === 0, "the pushes to be done");
}

test("what a fan has not read of a model gives one notification that leads to the chat, until they read it and are written to again", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const browser = await browserOf(fan);
  const { id } = (await client.open(fan, model)).body;
  await client.say(fan, id, "hello");
  for (const body of ["one", "two", "three"]) await client.answer(model, id, body);
  await waits(1);
  expect((await bell(fan)).data, "there is still time to read").toEqual([]);
  await checkNow();
  expect(await bell(fan)).toMatchObject({
    unread: 1,
    data: [{ kind: "message", chat_id: id, receipt_id: null, model: { login: model.login }, read: false }],
  });
  expect(browser.received.map(({ message }) => [message.title, message.url])).toEqual([
    [`${model.login} wrote to you.`, `/chat/${id}`],
  ]);
  await client.answer(model, id, "four");
  await events();
  await waits(0);
  const last = await client.answer(model, id, "five");
  await app.call("POST", `/api/chat/set-message-read/${id}`, { as: fan, body: { up_to: last.body.id } });
  await until(async () => (await bell(fan)).unread === 0, "the notification to be read with the chat");
  await client.answer(model, id, "six");
  await waits(1);
  await checkNow();
  expect((await bell(fan)).data.map(({ read }) => read)).toEqual([false, true]);
  expect(browser.received).toHaveLength(2);
});

test("nobody is notified of what they read in time, of what was taken back, of their own words, or from whom they keep apart", async () => {
  const [reader, spared, apart, model] = [
    await app.fan(),
    await app.fan(),
    await app.fan(),
    await app.model(),
  ];
  const browsers = await Promise.all([reader, spared, apart].map(browserOf));
  const chats = await Promise.all(
    [reader, spared, apart].map(async (fan) => (await client.open(fan, model)).body.id),
  );
  const [read = 0, taken = 0, blocked = 0] = chats;
  const sent = await client.answer(model, read, "are you there?");
  const mistake = await client.answer(model, taken, "a mistake");
  await client.answer(model, blocked, "please");
  await client.say(reader, read, "yes");
  await waits(3);
  await app.call("POST", `/api/chat/set-message-read/${read}`, { as: reader, body: { up_to: sent.body.id } });
  const removed = await app.call("DELETE", `/api/studio/messages/${String(mistake.body.id)}`, { as: model });
  expect(removed.status).toBe(200);
  await app.call("POST", "/api/fan/block-model", { as: apart, body: { model_id: model.id, blocked: true } });
  await checkNow();
  for (const fan of [reader, spared, apart]) expect((await bell(fan)).data).toEqual([]);
  expect(browsers.flatMap(({ received }) => received)).toEqual([]);
});

test("of a message to many each fan is notified once, as they chose, and of one that is taken back nothing waits", async () => {
  const [fan, quiet, model] = [await app.fan(), await app.fan(), await app.model()];
  const [one, two] = [await browserOf(fan), await browserOf(quiet)];
  for (const each of [fan, quiet]) await mass.like(each, model);
  await app.call("POST", "/api/fan/notification-settings", { as: quiet, body: { off: ["messages"] } });
  const { id } = (await mass.send(model, { body: "tonight at nine" })).body;
  await mass.reaches(model, id, "sent");
  await waits(2);
  await checkNow();
  expect([one.received.length, two.received.length]).toEqual([1, 0]);
  expect([(await bell(fan)).unread, (await bell(quiet)).unread]).toEqual([1, 0]);
  expect((await bell(quiet)).data).toMatchObject([{ kind: "message", read: true }]);
  expect((await mass.recall(model, id)).status).toBe(200);
  await until(async () => (await bell(fan)).unread === 0, "nothing to wait any more");
});

test("a chat that is taken out of the list before it was read leaves nothing at the bell or in the counters", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = (await client.open(fan, model)).body;
  await client.answer(model, id, "are you there?");
  await waits(1);
  await checkNow();
  expect((await bell(fan)).unread).toBe(1);
  expect((await app.call("DELETE", `/api/chat/${id}`, { as: fan })).status).toBe(200);
  await until(async () => (await bell(fan)).unread === 0, "the notification to be read with the chat");
  expect(await client.unreadOf(fan)).toBe(0);
});

test("what was unread when chats were brought in from elsewhere gives a notification once a model writes there again", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const at = new Date(Date.now() - 86_400_000);
  await app.modules.messaging.importChat({
    fanId: fan.id,
    modelId: model.id,
    messages: [{ author: "model", at, read: false, body: "from before" }],
  });
  const { id } = (await client.open(fan, model)).body;
  expect((await bell(fan)).data).toEqual([]);
  await client.answer(model, id, "are you there?");
  await waits(1);
  await checkNow();
  expect((await bell(fan)).data).toMatchObject([{ kind: "message", chat_id: id, read: false }]);
  await client.answer(model, id, "and now?");
  await events();
  await waits(0);
});
