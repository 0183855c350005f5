import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const chats = chatClient(app);
let rose: { id: number; name_en: string; name_es: string; image: string };

beforeAll(async () => {
  rose = { id: 1, name_en: "Rose", name_es: "Rosa", image: "/world/gifts/rose.svg" };
  await app.withTransaction((tx) => app.modules.rooms.tips.saveGifts(tx, [{ ...rose, price: 5 }]));
});

/** A fan with tokens, a model, their chat, and what the fan can give there. */
async function talking(tokens = 100) {
  const [fan, model] = [await app.fan(tokens), await app.model()];
  const chatId = (await chats.open(fan, model)).body.id;
  const give = (body: object, key: string = randomUUID(), as: Person = fan) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
      as,
      body: { chat_id: chatId, ...body },
      key,
    });
  const messages = async () => ({
    byFan: (await chats.messages(fan, chatId)).body.data,
    byModel: (await chats.messagesOfModel(model, chatId)).body.data,
  });
  return { fan, model, chatId, give, messages };
}

const balanceOf = (fan: Person) => app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id });

test("R-OPEN-76: a tip given in a chat stands there once for both, with its note, and not in the room", async () => {
  const { fan, model, chatId, give, messages } = await talking();
  const [fanPage, modelPage] = [
    await listen(app, [`person:${fan.id}`], fan),
    await listen(app, [`person:${model.id}`], model),
  ];
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => give({ amount: 25, message: "For the encore" }, key)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const { transfer_id } = answers.map(({ body }) => body.tip as { transfer_id: number })[0] ?? {};
  const { byFan, byModel } = await messages();
  const line = { author_id: fan.id, type: "text", body: "For the encore", media: null, temp_id: null };
  expect(byFan).toMatchObject([{ ...line, tip: { tokens: 25, gift: null, transfer_id } }]);
  expect(byModel).toMatchObject([{ ...line, tip: { tokens: 25, gift: null, transfer_id: null } }]);
  expect(await balanceOf(fan)).toBe(75);
  expect(await chats.unreadOf(model)).toBe(1);
  const message = await modelPage.event("Chat.NewMessageEvent", ({ chat_id }) => chat_id === chatId);
  expect(message).toMatchObject({ type: "text", body: "For the encore", message: { tip: { tokens: 25 } } });
  const delivered = await fanPage.event("Chat.MessageDeliveredEvent", ({ chat_id }) => chat_id === chatId);
  expect(delivered.message).toMatchObject({ id: byFan[0]?.id, tip: { transfer_id } });
  const balance = await fanPage.event("BalanceChanged", ({ reason }) => reason === "tip");
  expect(balance).toMatchObject({ balance: 75, transfer_id });
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from live.line where model_id = ${model.id}`.execute(app.db);
  expect(rows).toEqual([{ n: 0 }]);
  fanPage.close();
  modelPage.close();
});

test("R-LIVE-25: a gift given in a chat stands there as it was then, whatever it is called later", async () => {
  const { fan, give, messages } = await talking();
  expect((await give({ gift_id: rose.id, quantity: 2 })).status).toBe(200);
  const renamed = { ...rose, name_en: "Red rose", price: 6 };
  await app.withTransaction((tx) => app.modules.rooms.tips.saveGifts(tx, [renamed]));
  const { byFan, byModel } = await messages();
  const given = { body: "", tip: { tokens: 10, gift: { ...rose, quantity: 2 } } };
  expect(byFan).toMatchObject([given]);
  expect(byModel).toMatchObject([given]);
  expect(await balanceOf(fan)).toBe(90);
  await app.withTransaction((tx) => app.modules.rooms.tips.saveGifts(tx, [{ ...rose, price: 5 }]));
});

test("a tip in a chat is answered, found by its note, and counts towards the room's goal", async () => {
  const { fan, model, chatId, give, messages } = await talking();
  const goal = { title: { en: "Song", es: "Canción" }, target: 50 };
  expect((await app.call("POST", "/api/studio/room", { as: model, body: { goal } })).status).toBe(200);
  await give({ amount: 20, message: "Una canción" });
  const [tip] = (await messages()).byFan;
  const form = chats.form("Thank you!", randomUUID());
  form.set("reply_to", String(tip?.id));
  const reply = await app.call("POST", `/api/studio/chats/${chatId}/messages`, { as: model, body: form });
  expect(reply.body.reply_to).toEqual({
    id: tip?.id,
    author_id: fan.id,
    body: "Una canción",
    media: null,
    tip: 20,
  });
  const found = await app.call("GET", `/api/chat/${chatId}/search?search=cancion`, { as: fan });
  expect(found.body.data).toMatchObject([{ id: tip?.id, tip: { tokens: 20 } }]);
  expect((await app.call("GET", "/api/studio", { as: model })).body.goal).toMatchObject({ reached: 20 });
});

test("what cannot be given in a chat moves no tokens and is refused with a reason: another's chat, no name, held words, too little", async () => {
  const { fan, model, give, messages } = await talking(30);
  const stranger = await app.fan(50);
  const elsewhere = await talking();
  await app.call("POST", "/api/chat/word-filter", { as: model, body: { words: ["darling"] } });
  const refused = [
    [await give({ amount: 5 }, randomUUID(), stranger), 404, "unknown_chat"],
    [await give({ amount: 5, chat_id: elsewhere.chatId }), 404, "unknown_chat"],
    [await give({ amount: 5, chat_id: 987_654 }), 404, "unknown_chat"],
    [await give({ amount: 5, message: "for you, darling" }), 422, "filtered_words"],
    [await give({ amount: 5, message: "write to me@example.com" }), 422, "contact_details"],
    [await give({ amount: 31 }), 402, "too_few_tokens"],
  ] as const;
  for (const [{ status, body }, expected, code] of refused)
    expect({ status, code: body.code }).toEqual({ status: expected, code });
  expect(refused[3][0].body.errors).toHaveProperty("message");
  for (const wrong of [{ amount: 5, anonymous: true }, { amount: 5, chat_id: "x" }, { amount: 0 }])
    expect((await give(wrong)).status).toBe(422);
  expect((await messages()).byModel).toEqual([]);
  expect([await balanceOf(fan), await balanceOf(stranger)]).toEqual([30, 50]);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect((await give({ amount: 5 })).body.code).toBe("banned");
});

test("a key that paid a tip in the room pays none in a chat, and the other way round", async () => {
  const { fan, model, give, messages } = await talking();
  const inRoom = (key: string) =>
    app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body: { amount: 5 }, key });
  const [first, second] = [randomUUID(), randomUUID()];
  expect((await inRoom(first)).status).toBe(200);
  expect((await give({ amount: 5 }, first)).status).toBe(409);
  expect((await give({ amount: 5 }, second)).status).toBe(200);
  expect((await inRoom(second)).status).toBe(409);
  expect((await messages()).byFan).toHaveLength(1);
  expect(await balanceOf(fan)).toBe(90);
});

test("what was given is neither taken back nor changed, and the database holds one message for a transfer", async () => {
  const { fan, chatId, give, messages } = await talking();
  await give({ amount: 5, message: "Bravo" });
  const [tip] = (await messages()).byFan;
  const taken = await app.call("DELETE", `/api/chat/message/${tip?.id}`, { as: fan, language: "es" });
  expect(taken).toMatchObject({ status: 409, body: { code: "tip_stays" } });
  expect(taken.body.message).toContain("propina");
  const changes = [sql`tip_tokens = 50`, sql`tip_transfer_id = null, tip_tokens = null`, sql`body = 'x'`];
  for (const change of changes)
    await expect(
      sql`update messaging.message set ${change} where id = ${tip?.id}`.execute(app.owner),
    ).rejects.toThrow("stays as it was given");
  const copy = (author: string, transfer: number) =>
    sql`
      insert into messaging.message (chat_id, author, type, body, tip_transfer_id, tip_tokens, sent_at, updated_at)
      values (${chatId}, ${author}, 'text', '', ${transfer}, 5, now(), now())`.execute(app.owner);
  await expect(copy("fan", tip?.tip?.transfer_id ?? 0)).rejects.toThrow("message_tip");
  await expect(copy("model", 987_654)).rejects.toThrow("message_tip");
  expect((await messages()).byFan).toHaveLength(1);
});

test("fans who give in chats side by side get their answers, each message stands in its own chat", async () => {
  const pairs = await Promise.all([1, 2, 3].map(() => talking()));
  const given = await Promise.all(
    pairs.flatMap(({ give }) => [give({ amount: 1 }), give({ amount: 2 }), give({ gift_id: rose.id })]),
  );
  expect(new Set(given.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { messages, fan } of pairs) {
    const tokens = (await messages()).byFan.map(({ tip }) => tip?.tokens ?? 0);
    expect(tokens.toSorted((a, b) => a - b)).toEqual([1, 2, 5]);
    await until(async () => (await balanceOf(fan)) === 92);
  }
});
