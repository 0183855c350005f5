import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { massFigures } from "#server/messaging/store/mass-recipients-store.ts";
import { localFiles } from "#server/storage/storage.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { testVideo } from "#testing/files/test-video.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { until } from "#testing/until.ts";

/** The check of an uploaded video waits for this before it reads the file. */
let mayCheck: Promise<void> = Promise.resolve();
const app = testApp(undefined, () => {
  const files = localFiles(app.dataDir);
  return { files: { ...files, copyTo: (...of) => mayCheck.then(() => files.copyTo(...of)) } };
});
const client = chatClient(app);
const { crowd, copies, like, list, picture, reaches, send, recall, video } = massClient(app);
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);

test("a message to favourites comes once to each fan who likes the model, old chat or none, and to nobody else", async () => {
  const model = await app.model();
  const [known, fresh, stranger] = [await app.fan(), await app.fan(), await app.fan()];
  const { id } = (await client.open(known, model)).body;
  for (const fan of [known, fresh]) await like(fan, model);
  const page = await listen(app, [`person:${fresh.id}`], fresh);
  const client_id = randomUUID();
  const order = { body: "tonight at nine", client_id };
  const answers = await Promise.all([1, 2, 3].map(() => send(model, order)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const massId = answers[0]?.body.id ?? 0;
  expect(answers.map(({ body }) => [body.id, body.recipients])).toEqual(Array(3).fill([massId, 2]));
  expect((await send(model, { body: "another text", client_id })).status).toBe(409);
  expect(await page.event("Chat.NewMessageEvent")).toMatchObject({
    body: "tonight at nine",
    message: { mass_message_id: massId, automatic: false },
    unread_messages: 1,
  });
  await reaches(model, massId, "sent");
  expect((await client.messages(known, id)).body.data).toHaveLength(1);
  expect((await client.chats(stranger)).body.data).toEqual([]);
  page.close();
});

test("R-CHAT-26, R-LIVE-16: taken back it vanishes from every chat, once; other messages stay", async () => {
  const model = await app.model();
  const fan = await app.fan();
  await like(fan, model);
  const { id } = (await client.open(fan, model)).body;
  const sent = await send(model, { body: "a mistake" });
  await reaches(model, sent.body.id, "sent");
  await client.answer(model, id, "only for you");
  const page = await listen(app, [`person:${fan.id}`], fan);
  expect((await recall(await app.model(), sent.body.id)).status).toBe(403);
  expect((await recall(model, 999_999)).status).toBe(404);
  const taken = await Promise.all([recall(model, sent.body.id), recall(model, sent.body.id)]);
  for (const { status, body } of taken) expect([status, body.state]).toEqual([200, "taken_back"]);
  expect(await page.event("Chat.MassMessageDeletedEvent")).toEqual({
    mass_message_id: sent.body.id,
    unread_messages: 1,
  });
  await app.relay.drain();
  expect(page.events("Chat.MassMessageDeletedEvent")).toHaveLength(1);
  expect((await client.messages(fan, id)).body.data.map(({ body }) => body)).toEqual(["only for you"]);
  expect(await list(model)).toMatchObject([{ id: sent.body.id, body: "a mistake", recipients: 1 }]);
  page.close();
});

test("everybody is who has written or likes the model; subscribers and the buyers of one item are those alone", async () => {
  const [model, writer, liker] = [await app.model(), await app.fan(), await app.fan()];
  const [both, subscriber, buyer, reader] = [
    await app.fan(),
    await app.fan(),
    await app.fan(100),
    await app.fan(),
  ];
  for (const fan of [writer, both]) await client.say(fan, (await client.open(fan, model)).body.id, "hi");
  await client.open(reader, model);
  for (const fan of [liker, both]) await like(fan, model);
  await subscribe(app.db, subscriber, model, inHours(48));
  const itemId = await createItem(app, model);
  await createItem(app, model);
  await app.call("POST", "/api/fan/buy-attachment", {
    as: buyer,
    body: { attachment_id: itemId },
    key: randomUUID(),
  });
  const reached = async (order: Record<string, unknown>) => {
    const { body } = await send(model, order);
    await reaches(model, body.id, "sent");
    const { rows } = await sql<{ fan_id: number }>`
      select fan_id from messaging.mass_recipient where mass_message_id = ${body.id} and state = 'sent'
      order by fan_id`.execute(app.db);
    return rows.map(({ fan_id }) => fan_id);
  };
  expect(await reached({ to: "everybody" })).toEqual(
    [writer.id, liker.id, both.id].toSorted((a, b) => a - b),
  );
  expect(await reached({ to: "subscribers" })).toEqual([subscriber.id]);
  expect(await reached({ to: "buyers", item_id: itemId })).toEqual([buyer.id]);
  const foreign = await createItem(app, await app.model());
  for (const item_id of [foreign, 999_999, null])
    expect((await send(model, { to: "buyers", item_id })).status).toBe(422);
  expect((await send(model, { to: "favourites", item_id: itemId })).status).toBe(422);
});

test("none goes to a fan whom the model has banned or whose account is closed, from a model out of the lists to nobody", async () => {
  const [model, hidden] = [await app.model(), await app.model()];
  const [fan, gone, banned] = [await app.fan(), await app.fan(), await app.fan()];
  for (const each of [fan, gone, banned]) await like(each, model);
  await sql`update accounts.account set status = 'blocked' where id = ${gone.id}`.execute(app.db);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: banned.id } });
  const { body } = await send(model);
  expect(await reaches(model, body.id, "sent")).toMatchObject({ recipients: 1, sent: 1 });
  await sql`update catalog.model set hidden = true where id = ${hidden.id}`.execute(app.db);
  expect((await send(hidden)).status).toBe(403);
  expect((await send(await app.model(), { to: "nobody" })).status).toBe(422);
  expect((await send(await app.model(), { body: " " })).status).toBe(422);
});

test("five go out within a day of each other; one that waits for its time and is taken back does not count", async () => {
  const model = await app.model();
  const planned = await send(model, { send_at: inHours(20).toISOString() });
  expect((await recall(model, planned.body.id)).status).toBe(200);
  const orders = await Promise.all(Array.from({ length: 7 }, (_, n) => send(model, { body: `number ${n}` })));
  expect(orders.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(5).fill(201),
    429,
    429,
  ]);
  expect((await send(model, { send_at: inHours(20).toISOString() })).status).toBe(429);
  expect((await send(model, { send_at: inHours(25).toISOString() })).status).toBe(201);
  expect((await send(model, { send_at: inHours(61 * 24).toISOString() })).status).toBe(422);
  const past = await send(model, { send_at: inHours(-1).toISOString() });
  expect(past).toMatchObject({ status: 422, body: { code: "planned_too_early" } });
});

test("one for later goes out at its time, to those who are there then, and not when it was taken back before", async () => {
  const [model, early, late] = [await app.model(), await app.fan(), await app.fan()];
  await like(early, model);
  const [kept, dropped] = [
    await send(model, { body: "kept", send_at: inHours(2).toISOString() }),
    await send(model, { body: "dropped", send_at: inHours(3).toISOString() }),
  ];
  expect(kept.body).toMatchObject({ state: "scheduled", recipients: 0 });
  await recall(model, dropped.body.id);
  await like(late, model);
  // The hours pass.
  await sql`update messaging.mass_message set due_at = now() - interval '1 second' where model_id = ${model.id}`.execute(
    app.db,
  );
  await app.modules.messaging.resumeMassMessages();
  expect(await reaches(model, kept.body.id, "sent")).toMatchObject({ recipients: 2, sent: 2 });
  await app.relay.drain();
  expect((await client.chats(early)).body.data.map(({ latest_message }) => latest_message?.body)).toEqual([
    "kept",
  ]);
});

test("a picture with a price goes to each as theirs to buy, and the list shows who has it, read it and bought it for how much", async () => {
  const [model, buyer, reader, idle] = [
    await app.model(),
    await app.fan(100),
    await app.fan(),
    await app.fan(),
  ];
  for (const fan of [buyer, reader, idle]) await like(fan, model);
  const media_id = await picture(model);
  expect((await send(await app.model(), { media_id })).status).toBe(422);
  const { body } = await send(model, { body: "from the balcony", media_id, price: 30 });
  expect((await send(model, { media_id, price: 1 })).status).toBe(422);
  await reaches(model, body.id, "sent");
  const messageOf = async (fan: typeof buyer) => {
    const chatId = (await client.chats(fan)).body.data[0]?.id ?? 0;
    return (await client.messages(fan, chatId)).body.data[0];
  };
  const received = await messageOf(buyer);
  expect(received).toMatchObject({
    type: "paid_media",
    body: "from the balcony",
    price: 30,
    purchase_status: "unpaid",
    media: { url: null },
  });
  const path = `/api/chat/buying-paid-media/${received?.media?.id}`;
  expect((await app.call("POST", path, { as: reader, key: randomUUID(), body: {} })).status).toBe(403);
  expect((await app.call("POST", path, { as: buyer, key: randomUUID(), body: {} })).body.balance).toBe(70);
  for (const fan of [buyer, reader])
    await app.call("POST", `/api/chat/set-message-read/${(await messageOf(fan))?.chat_id}`, {
      as: fan,
      body: {},
    });
  expect(await list(model)).toMatchObject([
    { recipients: 3, sent: 3, read: 2, bought: 1, tokens: 30, price: 30 },
  ]);
  await recall(model, body.id);
  await app.modules.messaging.sweepFiles();
  const bought = await app.call("GET", "/api/get-chat-purchased-content", { as: buyer });
  const [item] = bought.body.data as { watchUrl: string; title: string }[];
  expect(item?.title).toBe("from the balcony");
  const file = await fetch(app.origin + item?.watchUrl, {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(file.status).toBe(200);
  expect((await client.chats(reader)).body.data[0]?.latest_message).toBeNull();
});

test("a welcome goes automatically to who subscribes while it stands, once for ever, and to none who was there before", async () => {
  const [model, before, fresh] = [await app.model(), await app.fan(), await app.fan()];
  const welcome = await send(model, { to: "new_subscribers", body: "so glad you are here" });
  expect(welcome.body).toMatchObject({ state: "standing", recipients: 0 });
  const come = (fan: typeof fresh, since = new Date()) =>
    app.modules.messaging.welcome({ fanId: fan.id, modelId: model.id, since });
  await come(before, new Date(Date.now() - hour));
  await Promise.all([come(fresh), come(fresh)]);
  const next = await send(model, { to: "new_subscribers", body: "a better one" });
  await come(fresh);
  expect((await client.chats(before)).body.data).toEqual([]);
  expect((await client.chats(fresh)).body.data[0]?.latest_message).toMatchObject({
    body: "so glad you are here",
    automatic: true,
    mass_message_id: welcome.body.id,
  });
  expect((await list(model)).map(({ id, state, sent }) => [id, state, sent])).toEqual([
    [next.body.id, "standing", 0],
    [welcome.body.id, "ended", 1],
  ]);
  expect((await recall(model, next.body.id)).body.state).toBe("ended");
  await come(await app.fan());
  expect(await copies(next.body.id)).toEqual({ chats: 0, messages: 0 });
});

test("who waits for a welcome whose file is still checked gets the one that replaces it, and no other", async () => {
  const model = await app.model();
  const fans = [await app.fan(), await app.fan()];
  const check = Promise.withResolvers<void>();
  mayCheck = check.promise;
  const media_id = await video(model, await testVideo("welcome"));
  const first = await send(model, { to: "new_subscribers", body: "a film for you", media_id });
  for (const { id } of fans)
    await app.modules.messaging.welcome({ fanId: id, modelId: model.id, since: new Date() });
  expect(await copies(first.body.id), "the file is not checked yet").toEqual({ chats: 0, messages: 0 });
  const client_id = randomUUID();
  const again = () => send(model, { to: "new_subscribers", body: "welcome, both of you", client_id });
  const [next, repeated] = await Promise.all([again(), again()]);
  expect([next.status, repeated.body.id]).toEqual([201, next.body.id]);
  await until(async () => (await copies(next.body.id))?.messages === 2, "the welcome");
  check.resolve();
  const checked = sql<{ state: string }>`select state from messaging.media where id = ${media_id}`;
  await until(async () => (await checked.execute(app.db)).rows[0]?.state === "ready", "the check");
  await app.modules.messaging.resumeMassMessages();
  for (const fan of fans) {
    const [chat] = (await client.chats(fan)).body.data;
    const said = (await client.messages(fan, chat?.id ?? 0)).body.data.map(({ body }) => body);
    expect(said).toEqual(["welcome, both of you"]);
  }
  expect((await list(model)).map(({ id, state, recipients, sent }) => [id, state, recipients, sent])).toEqual(
    [
      [next.body.id, "standing", 2, 2],
      [first.body.id, "ended", 0, 0],
    ],
  );
});

test("a step that fails in the middle is done again, alone, and hundreds of fans have the message once each", async () => {
  const model = await app.model();
  await crowd(model, 330);
  await sql`
    create function messaging.fail_once() returns trigger language plpgsql as $$
    begin
      if (select count(*) from messaging.mass_recipient where mass_message_id = new.mass_message_id and state = 'sent') >= 200
        and nextval('messaging.fails') <= 1 then raise exception 'the disk is full'; end if;
      return new;
    end $$`.execute(app.owner);
  await sql`create sequence messaging.fails`.execute(app.owner);
  await sql`grant usage on sequence messaging.fails to public`.execute(app.owner);
  await sql`
    create trigger fail_once before insert on messaging.message
    for each row when (new.mass_message_id is not null) execute function messaging.fail_once()`.execute(
    app.owner,
  );
  const { body } = await send(model, { body: "to all of you" });
  expect(body.recipients).toBe(330);
  await until(async () => (await massFigures(app.db, [body.id])).get(body.id)?.sent === 200, "the failure");
  expect(await copies(body.id)).toEqual({ chats: 200, messages: 200 });
  // Sooner than the job's next try.
  for (let n = 0; n < 3; n++) await app.modules.messaging.resumeMassMessages();
  expect(await reaches(model, body.id, "sent")).toMatchObject({ recipients: 330, sent: 330 });
  await app.relay.drain();
  expect(app.relay.totals().dead).toBe(0);
  expect(await copies(body.id)).toEqual({ chats: 330, messages: 330 });
  const twice = sql`
    insert into messaging.message (chat_id, author, type, body, mass_message_id, sent_at, updated_at)
    select chat_id, 'model', 'text', 'again', mass_message_id, now(), now() from messaging.message
    where mass_message_id = ${body.id} limit 1`;
  await expect(twice.execute(app.db)).rejects.toThrow(/message_mass/);
});

test("a video goes out once it is checked, with its seconds and as each fan's to buy; a file that is no video reaches nobody", async () => {
  const [model, fan] = [await app.model(), await app.fan(50)];
  await like(fan, model);
  const media_id = await video(model, await testVideo("for many"));
  const { body } = await send(model, { body: "a film", media_id, price: 20 });
  await reaches(model, body.id, "sent");
  const chatId = (await client.chats(fan)).body.data[0]?.id ?? 0;
  const inChat = async () => (await client.messages(fan, chatId)).body.data[0];
  const locked = await inChat();
  expect(locked).toMatchObject({
    type: "paid_media",
    media: { type: "video", url: null, is_processing: false, width: 320, height: 180, duration: 2 },
  });
  const path = `/api/chat/buying-paid-media/${locked?.media?.id}`;
  expect((await app.call("POST", path, { as: fan, key: randomUUID(), body: {} })).status).toBe(200);
  const file = await fetch(app.origin + (await inChat())?.media?.url, {
    headers: { authorization: `Bearer ${fan.token}`, range: "bytes=0-99" },
  });
  expect([file.status, file.headers.get("content-type")]).toEqual([206, "video/mp4"]);

  const film = await testVideo("broken");
  film.fill(0, 64);
  const check = Promise.withResolvers<void>();
  mayCheck = check.promise;
  const broken = await video(model, film);
  const other = await send(model, { body: "another", media_id: broken });
  expect(other.status).toBe(201);
  check.resolve();
  await reaches(model, other.body.id, "failed");
  expect(await copies(other.body.id)).toEqual({ chats: 0, messages: 0 });
});
