import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#server/identity/identity.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { createLogger } from "#server/kit/log.ts";
import { purgeDelivered } from "#server/kit/outbox/outbox-store.ts";
import { listModel } from "#testing/app/list-model.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { tablesContaining } from "#testing/database/dump.ts";
import { startFakeProcessor } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { randomName } from "#testing/random-name.ts";
import { until } from "#testing/until.ts";

/** The clock of days is set by the test; waits are real. */
let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const leap = (days: number) => {
  leaptMs += days * 86_400_000;
};
const processor = await startFakeProcessor(() => app.origin, clock, 5_000);
const logged: string[] = [];
const log = createLogger("error", { write: (line) => void logged.push(line) });
const app = testApp(undefined, () => ({ clock, log, gateways: { sandbox: processor.gateway } }));
const password = "a password to leave by";
let passwordHash = "";

beforeAll(async () => {
  passwordHash = await hashPassword(password);
  await app.modules.payments.seed();
});
afterAll(() => processor.app.close());

type Role = "fan" | "model" | "admin";

/** Somebody with a password, an email and a login that no other text holds. */
async function person(role: Role, address = "198.51.100.1"): Promise<Person & { email: string }> {
  const name = randomName(14);
  const [login, email] = [`Who${name}`, `Mail${name}@example.test`];
  const { identity } = app.modules;
  const fields = { login, email, passwordHash, role, language: "en", address } as const;
  const account = await app.withTransaction((tx) => identity.open(tx, fields));
  if (role === "model") await listModel(app.db, account.id);
  return { id: account.id, login, email, token: await identity.issueToken(account) };
}

/** A model whose room is live. */
async function liveModel() {
  const model = await person("model");
  await app.modules.rooms.publisherTurned(model.login, "started");
  return model;
}

/** A fan and a model have a show by the model's other name, in which nothing flows; answers how the fan reads its receipt. */
async function receiptOfShow(fan: Person, model: Person) {
  await sql`update catalog.model set artistic_name = ${`Starry ${model.login}`} where id = ${model.id}`.execute(
    app.db,
  );
  const asked = await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    key: randomUUID(),
    body: { model_id: model.id, mode: "private", rate: 60 },
  });
  const answered = { as: model, body: { accept: true } };
  const begun = await app.call("POST", `/api/studio/show-requests/${String(asked.body.id)}`, answered);
  expect(begun.status).toBe(200);
  const { body } = await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} });
  const { id } = body.show as { id: number };
  // Asked of the module: a month later the session is over.
  return async () => {
    const read = await app.modules.shows.paid.receipt(fan.id, id);
    return read.ok ? read.receipt : undefined;
  };
}

const close = (as: Person, current_password = password, language = "en") =>
  app.call("POST", "/api/fan/block-user", { as, body: { current_password }, language });
const signIn = (login: string) =>
  app.call("POST", "/api/web_login", {
    body: { login, password },
    headers: { "x-forwarded-for": randomAddress() },
  });
const randomAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join(".")}`;
const statusOf = async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).status;
const say = (as: Person, model: Person, text: string) =>
  app.call("POST", `/api/stream/${model.login.toLowerCase()}/message`, {
    as,
    body: { body: text, client_message_id: randomUUID() },
  });
const tip = (as: Person, model: Person, message: string, anonymous = false) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as,
    key: randomUUID(),
    body: { amount: 7, message, anonymous },
  });

/** A fan and a model write to each other, by name. */
async function chat(fan: Person, model: Person): Promise<void> {
  const opened = await app.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
  const body = { body: `${fan.login} and ${model.login}` };
  const path = `/api/chat/${Number(opened.body.id)}/message`;
  expect((await app.call("POST", path, { as: fan, body })).status).toBe(201);
  const answers = `/api/studio/chats/${Number(opened.body.id)}/messages`;
  expect((await app.call("POST", answers, { as: model, body })).status).toBe(201);
}

/** Does the relay's work of an hour later: events that were delivered more than a day ago go. */
async function purgeOldEvents(): Promise<void> {
  const waiting = sql<{ n: number }>`select count(*)::int as n from kit.outbox where delivered_at is null`;
  await until(async () => (await readRows(app.db, waiting))[0]?.n === 0, "the events to be delivered");
  leap(2);
  await purgeDelivered(app.db, new Date(clock.now().getTime() - 86_400_000));
}

/** A fan with a life here: picture, tokens bought, tips, messages, a favourite, an email. */
async function busyFan(model: Person) {
  const fan = await person("fan", "203.0.113.77");
  const form = new FormData();
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  form.append("avatar", new Blob([new Uint8Array(picture)]), "me.png");
  const { body } = await app.call("POST", `/api/fan/store-avatar/${fan.id}`, { as: fan, body: form });
  const [pack] = (await app.modules.payments.packagesFor(null, "en")).packages;
  const order = {
    ...validRequest(pack ?? { id: 0, price: 0 }),
    email: fan.email,
    card_holder_name: fan.login,
  };
  const paid = await app.call("POST", "/api/payments/process", { as: fan, body: order });
  expect(paid.body).toMatchObject({ success: true });
  await app.call("POST", "/api/fan/liked-model", { as: fan, body: { model_id: model.id } });
  expect((await tip(fan, model, `with love from ${fan.login}`)).status).toBe(200);
  expect((await tip(fan, model, `${fan.login}, guess who`, true)).status).toBe(200);
  await chat(fan, model);
  expect((await app.call("GET", `/service/resend_email?email=${fan.email}`, { as: fan })).status).toBe(200);
  await app.withTransaction((tx) =>
    app.modules.mailer.enqueue(tx, {
      to: fan.email,
      language: "en",
      subject: "Welcome",
      paragraphs: [`Hello ${fan.login}`],
    }),
  );
  return { fan, file: path.basename(String(body.avatar)) };
}

/** A fan whose address is proved writes twice as a guest, and the staff answers one and ends the sessions. */
async function adminTouches(fan: Person & { email: string }) {
  const { support } = app.modules;
  await app.withTransaction((tx) =>
    sql`update accounts.account set validation = 'confirmed', status = 'active' where id = ${fan.id}`.execute(
      tx,
    ),
  );
  const write = async (path: string, more: object) => {
    const message = `this is ${fan.login}`;
    const body = {
      name: fan.login,
      email: fan.email.toUpperCase(),
      message,
      client_id: randomUUID(),
      ...more,
    };
    expect((await app.call("POST", `/api/support/${path}`, { body })).status).toBe(201);
    const newest = (await support.tickets({ state: "all", page: 1 })).rows.toSorted((a, b) => b.id - a.id)[0];
    return newest?.id ?? 0;
  };
  const contact = await write("contact", {});
  const removal = await write("content-removal", {
    message: "this is me",
    url: "https://fanlight.example/x",
    reason: "privacy",
  });
  const staff = { id: 0, login: "someone" };
  const answer = { kind: "answer", clientId: randomUUID(), body: `Dear ${fan.login}` } as const;
  await support.work(staff, contact, answer);
  const line = { action: "end_sessions", reason: "a lost phone", at: clock.now() } as const;
  const target = `account:${fan.id}`;
  // The second line as if the fan had once been of the staff.
  for (const by of [staff, { id: fan.id, login: fan.login }])
    await app.withTransaction((tx) =>
      support.record(tx, { ...line, key: randomUUID(), staff: by, target, label: fan.login }),
    );
  return { contact, removal };
}

test("R-ACCT-19, R-API-50: without the right password nothing happens, and five wrong ones are enough", async () => {
  const fan = await person("fan");
  const wrong = await close(fan, "not my password", "es");
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual({ current_password: ["Esta no es tu contraseña actual."] });
  expect((await close(fan, "")).body.errors).toEqual({ current_password: ["required field"] });
  expect(await statusOf(fan)).toBe(200);
  for (let i = 0; i < 4; i++) await close(fan, `guess ${i}`);
  expect((await close(fan)).status).toBe(429);
  expect(await statusOf(fan)).toBe(200);
});

test("R-ACCT-19, R-API-50, R-OPEN-15: a closed account is out at once: token, sockets, login, name and email", async () => {
  const [fan, model] = [await person("fan"), await liveModel()];
  const account = await app.modules.identity.byId(app.db, fan.id);
  const elsewhere = account ? await app.modules.identity.issueToken(account) : "";
  const page = await listen(app, [`person:${fan.id}`], fan);
  expect((await say(fan, model, "see you")).status).toBe(201);
  expect((await close(fan)).status).toBe(204);
  await until(
    () => page.messages.some(([kind, reason]) => kind === "cut" && reason === "logged_out"),
    "the cut",
  );
  expect([await statusOf(fan), await statusOf({ ...fan, token: elsewhere })]).toEqual([401, 401]);
  expect((await signIn(fan.login)).status).toBe(403);
  expect((await signIn(fan.email)).status).toBe(403);
  const free = (kind: string, value: string) =>
    app.call("GET", `/api/service/${kind}-uniqueness?${kind}=${value}`).then(({ body }) => body.status);
  expect([await free("login", fan.login), await free("email", fan.email)]).toEqual([false, false]);
  expect((await close(fan)).status).toBe(401);
});

test("R-OPEN-15: a person who left is in no room's history any more", async () => {
  const [fan, other, model] = [await person("fan"), await app.fan(), await liveModel()];
  await app.modules.wallet.issue(app.db, {
    key: randomUUID(),
    to: { kind: "fan", id: fan.id },
    tokens: 20,
    kind: "opening",
    reason: "opening",
  });
  await say(fan, model, "my own text");
  await say(other, model, "another text");
  await tip(fan, model, "a note of mine");
  await close(fan);
  const lines = await readRows(
    app.db,
    sql<{ author_name: string; body: string; kind: string }>`
      select author_name, body, kind from live.line where model_id = ${model.id} order by id`,
  );
  expect(lines).toEqual([
    { author_name: other.login, body: "another text", kind: "text" },
    { author_name: "", body: "", kind: "tip" },
  ]);
});

test("R-OPEN-15: after 30 days nothing shows who the fan was, payments and ledger stay and add up", async () => {
  const model = await person("model");
  const { fan, file } = await busyFan(model);
  const statementOf = async () =>
    (await app.modules.wallet.entireStatement(app.db, { kind: "fan", id: fan.id }, {})).map(
      ({ tokens, type, balance_after }) => [tokens, type, balance_after],
    );
  const before = await statementOf();
  expect(before).toHaveLength(3);
  const written = await adminTouches(fan);
  await close(fan);
  leap(29);
  expect(await app.modules.profiles.eraseClosed()).toBe(0);
  expect(await tablesContaining(app.db, fan.login)).toContain("accounts.account");
  leap(1.1);
  expect(await app.modules.profiles.eraseClosed()).toBeGreaterThan(0);
  await purgeOldEvents();
  await app.modules.mailer.trim();
  expect(await tablesContaining(app.db, fan.login)).toEqual([]);
  expect(await tablesContaining(app.db, fan.email)).toEqual([]);
  expect(await tablesContaining(app.db, "203.0.113.77")).toEqual([]);
  expect(await readdir(path.join(app.dataDir, "files", "avatars"))).not.toContain(file);
  expect(await statementOf()).toEqual(before);
  expect(await app.modules.wallet.audit(app.db)).toMatchObject({ ok: true });
  const consents = sql<{ address: string; document: string }>`
    select document, address from accounts.consent where account_id = ${fan.id} order by document`;
  expect(await readRows(app.db, consents)).toEqual([
    { document: "over_18", address: "203.0.113.0" },
    { document: "privacy", address: "203.0.113.0" },
    { document: "terms", address: "203.0.113.0" },
  ]);
  const { support } = app.modules;
  expect((await support.ticket(written.contact))?.ticket).toMatchObject({ state: "closed", message: null });
  expect((await support.ticket(written.removal))?.ticket).toMatchObject({
    ...{ state: "open", name: null, email: null },
    ...{ url: "https://fanlight.example/x", message: "this is me" },
  });
  const { rows: log } = await support.log({ target: `account:${fan.id}`, page: 1 });
  const nobody = `erased${fan.id}`;
  expect(log).toMatchObject([
    { label: nobody, staff_login: nobody, action: "end_sessions", reason: "a lost phone" },
    { label: nobody, staff_login: "someone", action: "end_sessions", reason: "a lost phone" },
  ]);
  const paid = sql<{ n: number }>`select count(*)::int as n from payments.intent where fan_id = ${fan.id}`;
  expect((await readRows(app.db, paid))[0]?.n).toBe(1);
  expect(await app.modules.profiles.eraseClosed()).toBe(0);
  const { identity } = app.modules;
  expect(await identity.isLoginFree(fan.login)).toBe(true);
  expect(await identity.isEmailFree(fan.email)).toBe(true);
});

test("R-ACCT-19, R-OPEN-34: what a fan had begun to pay for is credited once the account is closed too, logged for the staff once, and no email promises it", async () => {
  const fan = await person("fan");
  const [pack] = (await app.modules.payments.packagesFor(null, "en")).packages;
  const order = { ...validRequest(pack ?? { id: 0, price: 0 }), email: fan.email };
  processor.sandbox.knobs.set(order.orderid, { callbackCopies: 0, reply: "cut" });
  const { body } = await app.call("POST", "/api/payments/process", { as: fan, body: order });
  expect(body).toMatchObject({ status: "pending" });
  expect((await close(fan)).status).toBe(204);
  leap(1 / 24);
  await Promise.all([app.modules.payments.reconcile(), app.modules.payments.reconcile()]);
  const balance = () => app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id });
  await until(async () => (await balance()) === pack?.tokens, "the tokens");
  const id = String(body.transaction_id);
  const lines = logged.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ payment: id, msg: "a payment came for a closed account" }]);
  const mails = sql`select subject from mail.message where address = ${fan.email} and subject like 'Your receipt%'`;
  expect(await readRows(app.db, mails)).toEqual([]);
});

test("R-OPEN-15: a model who leaves is found nowhere, their room is closed, and their fans' tokens stay where they went", async () => {
  const [model, fan] = [await liveModel(), await app.fan(100)];
  const slug = model.login.toLowerCase();
  await tip(fan, model, "for you");
  const receiptOf = await receiptOfShow(fan, model);
  const receipt = await receiptOf();
  expect(receipt?.name).toBe(`Starry ${model.login}`);
  const key = (await app.modules.rooms.room(slug))?.stream_key ?? "";
  const page = await listen(app, ["public"]);
  const namesIn = async () => {
    const { body } = await app.call("GET", "/api/wallet/statement", { as: fan });
    const csv = await fetch(`${app.origin}/api/wallet/statement.csv`, {
      headers: { authorization: `Bearer ${fan.token}` },
    });
    const exported = await app.modules.wallet.exportAreas(app.db, { id: fan.id, role: "fan" })[0]?.rows();
    const read = [JSON.stringify(body), await csv.text(), JSON.stringify(exported)];
    return read.filter((text) => text.toLowerCase().includes(slug)).length;
  };
  expect(await namesIn()).toBe(3);
  expect((await app.call("GET", `/api/model-profile/${slug}`)).status).toBe(200);
  expect((await close(model)).status).toBe(204);
  expect(await namesIn(), "in the statement, as a file and in the export").toBe(0);
  expect(await page.event("StreamStopped", (event) => event.model_id === model.id)).toBeDefined();
  expect((await app.call("GET", `/api/model-profile/${slug}`)).status).toBe(404);
  expect((await app.call("GET", `/api/stream/${slug}`, { as: fan })).status).toBe(404);
  expect((await tip(fan, model, "late")).status).toBe(404);
  const found = await app.call("GET", `/api/video-chat-rooms?search=${slug}`);
  expect(found.body.data).toEqual([]);
  const whip = await fetch(`${app.origin}/whip/${slug}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/sdp" },
    body: "v=0",
  });
  expect(whip.status).toBe(404);
  leap(31);
  await app.modules.profiles.eraseClosed();
  await purgeOldEvents();
  await app.modules.mailer.trim();
  expect(await tablesContaining(app.db, model.login)).toEqual([]);
  expect(await receiptOf()).toMatchObject({ name: null, transfers: receipt?.transfers });
  const statement = await app.modules.wallet.entireStatement(app.db, { kind: "fan", id: fan.id }, {});
  expect(statement.find(({ type }) => type === "tip")).toMatchObject({
    tokens: -7,
    type: "tip",
    counterpart: null,
    reason: "for you",
  });
  expect(statement.map(({ type }) => type)).toContain("hold");
});

test("R-OPEN-15: a model of many movements leaves at once: none is rewritten before the erasure, and then a part at a time", async () => {
  const model = await person("model");
  await sql`
    with made as (
      insert into wallet.transfer (key, kind, debit_id, credit_id, amount, reason, counterpart)
      select ${model.login} || n, 'bonus', (select id from wallet.account where kind = 'issuance'),
        (select id from wallet.account where kind = 'model' and owner_id = ${model.id}), 1, 'a show', ${model.login}
      from generate_series(1, 4500) as n returning id, debit_id, credit_id)
    insert into wallet.pending (account_id, transfer_id, amount)
    select debit_id, id, -1 from made union all select credit_id, id, 1 from made`.execute(app.owner);
  const movements = async () => {
    const counts = sql<{ named: number; written: number }>`
      select count(counterpart)::int as named, count(distinct xmin::text)::int as written
      from wallet.transfer where credit_id = (
        select id from wallet.account where kind = 'model' and owner_id = ${model.id})`;
    return (await readRows(app.db, counts))[0];
  };
  expect((await close(model)).status).toBe(204);
  expect(await movements()).toEqual({ named: 4500, written: 1 });
  leap(31);
  await app.modules.profiles.eraseClosed();
  expect(await movements(), "in three transactions").toEqual({ named: 0, written: 3 });
});

test("R-OPEN-15: the last administrator cannot leave, not even when two leave at the same moment", async () => {
  const [one, two] = [await person("admin"), await person("admin")];
  const answers = await Promise.all([close(one), close(two)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("last_admin");
});

test("nothing of a transfer can be changed but its texts, and those only be erased", async () => {
  const [fan, model] = [await app.fan(50), await person("model")];
  await tip(fan, model, "a note");
  const change = (set: string) =>
    sql`update wallet.transfer set ${sql.raw(set)} where reason = 'a note'`.execute(app.owner);
  for (const set of [
    "amount = 8",
    "reason = 'another'",
    "counterpart = 'someone'",
    "reason = '', credit_id = 1",
  ])
    await expect(change(set), set).rejects.toThrow(/final/);
  await change("reason = ''");
});

test.each([
  ["fan", "Your account was deleted", "Active subscriptions won’t renew"],
  ["model", "Your account was deleted", "It can’t be reopened."],
] as const)("R-ACCT-19: who deletes their account (%s) is mailed so once", async (role, subject, text) => {
  const someone = await person(role, randomAddress());
  const mails = async () =>
    (await app.modules.mailer.outbox(app.db)).filter(({ to }) => to === someone.email);
  expect((await close(someone, "another password")).status).toBe(422);
  expect(await mails()).toEqual([]);
  expect((await close(someone)).status).toBe(204);
  expect((await close(someone)).status).toBe(401);
  const sent = await until(async () => (await mails())[0], "the email");
  expect(sent.subject).toBe(subject);
  expect(sent.text).toContain(text);
  expect(await mails()).toHaveLength(1);
});
