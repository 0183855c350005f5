import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { hashPassword } from "#server/identity/identity.ts";
import { readRows } from "#server/kit/database/database.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { cheapHashes } from "#testing/app/test-settings.ts";
import { type TestBrowser, testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";

const service = await testPushService();
const app = testApp(undefined, undefined, { PUSH_ORIGINS: service.origin });

afterEach(async () => {
  service.mood = { status: 201 };
  expect(service.complaints).toEqual([]);
  await jobsDone();
  await sql`delete from push.device`.execute(app.owner);
});

/** A browser on which the fan is notified. */
async function subscribe(fan: Person, details = false): Promise<TestBrowser> {
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  const saved = await app.call("POST", "/api/fan/push", {
    as: fan,
    body: { ...browser.subscription, details },
  });
  expect(saved.body.device).toEqual({ endpoint: browser.subscription.endpoint, details });
  return browser;
}

const current_password = "a password to leave by";

async function fanWithPassword(): Promise<Person> {
  const { identity } = app.modules;
  const login = `leaves${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const passwordHash = await hashPassword(current_password, cheapHashes);
  const fields = {
    login,
    email: `${login}@example.test`,
    passwordHash,
    role: "fan",
    language: "en",
  } as const;
  const account = await app.withTransaction((tx) => identity.open(tx, { ...fields, address: "127.0.0.1" }));
  return { id: account.id, login, token: await identity.issueToken(account) };
}

/** The person in another session. */
async function elsewhere(fan: Person): Promise<Person> {
  const { identity } = app.modules;
  const account = await identity.byId(app.db, fan.id);
  if (!account) throw new Error("no such fan");
  return { ...fan, token: await identity.issueToken(account) };
}

const reward = (fan: Person) =>
  app.modules.notifications.add({ fanIds: [fan.id], key: randomUUID(), kind: "reward" });
const jobs = () =>
  readRows(
    app.db,
    sql<{
      attempts: number;
      later: boolean;
    }>`select attempts, run_at > now() as later from graphile_worker.jobs
      where task_identifier = 'push_item'`,
  );
const jobsDone = () => until(async () => (await jobs()).every(({ later }) => later), "the jobs to be done");
const devices = async () =>
  (await readRows(app.db, sql<{ fan_id: number }>`select fan_id from push.device`)).map(
    ({ fan_id }) => fan_id,
  );
const dueNow = () =>
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
    where task_identifier = 'push_item'`.execute(app.owner);

test("a browser gets a message without a name that leads to the right page, encrypted, and by a sender that is proven", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const browser = await subscribe(fan);
  await app.call("POST", "/api/fan/notify-model", { as: fan, body: { model_id: model.id } });
  await app.modules.rooms.publisherTurned(model.login, "started");
  const { message, ttl, urgency, topic, size } = await until(() => browser.received[0], "the message");
  expect(message).toMatchObject({
    title: "You have a new notification",
    body: "",
    url: `/stream/${model.login}`,
    lang: "en",
  });
  expect(JSON.stringify({ ...message, url: "" })).not.toContain(model.login);
  expect(ttl).toBeGreaterThan(3_500);
  expect(ttl).toBeLessThanOrEqual(3_600);
  expect({ urgency, topic }).toEqual({ urgency: "high", topic: message.tag });
  expect(size).toBeGreaterThan(1_024);
});

test("who chose details reads the sentence of the bell, in the language of the account", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "es" } });
  const browser = await subscribe(fan, true);
  await app.call("POST", "/api/fan/notify-model", { as: fan, body: { model_id: model.id } });
  await app.modules.rooms.publisherTurned(model.login, "started");
  const { message } = await until(() => browser.received[0], "the message");
  expect(message).toMatchObject({ title: `${model.login} está en vivo`, lang: "es" });
});

test("R-OPEN-66: who asked to be notified when a show is over gets a message to their browser, and nobody else", async () => {
  const [payer, waiting, other, model] = [
    await app.fan(500),
    await app.fan(),
    await app.fan(),
    await app.model(),
  ];
  await app.call("POST", "/api/fan/set-language", { as: waiting, body: { language: "es" } });
  const [notified, silent] = [await subscribe(waiting, true), await subscribe(other, true)];
  await app.modules.rooms.publisherTurned(model.login, "started");
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: payer, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  await app.call("POST", path, { as: model, body: { accept: true } });
  await app.call("POST", "/api/fan/await-public", { as: waiting, body: { model_id: model.id, tell: true } });
  await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
  const { message, urgency } = await until(() => notified.received[0], "the message");
  expect(message).toMatchObject({
    title: `${model.login} volvió al modo público`,
    url: `/stream/${model.login}`,
    lang: "es",
  });
  expect(urgency).toBe("high");
  await jobsDone();
  expect([notified.received.length, silent.received.length]).toEqual([1, 0]);
});

test("whom the model has banned, who turned notifications off and what was read meanwhile gets no message", async () => {
  const [banned, quiet, reader, model] = [
    await app.fan(),
    await app.fan(),
    await app.fan(),
    await app.model(),
  ];
  const [one, two, three] = [await subscribe(banned), await subscribe(quiet), await subscribe(reader)];
  for (const as of [banned, quiet])
    await app.call("POST", "/api/fan/notify-model", { as, body: { model_id: model.id } });
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  await app.call("POST", "/api/fan/turn-notification", { as: quiet, body: { is_block_notification: true } });
  await app.modules.rooms.publisherTurned(model.login, "started");
  await reward(quiet);
  service.mood = { status: 503 };
  await reward(reader);
  await until(async () => (await jobs()).some(({ later }) => later), "the first try");
  const list = await app.call("GET", "/api/fan/notifications", { as: reader });
  const [item] = list.body.data as { id: number }[];
  await app.call("POST", "/api/fan/notifications/read", { as: reader, body: { up_to: item?.id } });
  service.mood = { status: 201 };
  await dueNow();
  await until(async () => (await jobs()).length === 0, "the second try");
  expect([one, two, three].map(({ received }) => received)).toEqual([[], [], []]);
});

test("a device goes with its session: by logout, from elsewhere, by closing the account, and by an end that nobody reported", async () => {
  const [fan, closing, silent] = [await app.fan(), await fanWithPassword(), await app.fan()];
  const second = await elsewhere(fan);
  const [first, other] = [await subscribe(fan), await subscribe(second)];
  await app.call("POST", "/api/web_logout", { as: second });
  await until(async () => (await devices()).length === 1, "the device of the session to go");
  await reward(fan);
  await until(() => first.received[0], "the message to the session that is left");
  expect(other.received).toEqual([]);
  await app.modules.identity.endSessions(fan.id, { only: await tokenIdOf(fan) });
  await until(async () => (await devices()).length === 0, "the last device to go");
  await subscribe(closing);
  const left = await app.call("POST", "/api/fan/block-user", { as: closing, body: { current_password } });
  expect(left.status).toBe(204);
  expect(await devices()).toEqual([]);
  const unseen = await subscribe(silent);
  await sql`update accounts.session set expires_at = issued_at + interval '1 microsecond'
    where account_id = ${silent.id}`.execute(app.owner);
  await reward(silent);
  await until(async () => (await devices()).length === 0, "the dead session to be found out");
  expect(unseen.received).toEqual([]);
});

const tokenIdOf = async (fan: Person) => {
  const [session] = await app.modules.identity.openSessions(fan.id);
  return session?.token_id ?? "";
};

test("an address that its push service no longer knows is forgotten, and a refused message is not repeated", async () => {
  const fan = await app.fan();
  for (const status of [404, 410]) {
    await subscribe(fan);
    service.mood = { status };
    await reward(fan);
    await until(async () => (await devices()).length === 0, `the address to be forgotten after ${status}`);
  }
  for (const status of [400, 403, 413, 302]) {
    service.mood = { status: 201 };
    await subscribe(fan);
    const before = service.asked;
    service.mood = { status };
    await reward(fan);
    await until(() => service.asked === before + 1, `the answer ${status}`);
    await until(async () => (await jobs()).length === 0, "no further try");
    expect(await devices()).toHaveLength(1);
  }
});

test("a push service that is away or asks for a pause is asked again after it, and the fan is notified once", async () => {
  const fan = await app.fan();
  const browser = await subscribe(fan);
  service.mood = { status: 429, retryAfter: "1800" };
  await reward(fan);
  const pauses = () =>
    readRows(
      app.db,
      sql<{
        seconds: number;
      }>`select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs
        where task_identifier = 'push_item' and run_at > now() + interval '10 seconds'`,
    );
  const [asked] = await until(async () => ((await pauses()).length > 0 ? pauses() : null), "the pause");
  expect(asked?.seconds).toBeGreaterThan(1_700);
  service.mood = { status: 500 };
  await dueNow();
  await until(async () => (await pauses()).some(({ seconds }) => seconds < 100), "the growing pause");
  service.mood = { status: 201 };
  await dueNow();
  await until(() => browser.received[0], "the message");
  await until(async () => (await jobs()).length === 0, "no further try");
  expect(browser.received).toHaveLength(1);
});

test("a browser notifies the user who signed in on it last, and nobody else", async () => {
  const [first, second] = [await app.fan(), await app.fan()];
  const browser = await subscribe(first);
  await app.call("POST", "/api/fan/push", { as: second, body: browser.subscription });
  expect((await app.call("GET", "/api/fan/push", { as: first })).body.device).toBeNull();
  await reward(first);
  await reward(second);
  await until(() => browser.received[0], "the message of the second");
  await jobsDone();
  expect(browser.received).toHaveLength(1);
  await app.call("DELETE", "/api/fan/push", { as: second });
  await reward(second);
  await jobsDone();
  expect(browser.received).toHaveLength(1);
});

test("OWASP ASVS 1.3.6: an address in our own network, or keys that nothing can be encrypted for, is refused", async () => {
  const fan = await app.fan();
  const { subscription } = service.subscribe("");
  for (const body of [
    { ...subscription, endpoint: "https://127.0.0.1/x" },
    { ...subscription, endpoint: "https://metadata.google.internal/computeMetadata" },
    { ...subscription, endpoint: "http://push.example.com/x" },
    { ...subscription, keys: { ...subscription.keys, p256dh: `BA${"A".repeat(85)}` } },
  ]) {
    const refused = await app.call("POST", "/api/fan/push", { as: fan, body });
    expect(refused).toMatchObject({ status: 422, body: { code: "push_refused" } });
  }
  expect(await devices()).toEqual([]);
});
