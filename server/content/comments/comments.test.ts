import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import type { Post } from "#contract/content.ts";
import { type Clock, systemClock } from "#server/kit/clock.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";

let leaptMs = 0;
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + leaptMs) };
const app = testApp(undefined, () => ({ clock }));
let model: Person;
let fan: Person;
let post: number;

const comment = (as: Person, text = "What a song", more: { client_id?: string; id?: number } = {}) =>
  app.call("POST", `/api/posts/${more.id ?? post}/comments`, {
    as,
    body: { text, client_id: more.client_id ?? randomUUID() },
  });
const comments = (as: Person, path = `/api/posts/${post}/comments`) => app.call("GET", path, { as });
const texts = async (as: Person) => ((await comments(as)).body.data as Comment[]).map(({ text }) => text);
const remove = async (as: Person, id: unknown) =>
  (await app.call("DELETE", `/api/comments/${String(id)}`, { as })).status;
const like = (as: Person, liked = true) =>
  app.call("POST", "/api/fan/like-post", { as, body: { post_id: post, liked } });
const buy = (as: Person, id = post) => app.call("POST", `/api/fan/buy-post/${id}`, { as, body: {} });
const seen = async (as: Person) =>
  (await app.call("GET", `/api/posts/${post}`, { as })).body as unknown as Post;
const statusAndCode = ({ status, body }: Awaited<ReturnType<typeof comment>>) => [status, body.code];
const block = (as: Person, blocked = true) =>
  app.call("POST", "/api/fan/block-model", { as, body: { model_id: model.id, blocked } });
const ban = (who: Person) => inTransaction(app.db, (tx) => app.modules.catalog.ban(tx, model.id, who.id));
const inAMinute = () => new Date(clock.now().getTime() + 60_000);

beforeEach(async () => {
  leaptMs = 0;
  [model, fan] = [await app.model(), await app.fan(100)];
  post = await createItem(app, model, { kind: "post", title: "Letter", body: "Dear you", price: 30 });
});

test("a buyer and a subscriber comment on a post and like it; nobody else does, nor reads their comments", async () => {
  const [subscriber, other] = [await app.fan(), await app.fan(100)];
  const forSubscribers = { kind: "post", title: "Inside", for_subscribers: true } as const;
  expect([
    statusAndCode(await comment(fan)),
    statusAndCode(await like(fan)),
    statusAndCode(await comments(fan)),
  ]).toEqual(Array(3).fill([403, "post_locked"]));
  await buy(fan);
  expect((await comment(fan, " A fine song ")).body).toMatchObject({
    text: "A fine song",
    own: true,
    removable: true,
    author: { name: fan.login, role: "fan" },
  });
  post = await createItem(app, model, forSubscribers);
  // A buyer of something else, to whom this one is not open.
  expect(statusAndCode(await comment(fan))).toEqual([403, "post_locked"]);
  await subscribe(app.db, subscriber, model, inAMinute());
  expect((await comment(subscriber)).status).toBe(201);
  expect((await like(subscriber)).body).toEqual({ likes: 1, liked: true, comments: 1 });
  expect((await comment(model, "Thank you")).body.author).toMatchObject({ role: "model" });
  expect(await texts(subscriber)).toEqual(["Thank you", "What a song"]);
  expect(await seen(other)).toMatchObject({ payed: false, likes: 1, liked: false, comments: 2 });
  for (const stranger of [await app.model(), await app.staff()])
    expect((await comments(stranger)).status).toBe(403);
  leaptMs = 2 * 60_000;
  expect(statusAndCode(await comment(subscriber))).toEqual([403, "post_locked"]);
  expect((await like(subscriber, false)).body).toEqual({ likes: 0, liked: false, comments: 2 });
});

test("what costs nothing is read by everybody, and commented on by customers of its model alone", async () => {
  const stranger = await app.fan();
  await buy(fan);
  post = await createItem(app, model, { kind: "post", title: "Hello", price: 0 });
  expect((await comment(fan)).status).toBe(201);
  expect((await comments(stranger)).body).toMatchObject({ objection: "customers_only" });
  expect([statusAndCode(await comment(stranger)), statusAndCode(await like(stranger))]).toEqual(
    Array(2).fill([403, "customers_only"]),
  );
  expect((await comments(fan)).body).toMatchObject({ objection: null });
});

test("who bought a post that its model has taken back reads on, and gets the reason why nothing is added; a heart goes", async () => {
  await buy(fan);
  await comment(fan, "while it was there");
  await like(fan);
  expect(await seen(fan)).not.toHaveProperty("withdrawn");
  const gone = await app.call("DELETE", `/api/studio/content/${post}`, { as: model });
  expect(gone.status).toBe(204);
  expect(await seen(fan)).toMatchObject({ payed: true, liked: true, withdrawn: true });
  expect(await texts(fan)).toEqual(["while it was there"]);
  expect((await comments(fan)).body).toMatchObject({ objection: "withdrawn" });
  expect([statusAndCode(await comment(fan)), statusAndCode(await like(fan))]).toEqual(
    Array(2).fill([403, "post_withdrawn"]),
  );
  expect((await like(fan, false)).body).toMatchObject({ likes: 0, liked: false });
});

test("no matter who blocked the other, the fan's comments are out of sight and nothing is added, until it is lifted", async () => {
  const witness = await app.fan(100);
  for (const one of [fan, witness]) await buy(one);
  await comment(fan, "from the fan");
  await block(fan);
  expect([await texts(witness), await texts(model)]).toEqual([[], []]);
  expect([
    statusAndCode(await comment(fan)),
    statusAndCode(await like(fan)),
    statusAndCode(await comments(fan)),
  ]).toEqual(Array(3).fill([403, "model_blocked"]));
  await block(fan, false);
  expect(await texts(witness)).toEqual(["from the fan"]);
  await ban(fan);
  expect(await texts(witness)).toEqual([]);
  expect(await seen(witness)).toMatchObject({ comments: 0 });
  expect([
    statusAndCode(await comment(fan)),
    statusAndCode(await like(fan)),
    statusAndCode(await comments(fan)),
  ]).toEqual(Array(3).fill([403, "banned"]));
});

test("whom the model has muted in their room reads on and writes no comments, until the mute ends", async () => {
  await buy(fan);
  await app.modules.rooms.publisherTurned(model.login, "started");
  await app.call("POST", `/api/stream/${model.login}/message`, {
    as: fan,
    body: { body: "hm", client_message_id: randomUUID() },
  });
  const muted = await app.call("POST", `/api/stream/${model.login}/mute`, {
    as: model,
    body: { fan_id: fan.id, minutes: 5 },
  });
  expect(muted.status).toBe(200);
  expect(statusAndCode(await comment(fan))).toEqual([403, "muted"]);
  expect((await comments(fan)).body).toMatchObject({ objection: "muted" });
  leaptMs = 6 * 60_000;
  expect((await comment(fan)).status).toBe(201);
});

test("a comment is taken away by its author or the model, with its text, and by nobody else", async () => {
  const other = await app.fan(100);
  for (const one of [fan, other]) await buy(one);
  const [first, second] = [await comment(fan, "mine"), await comment(fan, "also mine")];
  for (const stranger of [other, await app.model()]) expect(await remove(stranger, first.body.id)).toBe(404);
  expect(await texts(other)).toEqual(["also mine", "mine"]);
  expect([await remove(fan, first.body.id), await remove(fan, first.body.id)]).toEqual([204, 204]);
  expect(await remove(model, second.body.id)).toBe(204);
  expect(await texts(other)).toEqual([]);
  const { rows } =
    await sql`select body, removed_by from content.comment where item_id = ${post} order by id`.execute(
      app.db,
    );
  expect(rows).toEqual([
    { body: "", removed_by: "author" },
    { body: "", removed_by: "model" },
  ]);
});

test("the same comment and the same heart, sent twice at once, are there once", async () => {
  await buy(fan);
  const client_id = randomUUID();
  const sent = await Promise.all(Array.from({ length: 4 }, () => comment(fan, "once", { client_id })));
  expect(new Set(sent.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => like(fan)));
  expect(await seen(fan)).toMatchObject({ likes: 1, liked: true, comments: 1 });
  const another = await createItem(app, model, { kind: "post", title: "Other", price: 0 });
  expect(statusAndCode(await comment(fan, "once", { client_id, id: another }))).toEqual([409, "key_reused"]);
});

test("comments come twenty at a time and none twice, at most thirty an hour from one fan; texts have bounds", async () => {
  await buy(fan);
  for (let index = 0; index < 30; index++) await comment(fan, `number ${index}`);
  const refused = await comment(fan);
  expect(statusAndCode(refused)).toEqual([429, "too_many"]);
  expect(refused.body.message).toMatch(/^That’s a lot of comments\. You can write again in \d+ minutes\.$/);
  const first = await comments(fan);
  const { next } = first.body.links as { next: string };
  const second = await comments(fan, next);
  const all = [...(first.body.data as Comment[]), ...(second.body.data as Comment[])];
  expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 30 }, (_, at) => `number ${29 - at}`));
  expect(second.body.links).toEqual({ next: null });
  for (const text of ["  ", "x".repeat(501), "4111 1111 1111 1111"])
    expect((await comment(fan, text)).status, text).toBe(422);
});

test("the database itself takes no comment or heart of somebody who may not, and no change of a text", async () => {
  const stranger = await app.fan(100);
  const video = await createItem(app, model, { title: "Film", price: 0 });
  await buy(fan);
  const { body } = await comment(fan);
  const insert = (author: number, role: string, item = post) =>
    sql`insert into content.comment (item_id, author_id, author_role, body, client_id, written_at)
        values (${item}, ${author}, ${role}, 'hm', ${randomUUID()}, now())`.execute(app.db);
  const heart = (by: number, item = post) =>
    sql`insert into content.post_like values (${item}, ${by}, now())`.execute(app.db);
  for (const wrong of [
    () => insert(stranger.id, "fan"),
    () => insert(stranger.id, "model"),
    () => insert(fan.id, "fan", video),
    () => heart(stranger.id),
    () => heart(fan.id, video),
  ])
    await expect(wrong()).rejects.toMatchObject({ code: "CO002" });
  await expect(
    sql`update content.comment set body = 'never written' where id = ${body.id}`.execute(app.db),
  ).rejects.toMatchObject({ code: "CO001" });
  await block(fan);
  await expect(insert(fan.id, "fan")).rejects.toMatchObject({ code: "CO002" });
  await block(fan, false);
  await ban(fan);
  await expect(heart(fan.id)).rejects.toMatchObject({ code: "CO002" });
});

test("a reported comment is kept as evidence for staff, who take it away once and with a reason", async () => {
  const [reporter, stranger, staff] = [await app.fan(100), await app.fan(100), await app.staff()];
  for (const one of [fan, reporter]) await buy(one);
  const { id } = (await comment(fan, "Pay me elsewhere")).body;
  const report = (as: Person) =>
    app.call("POST", "/api/reports", {
      as,
      body: { about: "comment", id, reason: "scam", client_id: randomUUID() },
    });
  // To the stranger the post is locked; the author's own is nothing to report.
  expect([(await report(stranger)).status, (await report(fan)).status]).toEqual([404, 404]);
  expect((await report(reporter)).status).toBe(201);
  const { body: tickets } = await app.call("GET", "/api/admin/tickets", { as: staff });
  const [ticket] = tickets.data as { id: number; about_id: number }[];
  const body = { reason: "a scam", client_id: randomUUID() };
  const take = () => app.call("POST", `/api/admin/tickets/${ticket?.id}/remove`, { as: staff, body });
  expect([(await take()).status, (await take()).status]).toEqual([200, 200]);
  expect(await texts(reporter)).toEqual([]);
  const read = await app.call("GET", `/api/admin/tickets/${ticket?.id}`, { as: staff });
  expect(read.body).toMatchObject({
    about: "comment",
    evidence: { text: "Pay me elsewhere", title: "Letter", reported: { id: fan.id, role: "fan" } },
  });
  const log = await app.call("GET", "/api/admin/log", { as: staff });
  expect(
    (log.body.data as { action: string }[]).filter(({ action }) => action === "remove_reported"),
  ).toHaveLength(1);
});

test("of who leaves, and of a model who leaves, no comment or like is kept", async () => {
  const other = await app.fan(100);
  for (const one of [fan, other]) {
    await buy(one);
    await comment(one, `by ${one.id}`);
    await like(one);
  }
  const erase = (id: number, role: string) =>
    inTransaction(app.db, (tx) => app.modules.content.erase(tx, { id, role }));
  await erase(fan.id, "fan");
  expect(await seen(other)).toMatchObject({ likes: 1, comments: 1 });
  expect(await texts(other)).toEqual([`by ${other.id}`]);
  await erase(model.id, "model");
  const { rows } = await sql`
    select from content.comment where item_id = ${post}
    union all select from content.post_like where item_id = ${post}`.execute(app.db);
  expect(rows).toEqual([]);
});
