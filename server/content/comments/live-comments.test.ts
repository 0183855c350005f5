import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Comments } from "#contract/comments.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

const app = testApp();

test("who reads the comments of a post is notified when one is added or taken away, and nobody to whom it is closed", async () => {
  const [model, fan, other, stranger] = [
    await app.model(),
    await app.fan(100),
    await app.fan(100),
    await app.fan(),
  ];
  const post = await createItem(app, model, { kind: "post", title: "Letter", body: "Dear you", price: 30 });
  for (const as of [fan, other]) await app.call("POST", `/api/fan/buy-post/${post}`, { as, body: {} });
  const topic = `post:${post}` as const;
  const [reader, owner, outside, guest, nowhere] = await Promise.all([
    listen(app, [topic], other),
    listen(app, [topic], model),
    listen(app, [topic], stranger),
    listen(app, [topic]),
    listen(app, [`post:${post + 1_000_000}`], other),
  ]);
  const write = (as: Person, client_id: string) =>
    app.call("POST", `/api/posts/${post}/comments`, { as, body: { text: "What a song", client_id } });
  const clientId = randomUUID();
  const written = await write(fan, clientId);
  for (const page of [reader, owner])
    expect(await page.event("PostCommentsChanged")).toEqual({ post_id: post });
  // A copy adds nothing, so it publishes nothing; the removal after it is the second event.
  await write(fan, clientId);
  await app.call("DELETE", `/api/comments/${String(written.body.id)}`, { as: model });
  await write(fan, randomUUID());
  await reader.event("PostCommentsChanged", () => reader.events("PostCommentsChanged").length === 3);
  expect(reader.events("PostCommentsChanged")).toHaveLength(3);
  for (const [page, reason] of [
    [outside, "forbidden"],
    [guest, "forbidden"],
    [nowhere, "not_found"],
  ] as const) {
    expect(page.messages.filter(([kind]) => kind === "refused").map(([, , why]) => why)).toEqual([reason]);
    expect(page.events("PostCommentsChanged")).toEqual([]);
  }
  for (const page of [reader, owner, outside, guest, nowhere]) page.close();
});

test("a comment that comes between reading the list and listening to it is delivered all the same, and those before it are not", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const post = await createItem(app, model, { kind: "post", title: "Letter", body: "Dear you", price: 30 });
  await app.call("POST", `/api/fan/buy-post/${post}`, { as: fan, body: {} });
  const topic = `post:${post}` as const;
  const path = `/api/posts/${post}/comments`;
  const write = (text: string) =>
    app.call("POST", path, { as: fan, body: { text, client_id: randomUUID() } });
  const modelPage = await listen(app, [topic], model);
  await write("before");
  await modelPage.event("PostCommentsChanged");
  const { live_from } = (await app.call("GET", path, { as: fan })).body as unknown as Comments;
  await write("meanwhile");
  await modelPage.event("PostCommentsChanged", () => modelPage.events("PostCommentsChanged").length === 2);
  const page = await listen(app, [], fan);
  page.join(topic, live_from.post);
  expect(await page.event("PostCommentsChanged")).toEqual({ post_id: post });
  await write("later");
  await page.event("PostCommentsChanged", () => page.events("PostCommentsChanged").length === 2);
  expect(page.events("PostCommentsChanged")).toHaveLength(2);
  for (const each of [modelPage, page]) each.close();
});
