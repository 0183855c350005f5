import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";

const app = testApp();
const client = chatClient(app);

/** A fan with tokens and a picture; answers where the picture is. */
async function fanWithPicture(): Promise<{ fan: Member; avatar: string }> {
  const fan = await registerMember(app);
  await app.modules.wallet.issue(app.db, {
    ...{ key: randomUUID(), to: { kind: "fan", id: fan.id }, tokens: 50 },
    ...{ kind: "opening", reason: "opening" },
  });
  const form = new FormData();
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } });
  form.append("avatar", new Blob([new Uint8Array(await picture.png().toBuffer())]), "me.png");
  const { body } = await app.call("POST", `/api/fan/store-avatar/${fan.id}`, { as: fan, body: form });
  return { fan, avatar: String(body.avatar) };
}

const close = ({ password, ...as }: Member) =>
  app.call("POST", "/api/fan/block-user", {
    ...{ as, body: { current_password: password }, headers: freshAddress() },
  });
const served = async (address: string) => (await fetch(app.origin + address)).status;
/** The fan in a model's chats: in the list, by the search and over the messages. */
async function seenBy(model: Person, fan: Person, chatId: number) {
  const { body } = await client.chatsOfModel(model);
  const found = await client.chatsOfModel(model, `?search=${fan.login}`);
  return {
    listed: body.data.map((chat) => chat.fan),
    found: found.body.data.map(({ id }) => id),
    thread: (await client.messagesOfModel(model, chatId)).body.chat.fan,
    text: JSON.stringify(body),
  };
}

test("R-ACCT-19, R-OPEN-15: from the moment of the deletion a model's chats show no name, picture or balance, and no search finds it", async () => {
  const model = await app.model();
  const { fan, avatar } = await fanWithPicture();
  const { id } = (await client.open(fan, model)).body;
  await client.answer(model, id, "welcome");
  const before = await seenBy(model, fan, id);
  expect(before.listed).toMatchObject([{ name: fan.login, avatar, tokenBalance: 50 }]);
  expect(before.found).toEqual([id]);
  expect(await served(avatar)).toBe(200);

  expect((await close(fan)).status).toBe(204);
  const after = await seenBy(model, fan, id);
  const nobody = { name: "", avatar: null, tokenBalance: 0, mode: "free" };
  expect([after.listed, after.thread]).toEqual([[nobody], nobody]);
  expect(after.found).toEqual([]);
  expect(after.text).not.toContain(fan.login);
  expect((await client.chatsOfModel(model)).body.data).toMatchObject([
    { fans_last_connection: null, fanIsOnline: false },
  ]);
  expect(await served(avatar)).toBe(404);
});

test("R-ACCT-19, R-OPEN-15: the closed account has no name among a model's bans and earnings either; the staff still reads it", async () => {
  const model = await app.model();
  const { fan } = await fanWithPicture();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const tip = { as: fan, body: { amount: 10 }, key: randomUUID() };
  expect((await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, tip)).status).toBe(200);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect((await close(fan)).status).toBe(204);

  const bans = await app.call("GET", "/api/studio/bans", { as: model });
  expect(bans.body.data).toMatchObject([{ id: fan.id, name: "" }]);
  const days = [-1, 1].map((n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10));
  const span = `from=${days[0]}&to=${days[1]}`;
  const earned = await app.call("GET", `/api/studio/earnings?${span}`, { as: model });
  expect(earned.body.fans).toMatchObject([{ fan_id: fan.id, name: null, tokens: 10 }]);
  expect(JSON.stringify(earned.body)).not.toContain(fan.login);
  const kept = sql<{ login: string }>`select login from accounts.account where id = ${fan.id}`;
  expect(await readRows(app.db, kept)).toEqual([{ login: fan.login }]);
  expect((await app.modules.identity.logins(app.db, [fan.id])).get(fan.id)).toBe(fan.login);
});
