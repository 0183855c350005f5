import { randomUUID } from "node:crypto";
import type { ChatMessage } from "#contract/chat-message.ts";
import type { Modules, Published } from "#server/app.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import { seededRandom } from "#server/kit/random.ts";
import { type Language, topicOf } from "../chat-bot/lines.ts";
import type { DemoModel } from "../models.ts";
import { createScript, type Heard } from "../talk/script.ts";
import { createTalk, type Voice } from "../talk/talk.ts";

export type AnsweringNeeds = Pick<Modules, "identity" | "messaging" | "realtime" | "rooms" | "shows"> & {
  db: Database;
  clock: Clock;
  log: Logger;
  origin: string;
  members: readonly DemoModel[];
  ids: ReadonlyMap<string, number>;
  /** Is the demo itself on air for this model? */
  isOnAir(login: string): boolean;
};

/** The demo's models as they answer fans one to one: in chats, and in the shows of live models. */
export type Answering = {
  /** Takes an event that the model's page would receive. */
  hear(event: Published): void;
  /** Answers what was written shortly before the product stopped, once. */
  catchUp(): Promise<void>;
  stop(): void;
};

/** A message that stayed unanswered for longer than this is let be after a restart. */
const recentMs = 15 * 60_000;
/** A person who wrote for the model has the chat to themselves for so long. */
const personStaysMs = 30 * 60_000;
/** The ids of the demo's own messages begin so: what else a model writes comes from a person. */
const ownPrefix = "demo-";
/** So much of a show is left when the model says that time runs out, and so much was served before. */
const lowSeconds = 60;
const servedBeforeLow = 20;

type Member = { modelId: number; member: DemoModel };

/**
 * Lets every model answer one to one by the calls that a person's page makes. Who has the model's part in person is not
 * spoken for: whoever has a page of the model's open, has just written in that chat, or has taken the stream over.
 */
export function answerFans(needs: AnsweringNeeds): Answering {
  const { clock, log } = needs;
  const people = needs.members.map((member) => ({ modelId: needs.ids.get(member.login) ?? 0, member }));
  const [byTopic, bySlug] = [
    new Map(people.map((one) => [`person:${one.modelId}`, one])),
    new Map(people.map((one) => [`room:${one.member.login}`, one])),
  ];
  const failed = (err: unknown) => log.warn({ err }, "a model of the demo did not answer a fan");
  const talk = createTalk({
    clock,
    random: seededRandom(`talk ${clock.now().getTime()}`),
    failed,
  });
  const chats = talkInChats(needs, talk);
  const shows = talkInShows(needs, talk);
  return {
    hear(event) {
      const mine = byTopic.get(event.topic);
      if (mine && event.name.startsWith("Chat.")) return void chats.hear(mine, event).catch(failed);
      const room = mine ?? bySlug.get(event.topic);
      if (room) void shows.hear(room, event).catch(failed);
    },
    async catchUp() {
      for (const one of people) await chats.catchUp(one).catch(failed);
    },
    stop: talk.stop,
  };
}

type Talks = ReturnType<typeof createTalk>;

function talkInChats(needs: AnsweringNeeds, talk: Talks) {
  const { messaging, realtime, clock, db } = needs;
  /** Until when a person has a chat, by the chat. */
  const taken = new Map<number, number>();
  /** The newest message that was heard of each chat: an event may come twice. */
  const heardUpTo = new Map<number, number>();

  const isTaken = (chatId: number) => (taken.get(chatId) ?? 0) > clock.now().getTime();
  const isThere = (modelId: number) => realtime.members(`person:${modelId}`) > 0;

  async function hear(one: Member, event: Published): Promise<void> {
    if (event.name === "Chat.NewMessageEvent") return answer(one, event.data.chat_id, event.data.message);
    if (event.name === "Chat.PaidMediaBoughtEvent")
      return listen(one, event.data, { kind: "bought" }, await languageOf(needs, event.data.fan_id));
    if (event.name !== "Chat.MessageDeliveredEvent" || event.data.message.automatic) return;
    if (event.data.temp_id?.startsWith(ownPrefix)) return;
    taken.set(event.data.chat_id, clock.now().getTime() + personStaysMs);
    talk.end(`chat:${event.data.chat_id}`);
  }

  async function answer(one: Member, chatId: number, message: ChatMessage): Promise<void> {
    if (message.author_id === one.modelId || message.id <= (heardUpTo.get(chatId) ?? 0)) return;
    heardUpTo.set(chatId, message.id);
    const fan = { chat_id: chatId, fan_id: message.author_id };
    listen(one, fan, heardIn(message), message.language ?? (await languageOf(needs, message.author_id)));
  }

  function listen(
    one: Member,
    { chat_id: chatId, fan_id: fanId }: { chat_id: number; fan_id: number },
    heard: Heard,
    language: Language,
  ): void {
    if (isThere(one.modelId) || isTaken(chatId)) return;
    talk.hear(`chat:${chatId}`, () => open(one, chatId, fanId), heard, language);
  }

  async function open({ modelId, member }: Member, chatId: number, fanId: number): Promise<Voice | null> {
    const model = { id: modelId, role: "model" } as const;
    const fan = await needs.identity.byId(db, fanId);
    const read = await messaging.messages(model, chatId, { page: 1 });
    if (!fan || !read.ok) return null;
    const script = createScript({
      random: seededRandom(`chat ${chatId} ${clock.now().getTime()}`),
      topic: topicOf[member.scene],
      model: member.name,
      fan: fan.login,
      place: "chat",
    });
    const earlier = read.messages.toReversed().filter(({ id }) => id < (heardUpTo.get(chatId) ?? 0));
    script.recall(earlier.map(({ author_id, body }) => ({ byModel: author_id === modelId, body })));
    return {
      script,
      mayTalk: async () =>
        !isThere(modelId) && !isTaken(chatId) && (await messaging.writeRefusal(model, chatId)) === null,
      typing: () => void messaging.typing(model, chatId).catch(() => {}),
      async say(body) {
        await messaging.markRead(model, chatId, null);
        await messaging.sendText(model, { chatId, body, tempId: `${ownPrefix}${randomUUID()}` });
      },
    };
  }

  async function catchUp(one: Member): Promise<void> {
    const model = { id: one.modelId, role: "model" } as const;
    if ((await messaging.unread(db, model)) === 0) return;
    const since = clock.now().getTime() - recentMs;
    const { chats } = await messaging.chats(model, { page: 1, search: "" });
    for (const { id, unread_amount, latest_message } of chats)
      if (latest_message && unread_amount > 0 && Date.parse(latest_message.created_at) > since)
        await answer(one, id, latest_message);
  }

  return { hear, catchUp };
}

function heardIn({ body, tip, media }: ChatMessage): Heard {
  if (tip) {
    const gift = tip.gift && { en: tip.gift.name_en, es: tip.gift.name_es };
    return { kind: "tip", tokens: tip.tokens, gift, anonymous: false };
  }
  return media ? { kind: "media" } : { kind: "text", text: body };
}

function talkInShows(needs: AnsweringNeeds, talk: Talks) {
  const { rooms, shows, clock } = needs;
  /** The shows whose fans were welcomed, and those who were told that time runs out. */
  const [welcomed, warned] = [new Set<number>(), new Set<number>()];

  async function hear(one: Member, event: Published): Promise<void> {
    if (event.name === "ShowEnded") {
      const { id } = event.data.show;
      talk.end(keyOf(id));
      for (const told of [welcomed, warned]) told.delete(id);
      return;
    }
    const heard = await heardBy(event);
    if (!heard || !needs.isOnAir(one.member.login)) return;
    const { show } = await shows.studio(one.modelId);
    if (!show || isKnown(show.id, heard)) return;
    const fan = await needs.identity.byName(needs.db, show.fan_name);
    talk.hear(keyOf(show.id), () => open(one, show.id, show.fan_name), heard, fan?.language ?? "en");
  }

  /** Whether that was said already: it is heard on several topics, or again and again. */
  function isKnown(showId: number, { kind }: Heard): boolean {
    const told = kind === "begins" ? welcomed : kind === "low" ? warned : null;
    if (!told || told.has(showId)) return told !== null;
    told.add(showId);
    return false;
  }

  async function giftNamed(id: number | undefined) {
    const gift = id === undefined ? undefined : (await rooms.tips.gifts()).find((each) => each.id === id);
    return gift ? { en: gift.name_en, es: gift.name_es } : null;
  }

  async function heardBy(event: Published): Promise<Heard | null> {
    if (event.name === "ShowStarted") return { kind: "begins", free: false };
    // A free show begins without an agreement that the model is told of.
    if (event.name === "ChatRoomTypeChanged")
      return event.data.type === "promo" ? { kind: "begins", free: true } : null;
    if (event.name === "ShowMeter") {
      const { seconds_left, served_seconds } = event.data.show;
      const isLow = seconds_left !== null && seconds_left <= lowSeconds && served_seconds >= servedBeforeLow;
      return isLow ? { kind: "low" } : null;
    }
    if (event.name !== "RoomMessage" || event.data.author.role !== "fan") return null;
    const { kind, body, tokens = 0, author, gift_id } = event.data;
    if (kind === "tip" || kind === "gift")
      return { kind: "tip", tokens, gift: await giftNamed(gift_id), anonymous: author.id === null };
    // Simulated visitors have no account.
    return author.id === null ? null : { kind: "text", text: body };
  }

  async function open({ modelId, member }: Member, showId: number, fan: string): Promise<Voice> {
    const { chat } = await rooms.studio(modelId, needs.origin);
    const script = createScript({
      random: seededRandom(`show ${showId} ${clock.now().getTime()}`),
      topic: topicOf[member.scene],
      model: member.name,
      fan,
      place: "show",
    });
    script.recall(
      chat.history
        .filter(({ author }) => author.role === "model")
        .map(({ body }) => ({ byModel: true, body })),
    );
    return {
      script,
      mayTalk: async () => needs.isOnAir(member.login) && (await shows.studio(modelId)).show?.id === showId,
      async say(body, language) {
        const order = { authorId: modelId, role: "model", slug: member.login, body, language } as const;
        await rooms.chat.say({ ...order, clientMessageId: `${ownPrefix}${randomUUID()}` });
      },
    };
  }

  return { hear };
}

const keyOf = (showId: number) => `show:${showId}`;

const languageOf = async ({ identity, db }: AnsweringNeeds, fanId: number): Promise<Language> =>
  (await identity.byId(db, fanId))?.language ?? "en";
