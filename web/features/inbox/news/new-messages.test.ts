import { expect, test } from "vitest";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { MODEL, ME, message } from "#testing/web/inbox/message.ts";
import { dedupeMessages, shouldNotify, newMessageOf } from "./NewMessages.tsx";

test("a message that is repeated after a gap is announced once", () => {
  const seen = dedupeMessages();
  expect([7, 8, 7].map(seen)).toEqual([true, true, false]);
  expect(dedupeMessages()(7)).toBe(true);
});

test("messages are remembered for a while only", () => {
  const seen = dedupeMessages();
  for (let id = 1; id <= 501; id++) seen(id);
  expect(seen(501)).toBe(false);
  expect(seen(1)).toBe(true);
});

const event: RealtimeEvents["Chat.NewMessageEvent"] = {
  id: 12,
  chat_id: 5,
  recipient_id: ME,
  author_id: MODEL,
  author_profile: { avatar_link: "/files/clara.webp", artistic_name: "Clara" },
  type: "paid_media",
  body: "the slow lesson",
  media: { id: 4, type: "video", thumb: null, is_processing: true },
  sent_at: "2026-11-21T12:00:00.000Z",
  message: { ...message(12), media: null },
  unread_amount: 1,
  unread_messages: 3,
};

test("R-ENT-18, R-ENT-24: the event's form becomes the notification's", () => {
  expect(newMessageOf(event, ME)).toEqual({
    message: {
      id: 12,
      type: "paid_media",
      text: "the slow lesson",
      lastSend: "2026-11-21T12:00:00.000Z",
      media: { type: "video" },
    },
    model: { avatar: "/files/clara.webp", name: "Clara" },
    chat: { id: 5 },
  });
  expect(newMessageOf({ ...event, media: null, body: null }, ME)?.message).toMatchObject({
    text: "",
    media: null,
  });
});

test("R-CHAT-25: a message for another person is none", () => {
  expect(newMessageOf(event, 43)).toBeNull();
});

test("R-CHAT-24, R-OPEN-14: messages outside the open chat are shown, unless notifications are blocked", () => {
  const news = newMessageOf(event, ME);
  if (!news) throw new Error("it is for this person");
  expect(shouldNotify(news, { blocked: false, openChat: null })).toBe(true);
  expect(shouldNotify(news, { blocked: false, openChat: 6 })).toBe(true);
  expect(shouldNotify(news, { blocked: false, openChat: 5 })).toBe(false);
  expect(shouldNotify(news, { blocked: true, openChat: null })).toBe(false);
});
