import { randomUUID } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { ChatMessage } from "#contract/chat-message.ts";
import { bearer } from "#testing/app/api-client.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { oddVideo } from "#testing/files/odd-video.ts";
import { testSound, testVideo } from "#testing/files/test-video.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);
let luna: Person;
let picture: Uint8Array;

beforeAll(async () => {
  luna = await app.model();
  picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "#a33" } })
    .withExif({ IFD0: { Copyright: "taken at home" } })
    .jpeg()
    .toBuffer();
});

type Fields = { poster?: Uint8Array } & Partial<
  Record<"type" | "description" | "temp_id" | "body", string> & Record<"price", number>
>;

/** Sends a file to the photos origin, as a page of ours does. */
async function send(
  as: Person,
  chatId: number,
  file: Uint8Array,
  { poster, ...fields }: Fields = {},
  headers: Record<string, string> = { "access-token": as.token },
) {
  const form = new FormData();
  const sent = { from: "fan_chat", type: "media", temp_id: randomUUID(), ...fields };
  for (const [name, value] of Object.entries(sent)) form.set(name, String(value));
  form.set("file", new Blob([new Uint8Array(file)]), "holiday.jpg");
  if (poster) form.set("poster", new Blob([new Uint8Array(poster)]), "poster.png");
  const answer = await app.call("POST", `/chat/${chatId}/message`, { body: form, headers });
  return { ...answer, body: answer.body as unknown as ChatMessage };
}

const chatOf = async (fan: Person) => (await client.open(fan, luna)).body.id;
const forSale = { type: "paid_media", price: 40, description: "the balcony at six" };
const read = async (address: string | null | undefined, as: Person) => {
  const answer = await fetch(app.origin + String(address), { headers: bearer(as) });
  return {
    status: answer.status,
    bytes: new Uint8Array(await answer.arrayBuffer()),
    type: answer.headers.get("content-type"),
  };
};
const buy = (fan: Person, mediaId: unknown, key: string = randomUUID()) =>
  app.call("POST", `/api/chat/buying-paid-media/${String(mediaId)}`, { as: fan, body: {}, key });
const balanceOf = async (fan: Person) =>
  (await app.call("GET", "/api/fan/profile", { as: fan })).body.balance;

test("R-CHAT-07, R-CHAT-18, R-API-72, R-API-77, R-OPEN-51: a picture is recognised by its content, re-encoded without its metadata, and shown to the two", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const modelPage = await listen(app, [`person:${luna.id}`], luna);
  const { status, body } = await send(fan, id, picture);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    type: "media",
    author_id: fan.id,
    price: null,
    purchase_status: null,
    media: { type: "picture", is_processing: false, is_broken: false, width: 1200, height: 800 },
  });
  const clear = await read(body.media?.url, fan);
  expect([clear.status, clear.type]).toEqual([200, "image/webp"]);
  expect(Buffer.from(clear.bytes).includes("taken at home")).toBe(false);
  const received = await modelPage.event("Chat.NewMessageEvent", (event) => event.id === body.id);
  expect((await read(received.message.media?.url, luna)).status).toBe(200);
  expect(received.message.media?.url, "an address for the model").not.toBe(body.media?.url);
  const elsewhere = (await client.open(fan, await app.model())).body.id;
  expect((await send(fan, elsewhere, picture)).status).toBe(201);
  const list = await app.call("POST", "/api/chat/chat-media-attachments", {
    as: fan,
    body: { chat_id: id },
  });
  expect(list.body.data, "of this chat only").toMatchObject([
    {
      message_id: body.id,
      media: { id: body.media?.id, type: "picture", thumb: expect.any(String), is_processing: false },
    },
  ]);
  modelPage.close();
});

test("R-OPEN-53, R-AMB-44: the token comes in access-token alone; pages of ours may ask from another origin, others may not", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const ours = "http://127.0.0.1:1";
  expect((await send(fan, id, picture, {}, {})).status).toBe(401);
  expect((await send(fan, id, picture, {}, { authorization: `Bearer ${fan.token}` })).status).toBe(401);
  const asked = await fetch(`${app.origin}/chat/${id}/message`, {
    method: "OPTIONS",
    headers: { origin: ours, "access-control-request-headers": "access-token" },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe(ours);
  expect(asked.headers.get("access-control-allow-headers")).toContain("access-token");
  const sent = await send(fan, id, picture, {}, { "access-token": fan.token, origin: ours });
  expect([sent.status, sent.headers["access-control-allow-origin"]]).toEqual([201, ours]);
  const foreign = await send(
    fan,
    id,
    picture,
    {},
    { "access-token": fan.token, origin: "https://elsewhere.example" },
  );
  expect([foreign.status, foreign.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
});

test("R-OPEN-52, R-OPEN-91: no stranger sends into a chat, no fan sells, and what is neither picture nor video is refused", async () => {
  const [fan, stranger, model] = [await app.fan(), await app.fan(), await app.model()];
  const id = await chatOf(fan);
  const english = await send(stranger, id, picture);
  expect(english.status).toBe(403);
  await app.call("POST", "/api/fan/set-language", { as: stranger, body: { language: "es" } });
  const spanish = await send(stranger, id, picture);
  expect(spanish.status).toBe(403);
  expect(spanish.body, "in their own language").not.toEqual(english.body);
  expect((await send(model, id, picture)).status).toBe(403);
  expect((await send(fan, 999_999, picture)).status).toBe(404);
  expect((await send(fan, id, picture, forSale)).status).toBe(403);
  expect((await send(luna, id, picture, { type: "paid_media" })).status).toBe(422);
  expect((await send(fan, id, new TextEncoder().encode("<svg onload=alert(1)>"))).status).toBe(422);
  expect((await client.messages(fan, id)).body.data).toEqual([]);
  expect(await readdir(path.join(app.dataDir, "incoming"))).toEqual([]);
});

test("a retry with the same id is one message and one file", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const before = (await readdir(path.join(app.dataDir, "private-files", "chat"))).length;
  const tempId = randomUUID();
  const copies = await Promise.all([1, 2, 3].map(() => send(fan, id, picture, { temp_id: tempId })));
  expect(new Set(copies.map(({ body }) => body.id)).size).toBe(1);
  expect((await readdir(path.join(app.dataDir, "private-files", "chat"))).length).toBe(before + 3);
});

test("a file goes with a caption, once: repeated it is the same message, with another one it is none", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const sent = await send(fan, id, picture, { temp_id: "one", body: " the balcony " });
  expect([sent.status, sent.body.body, sent.body.type]).toEqual([201, "the balcony", "media"]);
  const again = await send(fan, id, picture, { temp_id: "one", body: "the balcony" });
  expect([again.status, again.body.id]).toEqual([201, sent.body.id]);
  expect((await send(fan, id, picture, { temp_id: "one", body: "another" })).status).toBe(409);
  const held = await send(fan, id, picture, { body: "write to me: ana@example.com" });
  expect([held.status, held.body]).toMatchObject([422, { code: "contact_details" }]);
  expect((await send(fan, id, picture, { body: "x".repeat(2_001) })).status).toBe(422);
});

test("R-CHAT-09: a video shows as processing until it is checked, then plays in ranges; what is none is broken", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const page = await listen(app, [`person:${fan.id}`], fan);
  const film = await testVideo("filmed at home");
  const { body } = await send(luna, id, film, { poster: picture });
  expect(body.media).toMatchObject({ type: "video", is_processing: true, url: null });
  const checked = await page.event("FileUploadedToBackblaze", ({ message_id }) => message_id === body.id);
  expect(checked).toMatchObject({
    chat_id: id,
    media: { is_processing: false, is_broken: false, duration: 2 },
  });
  const answer = await fetch(app.origin + String(checked.media.url), {
    headers: { ...bearer(fan), range: "bytes=0-99" },
  });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100]);
  expect(Buffer.from((await read(checked.media.url, fan)).bytes).includes("filmed at home")).toBe(false);
  expect((await read(checked.thumb, fan)).type).toBe("image/webp");
  const noFilm = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(64)]);
  const broken = await send(luna, id, noFilm);
  const found = await page.event(
    "FileUploadedToBackblaze",
    ({ message_id }) => message_id === broken.body.id,
  );
  const why = { is_processing: false, is_broken: true, broken_reason: "video_broken", url: null };
  expect(found.media).toMatchObject(why);
  const silent = await send(luna, id, await testSound());
  await page.event("FileUploadedToBackblaze", ({ message_id }) => message_id === silent.body.id);
  const [last, before] = (await client.messages(fan, id)).body.data;
  expect([last?.media?.broken_reason, before?.media?.broken_reason]).toEqual([
    "no_video_track",
    "video_broken",
  ]);
  page.close();
});

test("a video of impossible size is found broken at the first try", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const page = await listen(app, [`person:${fan.id}`], fan);
  const { body } = await send(fan, id, await oddVideo({ pixel: [4_000_000_000, 1] }));
  const found = await page.event("FileUploadedToBackblaze", ({ message_id }) => message_id === body.id);
  expect(found.media).toMatchObject({ is_processing: false, is_broken: true, url: null });
  page.close();
});

test("R-OPEN-91: the address of a long film lives long enough to see it twice, in the chat and among what was bought; the statement has the model's artistic name", async () => {
  const fan = await app.fan(100);
  const id = await chatOf(fan);
  const page = await listen(app, [`person:${fan.id}`], fan);
  const { body } = await send(luna, id, await testVideo("a long evening"), forSale);
  await page.event("FileUploadedToBackblaze", ({ message_id }) => message_id === body.id);
  page.close();
  await sql`update messaging.media set seconds = 7200 where id = ${body.media?.id ?? 0}`.execute(app.db);
  const call = (name: string) =>
    sql`update catalog.model set artistic_name = ${name} where id = ${luna.id}`.execute(app.db);
  await call("Luna Márquez");
  expect((await buy(fan, body.media?.id)).status).toBe(200);
  await call(luna.login);
  const statement = await app.call("GET", "/api/wallet/statement", { as: fan });
  expect(statement.body.data).toMatchObject([{ counterpart: "Luna Márquez" }, {}]);
  const [shown] = (await client.messages(fan, id)).body.data;
  const list = await app.call("GET", "/api/get-chat-purchased-content", { as: fan });
  const [owned] = list.body.data as { watchUrl: string }[];
  for (const address of [shown?.media?.url, owned?.watchUrl]) {
    const until = Number(new URL(String(address), app.origin).searchParams.get("until")) * 1000;
    expect(until - Date.now()).toBeGreaterThan(4 * 3_600_000);
  }
});

test("R-CHAT-10, R-ENT-17: before it is bought, a fan gets nothing of a paid picture but a blurred one of its own", async () => {
  const fan = await app.fan();
  const id = await chatOf(fan);
  const sent = await send(luna, id, picture, forSale);
  expect(sent.body).toMatchObject({ type: "paid_media", purchase_status: "unpaid", price: 40 });
  const { body } = await client.messages(fan, id);
  const [locked] = body.data;
  expect(locked).toMatchObject({
    type: "paid_media",
    purchase_status: "unpaid",
    price: 40,
    description: "the balcony at six",
    media: { url: null, width: 1200, height: 800 },
  });
  const { rows } = await sql<{ file_key: string; thumb_key: string; blurred_key: string }>`
    select * from messaging.media where id = ${sent.body.media?.id ?? 0}`.execute(app.db);
  const shown = JSON.stringify([body, (await client.chats(fan)).body]);
  expect(shown).not.toContain(rows[0]?.file_key);
  expect(shown).not.toContain(rows[0]?.thumb_key);
  expect(shown).toContain(rows[0]?.blurred_key);
  const thumb = new URL(app.origin + String(locked?.media?.thumb));
  expect(
    (
      await read(
        thumb.pathname.replace(String(rows[0]?.blurred_key), String(rows[0]?.file_key)) + thumb.search,
        fan,
      )
    ).status,
  ).toBe(403);
});

test("R-CHAT-11, R-API-78, R-CHAT-19: bought once it is clear for ever, charged once, and listed; the model has the tokens", async () => {
  const fan = await app.fan(100);
  const id = await chatOf(fan);
  const { body } = await send(luna, id, picture, forSale);
  const earned = async () => app.modules.wallet.balance(app.db, { kind: "model", id: luna.id });
  const before = await earned();
  const page = await listen(app, [`person:${fan.id}`], fan);
  const answers = await Promise.all(Array.from({ length: 12 }, () => buy(fan, body.media?.id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]?.body).toMatchObject({
    success: true,
    balance: 60,
    item: { id: body.media?.id, chat_id: id, message_id: body.id, purchase_status: "paid", price: 40 },
  });
  expect([await balanceOf(fan), (await earned()) - before]).toEqual([60, 40]);
  expect(await page.event("Chat.PaidMediaBoughtEvent")).toMatchObject({
    media_id: body.media?.id,
    tokens: 40,
  });
  expect(await page.event("BalanceChanged")).toMatchObject({ balance: 60, reason: "unlock" });
  const [clear] = (await client.messages(fan, id)).body.data;
  expect(clear).toMatchObject({ purchase_status: "paid" });
  expect((await read(clear?.media?.url, fan)).status).toBe(200);
  const list = (search: string) =>
    app.call("GET", `/api/get-chat-purchased-content?search=${search}`, { as: fan });
  for (const [search, found] of [
    ["balcony", 1],
    [luna.login.slice(0, 9), 1],
    ["violin", 0],
  ] as const)
    expect((await list(search)).body.data, search).toHaveLength(found);
  page.close();
});

test("R-OPEN-38, R-OPEN-43: too few tokens, a key of another purchase and somebody else's picture charge nothing", async () => {
  const [fan, stranger] = [await app.fan(50), await app.fan(100)];
  const id = await chatOf(fan);
  const [one, two] = [await send(luna, id, picture, forSale), await send(luna, id, picture, forSale)];
  const free = await send(luna, id, picture);
  const key = randomUUID();
  expect((await buy(stranger, one.body.media?.id)).status).toBe(403);
  expect((await buy(fan, free.body.media?.id)).status).toBe(409);
  expect((await buy(fan, 999_999)).status).toBe(404);
  const first = await buy(fan, one.body.media?.id, key);
  expect((await buy(fan, one.body.media?.id, key)).body).toEqual(first.body);
  expect((await buy(fan, two.body.media?.id, key)).status).toBe(409);
  expect(await buy(fan, two.body.media?.id)).toMatchObject({
    status: 402,
    body: { needed: 40, balance: 10 },
  });
  expect([await balanceOf(fan), await balanceOf(stranger)]).toEqual([10, 100]);
});

test("R-OPEN-38: one key for two pictures at once buys one of them and is refused for the other", async () => {
  const [fan, key] = [await app.fan(100), randomUUID()];
  const id = await chatOf(fan);
  const sent = [await send(luna, id, picture, forSale), await send(luna, id, picture, forSale)];
  const stop = await lockBarrier(app.owner, (tx) =>
    sql`select from wallet.account where kind = 'fan' and owner_id = ${fan.id} for update`.execute(tx),
  );
  const sales = sent.map(({ body }) => buy(fan, body.media?.id, key));
  await stop.reached("fanlight", 2);
  await stop.release();
  const statuses = (await Promise.all(sales)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await balanceOf(fan)).toBe(60);
});

test("R-OPEN-38: a refused purchase in a chat leaves its key free: topped up, the same call buys once", async () => {
  const fan = await app.fan(30);
  const id = await chatOf(fan);
  const [one, two] = [await send(luna, id, picture, forSale), await send(luna, id, picture, forSale)];
  const key = randomUUID();
  for (let n = 0; n < 2; n++) expect((await buy(fan, one.body.media?.id, key)).status).toBe(402);
  await app.topUp(fan, 70);
  const bought = await buy(fan, one.body.media?.id, key);
  expect([bought.status, bought.body.balance]).toEqual([200, 60]);
  expect((await buy(fan, one.body.media?.id, key)).body).toEqual(bought.body);
  expect((await buy(fan, two.body.media?.id, key)).status).toBe(409);
  expect(await balanceOf(fan)).toBe(60);
});

test("R-OPEN-73: a fan whom the model has banned buys nothing more in their chat, and keeps what is theirs", async () => {
  const fan = await app.fan(100);
  const chatId = await chatOf(fan);
  const [one, two] = [await send(luna, chatId, picture, forSale), await send(luna, chatId, picture, forSale)];
  const owned = await buy(fan, one.body.media?.id);
  await app.call("POST", "/api/studio/ban", { as: luna, body: { fan_id: fan.id } });
  const refused = await buy(fan, two.body.media?.id);
  expect([refused.status, refused.body.code]).toEqual([403, "banned"]);
  expect((await buy(fan, one.body.media?.id)).body.balance).toBe(owned.body.balance);
  expect(await balanceOf(fan)).toBe(60);
});

test("R-OPEN-56: what is bought stays when its message is taken back or the chat deleted; what is not bought is gone with its files", async () => {
  const fan = await app.fan(100);
  const id = await chatOf(fan);
  const [bought, not] = [await send(luna, id, picture, forSale), await send(luna, id, picture, forSale)];
  await buy(fan, bought.body.media?.id);
  for (const { body } of [bought, not])
    expect((await app.call("DELETE", `/api/studio/messages/${body.id}`, { as: luna })).status).toBe(200);
  await app.call("DELETE", `/api/chat/${id}`, { as: fan });
  expect((await buy(fan, not.body.media?.id)).status).toBe(404);
  const list = await app.call("GET", "/api/get-chat-purchased-content", { as: fan });
  const [item, ...others] = list.body.data as { watchUrl: string; message_id: null }[];
  expect(others).toEqual([]);
  expect(item?.message_id).toBeNull();
  expect((await read(item?.watchUrl, fan)).status).toBe(200);
  expect((await read(not.body.media?.url, luna)).status).toBe(403);
  expect((await buy(fan, bought.body.media?.id)).body.balance).toBe(60);
});

test("R-OPEN-56: what is taken back in the instant it is bought stays with its buyer", async () => {
  const fan = await app.fan(100);
  const { body } = await send(luna, await chatOf(fan), picture, forSale);
  // The purchase stands still before its tokens move, and the model takes the message back meanwhile.
  const stop = await lockBarrier(app.owner, (tx) =>
    sql`select from wallet.account where kind = 'fan' and owner_id = ${fan.id} for update`.execute(tx),
  );
  const sale = buy(fan, body.media?.id);
  await stop.reached("fanlight", 1);
  const taken = app.call("DELETE", `/api/studio/messages/${body.id}`, { as: luna });
  await stop.reached("fanlight", 2);
  await stop.release();
  expect([(await sale).status, (await taken).status, await balanceOf(fan)]).toEqual([200, 200, 60]);
  const list = await app.call("GET", "/api/get-chat-purchased-content", { as: fan });
  const [item] = list.body.data as { watchUrl: string }[];
  expect((await read(item?.watchUrl, fan)).status).toBe(200);
});

test("the database itself refuses a second purchase, a sale by a fan and a change of what was paid", async () => {
  const fan = await app.fan(100);
  const id = await chatOf(fan);
  const { body } = await send(luna, id, picture, forSale);
  await buy(fan, body.media?.id);
  const again = sql`
    insert into messaging.purchase (media_id, chat_id, fan_id, idem_key, tokens, transfer_id, balance_after, at)
    select media_id, chat_id, fan_id, 'another', tokens, transfer_id + 1000000, balance_after, at
    from messaging.purchase where media_id = ${body.media?.id ?? 0}`.execute(app.db);
  await expect(again).rejects.toThrow(/purchase_fan_id_media_id_key/);
  await expect(sql`update messaging.purchase set tokens = 1`.execute(app.owner)).rejects.toThrow(/final/);
  await expect(
    sql`update messaging.message set author = 'fan' where id = ${body.id}`.execute(app.owner),
  ).rejects.toThrow(/check constraint/);
});

test("files of uploads that died are swept, those of messages stay", async () => {
  const fan = await app.fan();
  const { body } = await send(fan, await chatOf(fan), picture);
  const { privateFiles, messaging } = app.modules;
  const lost = await privateFiles.put("chat", { bytes: picture, contentType: "image/webp" });
  const folder = path.join(app.dataDir, "private-files", "chat");
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), 1, 1);
  await messaging.sweepFiles();
  expect(await privateFiles.head(lost)).toBeNull();
  expect((await read(body.media?.url, fan)).status).toBe(200);
});
