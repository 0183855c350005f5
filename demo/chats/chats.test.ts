import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { testApp } from "#testing/app/test-app.ts";
import { demoModel } from "../models.ts";
import { seedChats } from "../world/chats.ts";
import { demoChats } from "./dialogue.ts";

const app = testApp();
const dialogues = Object.values(demoChats).flat();

test("forty chats of three fans, each with a model of the demo, once, and no line twice", () => {
  expect(dialogues).toHaveLength(40);
  for (const { model } of dialogues) expect(demoModel(model), model).toBeDefined();
  for (const [fan, own] of Object.entries(demoChats))
    expect(new Set(own.map(({ model }) => model)).size, fan).toBe(own.length);
  const texts = dialogues.flatMap(({ lines }) =>
    lines.flatMap((line) => ("says" in line ? [line.says] : [])),
  );
  expect(new Set(texts).size).toBe(texts.length);
});

test("R-OPEN-96: they are settled once; a chat that went on since stays as it is, and balances are what they were", async () => {
  const ids = new Map<string, number>();
  for (const fan of Object.keys(demoChats)) ids.set(fan, (await app.fan(1)).id);
  for (const model of new Set(dialogues.map((each) => each.model))) ids.set(model, (await app.model()).id);
  const { identity, catalog, messaging, wallet } = app.modules;
  const settle = () =>
    seedChats({
      db: app.db,
      clock: systemClock,
      ids,
      identity,
      catalog,
      messaging,
      wallet,
    });
  await settle();
  const nico = { id: ids.get("nico") ?? 0, role: "fan" } as const;
  const { chats, total } = await messaging.chats(nico, { page: 1, search: "" });
  expect(total).toBe(demoChats.nico?.length);
  expect(chats[0]?.unread_amount).toBe(2);
  await messaging.sendText(nico, { chatId: chats[0]?.id ?? 0, body: "since then", tempId: null });
  const count = () => sql<{ n: number }>`select count(*) as n from messaging.message`.execute(app.db);
  const before = (await count()).rows;
  await settle();
  expect((await count()).rows).toEqual(before);
  expect((await messaging.purchased(nico.id, { page: 1, search: "" })).total).toBe(1);
  expect(await wallet.balance(app.db, { kind: "fan", id: nico.id })).toBe(1);
});
