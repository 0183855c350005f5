import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { until } from "#testing/until.ts";

const app = testApp();

const addressOf = ({ login }: Person) => `${login}@example.test`;
const mailsOf = async (fan: Person) =>
  (await emailsTo(app, addressOf(fan))).filter(({ subject }) => /public again|modo público/.test(subject));
const wait = (as: Person, model: Person, tell = true) =>
  app.call("POST", "/api/fan/await-public", { as, body: { model_id: model.id, tell } });

async function confirmedFan(change = sql`language = language`): Promise<Person> {
  const fan = await app.fan(500);
  await sql`update accounts.account set validation = 'confirmed', ${change} where id = ${fan.id}`.execute(
    app.db,
  );
  return fan;
}

/** A model who is live and alone with a fan; answers how the show ends. */
async function inShow(model: Person): Promise<() => Promise<unknown>> {
  const payer = await app.fan(500);
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: payer, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  return () => app.call("POST", "/api/studio/end-show", { as: model, body: {} });
}

const waiting = async (model: Person) => {
  const rows = await sql<{ n: string }>`
    select count(*) as n from notifications.public_again where model_id = ${model.id}`.execute(app.db);
  return Number(rows.rows[0]?.n);
};

test("R-OPEN-66: who asked gets one mail in their language when the show is over, and nobody else", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const [fan, spanish, changed, muted, unconfirmed, stranger] = [
    await confirmedFan(),
    await confirmedFan(sql`language = 'es'`),
    await confirmedFan(),
    await confirmedFan(sql`is_block_notification = true`),
    await app.fan(),
    await confirmedFan(),
  ];
  const end = await inShow(model);
  for (const one of [fan, fan, spanish, changed, muted, unconfirmed])
    expect((await wait(one, model)).body).toEqual({ success: true });
  await wait(changed, model, false);
  expect((await wait(fan, { ...model, id: 999_999 })).status).toBe(404);
  await end();
  const mail = await emailTo(app, addressOf(fan), `${model.login} is public again`);
  expect(mail.text).toContain(`http://127.0.0.1:1/stream/${model.login}`);
  await emailTo(app, addressOf(spanish), `${model.login} volvió al modo público`);
  await until(async () => (await waiting(model)) === 0, "everybody to be notified");
  // The event comes a second time, and another show: nobody waits any more.
  const meta = { id: 1, kind: "room_public", at: new Date() };
  await app.modules.notifications.eventHandlers.room_public({ modelId: model.id }, meta);
  await (
    await inShow(model)
  )();
  expect(await mailsOf(fan)).toHaveLength(1);
  for (const one of [changed, muted, unconfirmed, stranger]) expect(await mailsOf(one)).toEqual([]);
});

test("who was banned meanwhile, and who asked more than a day ago, gets no mail", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const [old, banned, fresh] = [await confirmedFan(), await confirmedFan(), await confirmedFan()];
  const end = await inShow(model);
  await wait(old, model);
  await sql`update notifications.public_again set asked_at = now() - interval '25 hours'`.execute(app.owner);
  await wait(banned, model);
  await wait(fresh, model);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  expect((await wait(banned, model)).status).toBe(404);
  await end();
  await emailTo(app, addressOf(fresh), `${model.login} is public again`);
  expect([await mailsOf(old), await mailsOf(banned)]).toEqual([[], []]);
});

test("R-OPEN-66: more fans than one batch holds are each notified once, by a job that holds up no event, however often it is delivered", async () => {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  await sql`
    insert into accounts.account (login, email, password_hash, role, language, validation)
    select 'waiter' || n, 'waiter' || n || '@example.test', 'a hash', 'fan', 'en', 'confirmed'
    from generate_series(1, 230) as n`.execute(app.db);
  await sql`
    insert into notifications.public_again (fan_id, model_id, asked_at)
    select id, ${model.id}, now() from accounts.account where login like 'waiter%'`.execute(app.db);
  const delivered = () => {
    const meta = { id: 77, kind: "room_public", at: new Date() };
    return app.modules.notifications.eventHandlers.room_public({ modelId: model.id }, meta);
  };
  await app.owner.transaction().execute(async (tx) => {
    // Nobody can be notified meanwhile: a handler that does it itself waits for this transaction.
    await sql`select from notifications.public_again where model_id = ${model.id} for update`.execute(tx);
    await delivered();
    await delivered();
    expect(await waiting(model)).toBe(230);
  });
  await until(async () => (await waiting(model)) === 0, "everybody to be notified");
  const counted = await sql<{ mails: number; mailed: number; items: number }>`
    select count(*)::int as mails, count(distinct address)::int as mailed,
      (select count(*)::int from notifications.item where model_id = ${model.id} and kind = 'public_again') as items
    from mail.message where address like 'waiter%'`.execute(app.db);
  expect(counted.rows).toEqual([{ mails: 230, mailed: 230, items: 230 }]);
});
