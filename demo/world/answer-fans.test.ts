import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Published } from "#server/app.ts";
import { createLogger } from "#server/kit/log.ts";
import { listModel } from "#testing/app/list-model.ts";
import { confirmEmailOf } from "#testing/app/members.ts";
import { openAccount } from "#testing/app/open-account.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { demoModel } from "../models.ts";
import { talkTexts } from "../talk/texts.ts";
import { type Answering, answerFans } from "./answer-fans.ts";

/** The demo's answering; nobody while the demo is stopped. */
const demo: { answering: Answering | null } = { answering: null };
/** The chats' messages that have gone out to pages, whether or not somebody answers. */
const goneOut: { chatId: number; body: string | null }[] = [];
const app = testApp({
  published: (event: Published) => {
    demo.answering?.hear(event);
    if (event.name === "Chat.NewMessageEvent")
      goneOut.push({ chatId: event.data.chat_id, body: event.data.message.body });
  },
});

/** A model of the demo who is live, and answers by a clock that the test moves. */
async function resident(login: string) {
  const member = demoModel(login);
  if (!member) throw new Error(`nobody is called ${login}`);
  const account = await openAccount(app.db, app.modules.identity, login, "model");
  await listModel(app.db, account.id);
  await app.modules.rooms.publisherTurned(login, "started");
  const model: Person = { id: account.id, login, token: await app.modules.identity.issueToken(account) };
  const state = { isOurs: true };
  // The product's own clock stamps the messages.
  const clock = manualClock(new Date());
  const begin = () =>
    answerFans({
      ...app.modules,
      db: app.db,
      clock,
      log: createLogger("silent"),
      origin: app.origin,
      members: [member],
      ids: new Map([[login, model.id]]),
      isOnAir: () => state.isOurs,
    });
  demo.answering = begin();
  const stop = () => {
    demo.answering?.stop();
    demo.answering = null;
  };
  const restart = () => {
    stop();
    const again = begin();
    demo.answering = again;
    return again;
  };
  /** Lets the model read and type until something holds. */
  const thinking = <T>(read: () => T | Promise<T>, what: string) =>
    until(() => {
      clock.advance(500);
      return read();
    }, what);
  return { member, model, state, clock, stop, restart, thinking };
}

async function chatOf(fan: Person, model: Person) {
  const opened = await app.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
  const chatId = Number(opened.body.id);
  const send = async (body: string, as: Person = fan) => {
    const sent = await app.modules.messaging.sendText(
      { id: as.id, role: as === fan ? "fan" : "model" },
      { chatId, body, tempId: randomUUID() },
    );
    expect(sent.ok).toBe(true);
    // The event comes after the message: one that was missed while the demo was stopped must not come once it is back.
    await until(
      () => goneOut.some((message) => message.chatId === chatId && message.body === body),
      "the message to go out",
    );
  };
  /** The texts, the newest last. */
  const texts = async () => {
    const read = await app.modules.messaging.messages({ id: fan.id, role: "fan" }, chatId, { page: 1 });
    if (!read.ok) throw new Error(read.refusal);
    return read.messages
      .toReversed()
      .map(({ body, author_id }) => ({ body, byModel: author_id === model.id }));
  };
  const answers = async () => (await texts()).filter(({ byModel }) => byModel).map(({ body }) => body);
  return { chatId, send, answers };
}

const named = (lines: readonly string[], fan: Person, name: string) =>
  lines.map((line) => line.replaceAll("{fan}", fan.login).replaceAll("{model}", name));
const beginsWithOneOf = (line: string | undefined, lines: readonly string[]) =>
  expect(
    lines.some((each) => line?.startsWith(each)),
    `${line}`,
  ).toBe(true);

test("R-OPEN-59: the demo's model answers in a chat by the fan's name, typing first, in their language, and never itself", async () => {
  const { model, member, thinking, clock } = await resident("clara");
  const fan = await app.fan(200);
  const chat = await chatOf(fan, model);
  const page = await listen(app, [`person:${fan.id}`], fan);
  await chat.send("hello");
  await thinking(async () => (await chat.answers()).length === 1, "the answer");
  expect(await page.event("Chat.TypingEvent")).toMatchObject({ author_id: model.id });
  const [first] = await chat.answers();
  beginsWithOneOf(first, named(talkTexts.en.first, fan, member.name));
  clock.advance(120_000);
  await chat.send("buenas noches, hasta mañana");
  await thinking(async () => (await chat.answers()).length === 2, "the goodbye");
  const goodbyes = talkTexts.es.subjects.find(({ ends }) => ends)?.answers ?? [];
  beginsWithOneOf((await chat.answers())[1], named(goodbyes, fan, member.name));
  const tipped = await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
    as: fan,
    body: { amount: 5, chat_id: chat.chatId },
    key: randomUUID(),
  });
  expect(tipped.status).toBe(200);
  await thinking(async () => (await chat.answers()).length === 3, "the thanks");
  const thanks = named(talkTexts.en.tips.small, fan, member.name).map((line) =>
    line.replaceAll("{tokens}", "5"),
  );
  expect(thanks).toContain((await chat.answers())[2]);
  page.close();
});

test("R-OPEN-59: where a person has the model's part the demo is silent: they have a page open, or wrote in the chat", async () => {
  const { model, thinking } = await resident("aria");
  const fan = await app.fan();
  const [mine, other] = [await chatOf(fan, model), await chatOf(await app.fan(), model)];
  await mine.send("it is me who writes", model);
  await mine.send("hello");
  await other.send("hello");
  await thinking(async () => (await other.answers()).length === 1, "the answer in the other chat");
  expect(await mine.answers()).toEqual(["it is me who writes"]);
  const page = await listen(app, [`person:${model.id}`], model);
  const third = await chatOf(await app.fan(), model);
  await third.send("hello");
  await page.event("Chat.NewMessageEvent");
  page.close();
  await until(() => app.modules.realtime.members(`person:${model.id}`) === 0, "the page to be closed");
  const fourth = await chatOf(await app.fan(), model);
  await fourth.send("hello");
  await thinking(async () => (await fourth.answers()).length === 1, "the answer once the page is closed");
  expect(await third.answers()).toEqual([]);
});

test("R-OPEN-59: after a restart a recent message is answered once, an old and an answered one not", async () => {
  const { model, stop, restart, thinking, clock } = await resident("noor");
  stop();
  const [recent, answered] = [await chatOf(await app.fan(), model), await chatOf(await app.fan(), model)];
  await recent.send("are you there?");
  await answered.send("hello");
  await answered.send("yes", model);
  const again = restart();
  await again.catchUp();
  await thinking(async () => (await recent.answers()).length === 1, "the late answer");
  await restart().catchUp();
  /** Somebody who writes afterwards has their answer, and so has everybody who is to have one. */
  const othersAreAnswered = async () => {
    const later = await chatOf(await app.fan(), model);
    await later.send("hello");
    await thinking(async () => (await later.answers()).length === 1, "the answer to somebody else");
  };
  await othersAreAnswered();
  expect(await recent.answers()).toHaveLength(1);
  expect(await answered.answers()).toEqual(["yes"]);

  const old = await chatOf(await app.fan(), model);
  stop();
  await old.send("hello");
  clock.advance(20 * 60_000);
  await restart().catchUp();
  await othersAreAnswered();
  expect(await old.answers()).toEqual([]);
});

test("R-OPEN-59, R-OPEN-68: in a private show the demo's model welcomes its fan, answers and thanks, and leaves the show to a person", async () => {
  const { model, member, state, thinking } = await resident("luna");
  const fan = await app.fan(5_000);
  const { shows, rooms } = app.modules;
  const stopAccepting = shows.paid.onRequest(
    ({ id }) => void shows.paid.answer(model.id, id, { accept: true }),
  );
  const { private: rate } = await shows.paid.rates(model.id);
  await app.call("POST", "/api/fan/show-requests", {
    as: fan,
    body: { model_id: model.id, mode: "private", rate },
    key: randomUUID(),
  });
  await until(() => shows.paid.showOfFan(fan.id), "the show");
  const lines = async () => {
    const { chat } = await rooms.studio(model.id, app.origin);
    return chat.history.filter(({ author }) => author.id === model.id);
  };
  await thinking(async () => (await lines()).length === 1, "the welcome");
  expect(named(talkTexts.en.begins, fan, member.name)).toContain((await lines())[0]?.body);
  const say = (body: string) =>
    rooms.chat.say({ authorId: fan.id, role: "fan", slug: "luna", body, clientMessageId: randomUUID() });
  await say("thank you");
  await thinking(async () => (await lines()).length === 2, "the answer");
  const thanks = { as: fan, body: { amount: 300 }, key: randomUUID() };
  await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, thanks);
  await thinking(async () => (await lines()).length === 3, "the thanks");
  const big = named(talkTexts.en.tips.big, fan, member.name).map((line) =>
    line.replaceAll("{tokens}", "300"),
  );
  expect(big).toContain((await lines())[2]?.body);
  state.isOurs = false;
  await say("hello?");
  state.isOurs = true;
  await say("bye");
  await thinking(async () => (await lines()).length === 4, "the goodbye");
  const goodbyes = talkTexts.en.subjects.find(({ ends }) => ends)?.answers ?? [];
  expect(named(goodbyes, fan, member.name)).toContain((await lines())[3]?.body);
  stopAccepting();
  await shows.leaveShow(fan.id);
});

test("R-OPEN-59, R-OPEN-66: in the free minutes of a promo link the demo's model greets the fan in their language", async () => {
  const { model, member, thinking } = await resident("ines");
  const fan = await app.fan();
  await confirmEmailOf(app.db, fan);
  await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "es" } });
  const { promos } = app.modules.shows;
  const email = (await app.modules.identity.byId(app.db, fan.id))?.email ?? "";
  const made = await promos.make({ modelId: model.id, clientId: randomUUID(), email, durationSeconds: 300 });
  if (!made.ok) throw new Error("no promo was made");
  await promos.open(fan.id, made.promo.url.split("/").at(-1) ?? "");
  const token = made.promo.url.split("/").at(-1) ?? "";
  const { body } = await app.call("GET", `/api/promo-stream/${token}`, { as: fan });
  const waiting = await listen(app, [String(body.topic) as `promo:${number}`], fan);
  await until(
    async () => (await app.modules.shows.studio(model.id)).promos.some((promo) => promo.waiting),
    "the fan to wait",
  );
  await promos.start(model.id, made.promo.id);
  await until(() => app.modules.shows.paid.showOfFan(fan.id), "the show");
  const lines = async () =>
    (await app.modules.rooms.studio(model.id, app.origin)).chat.history.filter(
      ({ author }) => author.id === model.id,
    );
  await thinking(async () => (await lines()).length === 1, "the welcome");
  const [line] = await lines();
  expect(named(talkTexts.es.promo, fan, member.name)).toContain(line?.body);
  expect(line?.language).toBe("es");
  waiting.close();
  await app.modules.shows.leaveShow(fan.id);
});
