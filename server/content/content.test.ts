import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { post as postShape, purchasedPost, purchasedVideo, type Video, video } from "#contract/content.ts";
import { bearer } from "#testing/app/api-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem, updateItem } from "#testing/content/items.ts";

const app = testApp();

const bodyOf = async (path: string, as?: Person) => {
  const answer = await app.call("GET", path, as ? { as } : {});
  expect(answer.status, path).toBe(200);
  return answer.body;
};
const rows = async (path: string, as?: Person) => (await bodyOf(path, as)).data as Video[];
const titles = async (path: string, as?: Person) => (await rows(path, as)).map(({ title }) => title);
const one = async (kind: "videos" | "posts", id: number, as?: Person) =>
  (await app.call("GET", `/api/${kind}/${id}`, as ? { as } : {})).body as unknown as Video;
const buyVideo = (as: Person, attachment_id: number, more: { price?: number; key?: string } = {}) => {
  const { key, ...price } = more;
  return app.call("POST", "/api/fan/buy-attachment", {
    as,
    body: { attachment_id, ...price },
    ...(key ? { key } : {}),
  });
};
const read = (url: string, as?: Person, headers: Record<string, string> = {}) =>
  fetch(app.origin + url, { headers: { ...(as ? bearer(as) : {}), ...headers } });

test("R-CONTENT-01, R-CONTENT-10, R-API-25, R-ENT-13, R-OPEN-84: a fan who has not paid gets the blurred picture, the price and no clear address", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const id = await createItem(app, model, { title: "Locked film" });
  for (const as of [undefined, fan, await app.model(), await app.staff()]) {
    const found = (await rows("/api/videos-all?search=locked film", as))[0];
    expect(video.strict().safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({
      id,
      payed: false,
      access: "locked",
      price: 50,
      duration: 4,
      type: "video",
    });
    expect(found).toMatchObject({ watchUrl: null, thumb_clear: null, visibleForFans: true });
    expect(found?.thumb).toBe(found?.thumb_blurred);
    expect(JSON.stringify(found)).not.toContain("/private-files/");
    expect(await (await read(found?.thumb ?? "")).text()).toBe("blurred");
  }
  expect((await app.call("POST", "/api/fan/buy-attachment", { body: { attachment_id: id } })).status).toBe(
    401,
  );
});

test("R-CONTENT-02, R-API-32, R-OPEN-38, R-OPEN-84, R-OPEN-100: a bought video is paid once, plays in ranges, and its address is the buyer's own", async () => {
  const [model, fan, other] = [await app.model(), await app.fan(120), await app.fan(120)];
  await sql`update catalog.model set artistic_name = 'Luna Márquez' where id = ${model.id}`.execute(app.db);
  const id = await createItem(app, model, { title: "Rain on the roof" });
  const bought = await buyVideo(fan, id, { price: 50 });
  expect(bought.status).toBe(200);
  expect(bought.body).toMatchObject({
    success: true,
    balance: 70,
    item: { id, payed: true, access: "bought" },
  });
  const { watchUrl, thumb, thumb_clear } = bought.body.item as Video;
  expect(thumb).toBe(thumb_clear);
  expect(await (await read(thumb, fan)).text()).toBe("clear");
  const part = await read(watchUrl ?? "", fan, { range: "bytes=4-7" });
  expect([part.status, await part.text()]).toEqual([206, "film"]);
  expect(watchUrl).toContain(`for=${fan.id}&`);
  expect((await read((watchUrl ?? "").replace(`for=${fan.id}`, `for=${other.id}`), other)).status).toBe(403);
  expect((await buyVideo(fan, id)).body).toMatchObject({ success: true, balance: 70, item: { payed: true } });
  expect(await one("videos", id, other)).toMatchObject({ payed: false, watchUrl: null });
  const { wallet } = app.modules;
  expect(await wallet.balance(app.db, { kind: "model", id: model.id })).toBe(50);
  const statement = (await bodyOf("/api/wallet/statement", fan)).data as Record<string, unknown>[];
  expect(statement[0]).toMatchObject({
    ...{ type: "unlock", tokens: -50, reason: "Rain on the roof" },
    counterpart: "Luna Márquez",
  });
});

test("R-CONTENT-03, R-API-33, R-ENT-15, R-OPEN-99: a bought post shows its text and its picture, an unpaid one neither", async () => {
  const [model, fan] = [await app.model(), await app.fan(100)];
  const id = await createItem(app, model, { kind: "post", title: "Letter", body: "Dear you", price: 30 });
  expect(await one("posts", id, fan)).toMatchObject({ body: null, payed: false, watchUrl: null });
  const bought = await app.call("POST", `/api/fan/buy-post/${id}`, { as: fan, body: { price: 30 } });
  expect(bought.body).toMatchObject({
    success: true,
    balance: 70,
    item: { body: "Dear you", type: "picture" },
  });
  const found = await one("posts", id, fan);
  expect(postShape.strict().safeParse(found).error).toBeUndefined();
  expect(found).toMatchObject({ duration: null, videoDuration: null, start: null, end: null });
  expect((await read(found.watchUrl ?? "", fan)).headers.get("content-type")).toBe("image/webp");
  const film = await createItem(app, model, { kind: "post", media_type: "video", title: "Film letter" });
  expect(await one("posts", film)).toMatchObject({ type: "video", duration: 4, videoDuration: 4 });
  expect((await buyVideo(fan, id)).status).toBe(404);
  const buyPost = async (postId: number, as?: Person) =>
    (await app.call("POST", `/api/fan/buy-post/${postId}`, { ...(as ? { as } : {}), body: {} })).status;
  expect([await buyPost(id), await buyPost(id, model), await buyPost(987_654_321, fan)]).toEqual([
    401, 403, 404,
  ]);
  expect(await app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id })).toBe(70);
});

test("R-OPEN-38: too few tokens are answered with 402 and what is needed, another price than the one shown with 409; nothing is charged", async () => {
  const [model, fan] = [await app.model(), await app.fan(40)];
  const id = await createItem(app, model);
  expect(await buyVideo(fan, id)).toMatchObject({ status: 402, body: { needed: 50, balance: 40 } });
  await updateItem(app, id, { price: 20 });
  const changed = await buyVideo(fan, id, { price: 10 });
  expect(changed).toMatchObject({ status: 409, body: { code: "price_changed", price: 20 } });
  expect(await app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id })).toBe(40);
  expect((await buyVideo(fan, id, { price: 20 })).body).toMatchObject({ balance: 20 });
});

test.each(["video", "post"] as const)(
  "R-OPEN-38: a refused purchase of a %s leaves its key free: topped up, the same call buys once",
  async (kind) => {
    const [model, fan] = [await app.model(), await app.fan(40)];
    const items = [await createItem(app, model, { kind }), await createItem(app, model, { kind })] as const;
    const key = randomUUID();
    const buy = (id: number, price = 50) =>
      kind === "video"
        ? buyVideo(fan, id, { key, price })
        : app.call("POST", `/api/fan/buy-post/${id}`, { as: fan, body: { price }, key });
    expect((await buy(items[0])).status).toBe(402);
    expect((await buy(items[0], 49)).status).toBe(409);
    expect((await buy(987_654_321)).status).toBe(404);
    await app.topUp(fan, 60);
    expect(await buy(items[0])).toMatchObject({ status: 200, body: { balance: 50 } });
    expect(await buy(items[0])).toMatchObject({ status: 200, body: { balance: 50 } });
    expect(await buy(items[1])).toMatchObject({ status: 409, body: { code: "key_conflict" } });
  },
);

test("a repeated key answers what the first try answered; the key of one item buys no other", async () => {
  const [model, fan] = [await app.model(), await app.fan(200)];
  const [id, other] = [await createItem(app, model), await createItem(app, model)];
  const key = randomUUID();
  expect((await buyVideo(fan, id, { key })).body).toMatchObject({ balance: 150 });
  expect((await buyVideo(fan, other)).body).toMatchObject({ balance: 100 });
  expect((await buyVideo(fan, id, { key })).body).toMatchObject({ balance: 150 });
  expect(await buyVideo(fan, other, { key })).toMatchObject({ status: 409, body: { code: "key_conflict" } });
  expect(await buyVideo(fan, await createItem(app, model), { key })).toMatchObject({ status: 409 });
});

test.each([
  ["two characters", "k1"],
  ["a space within", "my key"],
  ["255 characters", "~".repeat(255)],
])(
  "R-OPEN-38: a purchase under a key of %s is kept: again it costs nothing, for another it is a conflict",
  async (_what, key) => {
    const [model, fan] = [await app.model(), await app.fan(200)];
    const [id, other] = [await createItem(app, model), await createItem(app, model)];
    const [first, again] = await Promise.all([buyVideo(fan, id, { key }), buyVideo(fan, id, { key })]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect([first.body.balance, again.body.balance]).toEqual([150, 150]);
    expect(await buyVideo(fan, other, { key })).toMatchObject({
      status: 409,
      body: { code: "key_conflict" },
    });
  },
);

test("R-OPEN-85: what costs nothing is open to every fan, without a charge, but not to guests", async () => {
  const [model, fan] = [await app.model(), await app.fan(5)];
  const id = await createItem(app, model, { price: 0 });
  expect(await one("videos", id)).toMatchObject({ payed: false, watchUrl: null });
  expect(await one("videos", id, fan)).toMatchObject({ payed: true, access: "free" });
  expect((await buyVideo(fan, id)).body).toMatchObject({ success: true, balance: 5, item: { payed: true } });
  expect(await rows("/api/videos-purchased", fan)).toEqual([]);
});

test("R-CONTENT-04, R-CONTENT-05, R-OPEN-83: hidden items and those outside start and end are on no list and not for sale; who bought one keeps it", async () => {
  const [model, fan, other] = [await app.model(), await app.fan(500), await app.fan(500)];
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const id = await createItem(app, model, { kind: "post", title: "Windowed" });
  await app.call("POST", `/api/fan/buy-post/${id}`, { as: fan, body: {} });
  const away = [
    { visible: false },
    { visible: true, starts_at: hour(1) },
    { starts_at: null, ends_at: hour(-1) },
  ];
  for (const fields of away) {
    await updateItem(app, id, fields);
    expect(await titles("/api/posts-all?search=windowed", other)).toEqual([]);
    expect(await titles(`/api/model-profile-posts/${model.login}`, other)).toEqual([]);
    expect((await app.call("GET", `/api/posts/${id}`, { as: other })).status).toBe(404);
    expect((await app.call("POST", `/api/fan/buy-post/${id}`, { as: other, body: {} })).status).toBe(404);
    expect(await titles("/api/fan/purchased-posts", fan)).toEqual(["Windowed"]);
    expect(await one("posts", id, fan)).toMatchObject({ payed: true, body: "" });
    expect(await one("posts", id, model)).toMatchObject({ access: "own" });
  }
  await updateItem(app, id, { ends_at: hour(1) });
  expect(await titles("/api/posts-all?search=windowed", other)).toEqual(["Windowed"]);
});

test("R-CONTENT-06, R-CONTENT-07, R-API-26, R-API-29, R-ENT-14: purchases are listed for their buyer alone, latest first, with their date and model, and searched", async () => {
  const [model, fan, other] = [await app.model(), await app.fan(500), await app.fan(500)];
  const [first, second] = [
    await createItem(app, model, { title: "First light" }),
    await createItem(app, model, { title: "Último tren" }),
  ];
  const letter = await createItem(app, model, { kind: "post", title: "A letter" });
  for (const id of [first, second]) await buyVideo(fan, id);
  await app.call("POST", `/api/fan/buy-post/${letter}`, { as: fan, body: {} });
  const found = await rows("/api/videos-purchased", fan);
  expect(found.map(({ title }) => title)).toEqual(["Último tren", "First light"]);
  for (const each of found) expect(purchasedVideo.strict().safeParse(each).error).toBeUndefined();
  expect(found[0]?.model).toMatchObject({ login: model.login, listed: true });
  expect(await titles("/api/videos-purchased?search=ultimo", fan)).toEqual(["Último tren"]);
  expect(await titles(`/api/videos-purchased?search=${model.login}`, fan)).toHaveLength(2);
  const [bought] = await rows("/api/fan/purchased-posts", fan);
  expect(purchasedPost.strict().safeParse(bought).error).toBeUndefined();
  for (const path of ["/api/videos-purchased", "/api/fan/purchased-posts"])
    expect(await rows(path, other)).toEqual([]);
});

test("R-API-52, R-API-53, R-PROFILE-03, R-PROFILE-04: a model's page lists their own videos and posts; an unknown or hidden model has none", async () => {
  const [model, another] = [await app.model(), await app.model()];
  await createItem(app, model, { title: "Hers" });
  await createItem(app, model, { kind: "post", title: "Her letter" });
  await createItem(app, another, { title: "Not hers" });
  expect(await titles(`/api/model-profile-attachments/${model.login}`)).toEqual(["Hers"]);
  expect(await titles(`/api/model-profile-posts/${model.login.toUpperCase()}`)).toEqual(["Her letter"]);
  for (const path of ["/api/model-profile-attachments/nobody", "/api/model-profile-posts/nobody"])
    expect((await app.call("GET", path)).status).toBe(404);
  const { catalog } = app.modules;
  await app.withTransaction((tx) => catalog.setVisibility(tx, model.id, { hidden: true }));
  expect((await app.call("GET", `/api/model-profile-attachments/${model.login}`)).status).toBe(404);
  expect(await titles("/api/videos-all?search=hers")).toEqual(["Not hers"]);
});
