import { expect, test } from "vitest";
import { chat, listOf } from "#testing/web/inbox/chat.ts";
import { MODEL, ME, message } from "#testing/web/inbox/message.ts";
import {
  chatRead,
  chatsOf,
  mapChats,
  withMedia,
  withMessage,
  presenceDumped,
  withPresence,
  withStreamStatus,
  withSubscription,
  withoutChat,
} from "./patch-chats.ts";

test("R-CHAT-01: a chat that stands on two pages is shown once, and the newest message decides the order", () => {
  const list = listOf([chat(1, 90), chat(2, 80)], [chat(2, 80), chat(3, 95)]);
  expect(chatsOf(list).map(({ id }) => id)).toEqual([3, 1, 2]);
});

test("R-CHAT-01, R-OPEN-17: a chat that was taken over later than another, and is older, stands below it", () => {
  const older = message(95, { created_at: "2026-11-01T12:00:00.000Z" });
  const newer = message(90, { created_at: "2026-11-20T12:00:00.000Z" });
  const list = listOf([chat(1, 90, { latest_message: newer }), chat(3, 95, { latest_message: older })]);
  expect(chatsOf(list).map(({ id }) => id)).toEqual([1, 3]);
});

test("R-CHAT-24: a message that comes is the latest of its chat and says what is unread; other chats stay", () => {
  const list = listOf([chat(1, 90), chat(2, 80)]);
  const after = mapChats(list, (each) => withMessage(each, message(91, { chat_id: 2 }), 4));
  expect(chatsOf(after)).toMatchObject([
    { id: 2, unread_amount: 4, latest_message: { id: 91 } },
    { id: 1, unread_amount: 0, latest_message: { id: 90 } },
  ]);
  expect(after.pages[0]?.data[0]).toBe(list.pages[0]?.data[0]);
});

test("A message that is said again after a newer one does not become the latest", () => {
  const before = chat(2, 80, { unread_amount: 1 });
  expect(withMessage(before, message(70, { chat_id: 2 }), null)).toMatchObject({
    latest_message: { id: 80 },
    unread_amount: 1,
  });
});

test("R-CHAT-13: own reading empties the count; the model's marks the own latest message as read", () => {
  const read = { chat_id: 2, up_to: 80, unread_amount: null, unread_messages: null };
  const unread = chat(2, 80, { unread_amount: 3 });
  expect(chatRead(unread, { ...read, reader_id: ME, unread_amount: 0 })).toMatchObject({
    unread_amount: 0,
    latest_message: { was_read: true },
  });
  const mine = chat(2, 80, { latest_message: message(80, { author_id: ME }), unread_amount: 3 });
  expect(chatRead(mine, { ...read, reader_id: MODEL })).toMatchObject({
    unread_amount: 3,
    latest_message: { was_read: true },
  });
  expect(chatRead(mine, { ...read, reader_id: MODEL, up_to: 79 }).latest_message?.was_read).toBe(false);
  expect(chatRead(mine, { ...read, chat_id: 3, reader_id: MODEL })).toBe(mine);
});

test("R-CHAT-27, R-LIVE-01, R-LIVE-02, R-LIVE-03: a chat follows whether the model is online or streams", () => {
  const at = "2026-11-21T12:00:00.000Z";
  const online = withPresence(chat(1, 1), MODEL, true, at);
  expect(online.model).toMatchObject({ isOnline: true, lastConnection: at });
  expect(withPresence(online, MODEL, false).model).toMatchObject({ isOnline: false, lastConnection: at });
  expect(presenceDumped(online).model.isOnline).toBe(false);
  expect(withPresence(online, 99, false)).toBe(online);
  expect(withStreamStatus(online, MODEL, "began").model).toMatchObject({
    streamStatus: "began",
    streamData: { status: "began" },
  });
  expect(withStreamStatus(online, 99, "began")).toBe(online);
});

test("R-CHAT-29, R-LIVE-12: a subscription event changes the chat of its own fan and model only", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const event = { fan_id: ME, model_id: MODEL, end: "2026-12-21T12:00:00.000Z" };
  const before = chat(1, 1);
  const subscribed = withSubscription(before, event, now);
  expect(subscribed.model.fanSubscribed).toBe(true);
  expect(withSubscription(before, { ...event, fan_id: 43 }, now)).toBe(before);
  expect(withSubscription(before, { ...event, model_id: 9 }, now)).toBe(before);
  expect(withSubscription(subscribed, { ...event, end: now.toISOString() }, now).model.fanSubscribed).toBe(
    false,
  );
});

test("R-CHAT-17: a chat that was deleted leaves the list", () => {
  expect(chatsOf(withoutChat(listOf([chat(1, 90)], [chat(2, 80)]), 1)).map(({ id }) => id)).toEqual([2]);
});

test("R-CHAT-09: a medium that is ready changes its own message only", () => {
  const media = {
    id: 4,
    type: "picture",
    thumb: "/t",
    is_processing: false,
    is_broken: false,
    broken_reason: null,
    url: "/u",
    width: 4,
    height: 3,
    duration: null,
  } as const;
  const waiting = message(1, {
    type: "media",
    media: { ...media, is_processing: true, thumb: null, url: null },
  });
  expect(withMedia(waiting, media).media).toEqual(media);
  expect(withMedia(waiting, { ...media, id: 5 })).toBe(waiting);
});
