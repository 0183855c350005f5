import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { StudioComment } from "#contract/comments.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

const app = testApp();
let model: Person;
let fan: Person;
let posts: number[];

const comment = (as: Person, text: string, post = posts[0] ?? 0) =>
  app.call("POST", `/api/posts/${post}/comments`, { as, body: { text, client_id: randomUUID() } });
const list = (as: Person, path = "/api/studio/comments") => app.call("GET", path, { as });
const shown = async (as: Person) => (await list(as)).body.data as StudioComment[];
const texts = async (as: Person) => (await shown(as)).map(({ text }) => text);
const see = (as: Person, up_to: unknown) =>
  app.call("POST", "/api/studio/comments-seen", { as, body: { up_to } });
const unseen = async (as: Person) =>
  (await app.call("GET", "/api/get-main-page-counters", { as })).body.not_seen_comments;
const newModel = async () => {
  const made = await app.model();
  const titles = ["Letter", "Song"];
  const items = await Promise.all(
    titles.map((title) => createItem(app, made, { kind: "post", title, body: "Dear you", price: 10 })),
  );
  return { made, items };
};

beforeEach(async () => {
  const { made, items } = await newModel();
  [model, posts, fan] = [made, items, await app.fan(100)];
  for (const id of items) await app.call("POST", `/api/fan/buy-post/${id}`, { as: fan, body: {} });
});

test("a model reads the comments on all of their posts in one list, the latest first, and on nobody else's", async () => {
  const { made: other } = await newModel();
  await comment(fan, "of the letter");
  await comment(fan, "of the song", posts[1]);
  await comment(model, "thank you", posts[1]);
  expect(await shown(model)).toMatchObject([
    { text: "thank you", own: true, removable: true, is_new: false, post: { title: "Song" } },
    { text: "of the song", own: false, removable: true, is_new: true, post: { id: posts[1], title: "Song" } },
    { text: "of the letter", is_new: true, post: { title: "Letter" }, author: { name: fan.login } },
  ]);
  expect(await shown(other)).toEqual([]);
  expect((await list(fan)).status).toBe(403);
});

test("what is new is counted until the model has seen it; one's own answers, and what is taken away, count for nothing", async () => {
  const first = (await comment(fan, "one")).body.id;
  const second = (await comment(fan, "two")).body.id;
  await comment(model, "an answer");
  expect([await unseen(model), await unseen(fan)]).toEqual([2, undefined]);
  expect((await see(model, first)).body).toEqual({ not_seen_comments: 1 });
  // An earlier one, seen on another page of the model, makes nothing new again.
  expect((await see(model, second)).body).toEqual({ not_seen_comments: 0 });
  expect((await see(model, first)).body).toEqual({ not_seen_comments: 0 });
  const third = (await comment(fan, "three")).body.id;
  expect(await unseen(model)).toBe(1);
  await app.call("DELETE", `/api/comments/${String(third)}`, { as: model });
  expect(await unseen(model)).toBe(0);
  expect(await texts(model)).toEqual(["an answer", "two", "one"]);
});

test("nobody sees ahead: a number beyond the last comment covers none that come later, and another model's covers none", async () => {
  const { made: other } = await newModel();
  await comment(fan, "one");
  expect((await see(other, 1_000_000_000)).body).toEqual({ not_seen_comments: 0 });
  expect(await unseen(model)).toBe(1);
  expect((await see(model, 1_000_000_000)).body).toEqual({ not_seen_comments: 0 });
  await comment(fan, "two");
  expect(await unseen(model)).toBe(1);
  for (const wrong of [0, -1, 1.5, "x", null]) expect((await see(model, wrong)).status, `${wrong}`).toBe(422);
  expect((await see(fan, 1)).status).toBe(403);
});

test("whom the model bans is out of the list and out of the number, and of a withdrawn post nothing is listed", async () => {
  const other = await app.fan(100);
  await app.call("POST", `/api/fan/buy-post/${posts[1]}`, { as: other, body: {} });
  await comment(fan, "from a friend");
  await comment(other, "from a stranger", posts[1]);
  await inTransaction(app.db, (tx) => app.modules.catalog.ban(tx, model.id, other.id));
  expect([await texts(model), await unseen(model)]).toEqual([["from a friend"], 1]);
  await app.call("DELETE", `/api/studio/content/${posts[0]}`, { as: model });
  expect([await texts(model), await unseen(model)]).toEqual([[], 0]);
});

test("pages of twenty hold each comment once, though others are written and taken away meanwhile", async () => {
  for (let index = 0; index < 25; index++) await comment(fan, `number ${index}`);
  const first = await list(model);
  await comment(fan, "written meanwhile");
  await app.call("DELETE", `/api/comments/${(first.body.data as StudioComment[])[3]?.id}`, { as: model });
  const second = await list(model, (first.body.links as { next: string }).next);
  const all = [...(first.body.data as StudioComment[]), ...(second.body.data as StudioComment[])];
  expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 25 }, (_, at) => `number ${24 - at}`));
  expect(second.body.links).toEqual({ next: null });
});

test("the model is notified of a comment wherever they are, and a fan's own pages are not", async () => {
  const [modelPage, fanPage] = await Promise.all([
    listen(app, [`person:${model.id}`], model),
    listen(app, [`person:${fan.id}`], fan),
  ]);
  await comment(fan, "hello", posts[1]);
  expect(await modelPage.event("PostCommentsChanged")).toEqual({ post_id: posts[1] });
  // A later event of the fan's own shows that nothing came before it.
  await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as: fan,
    body: { amount: 10 },
    key: randomUUID(),
  });
  await fanPage.event("BalanceChanged");
  expect(fanPage.events("PostCommentsChanged")).toEqual([]);
  for (const page of [modelPage, fanPage]) page.close();
});

test("a comment is of the model whose post it is under, whatever a writer says, and of nothing of an erased model", async () => {
  const { made: other } = await newModel();
  await comment(fan, "one");
  await see(model, 1_000_000_000);
  const forged = sql`update content.comment set model_id = ${other.id} where model_id = ${model.id}`;
  await expect(forged.execute(app.db)).rejects.toMatchObject({ code: "CO001" });
  await inTransaction(app.db, (tx) => app.modules.content.erase(tx, { id: model.id, role: "model" }));
  expect(await shown(model)).toEqual([]);
  const { rows } = await sql`select from content.comments_seen where model_id = ${model.id}`.execute(app.db);
  expect(rows).toEqual([]);
});
