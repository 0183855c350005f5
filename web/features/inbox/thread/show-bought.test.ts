import { expect, test, vi } from "vitest";
import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import { message } from "#testing/web/inbox/message.ts";
import type { ThreadItem } from "./thread-item.ts";
import { createThreadSession, type ThreadSession } from "./thread-session.ts";
import { showBought } from "./UnlockButton.tsx";

const locked: ChatMedia = {
  id: 40,
  type: "video",
  thumb: "/files/blurred.webp",
  is_processing: false,
  is_broken: false,
  broken_reason: null,
  url: null,
  width: 640,
  height: 360,
  duration: 6,
};
const clear: ChatMedia = { ...locked, thumb: "/files/clear.webp", url: "/files/clear.mp4" };

function threadWith(...messages: ChatMessage[]): ThreadSession {
  const never = () => new Promise<never>(() => {});
  const thread = createThreadSession({
    chatId: 5,
    me: 7,
    sendText: never,
    sendMedia: never,
    load: never,
    markRead: never,
    preview: { of: () => "", drop: () => {} },
    kept: { read: () => ({ draft: "", texts: [] }), write: () => {} },
    newId: () => "one",
    clock: { now: () => new Date(), after: () => () => {}, every: () => () => {} },
  });
  thread.takeNewest({ data: messages, next: null });
  return thread;
}

const paid = (id: number) =>
  message(id, { type: "paid_media", media: locked, purchase_status: "unpaid", price: 50 });

test("R-CHAT-11: what was bought is clear in its message, and is the fan's", () => {
  const thread = threadWith(message(2), paid(1));
  const reload = vi.fn();
  showBought(thread, { id: 40, media: clear }, reload);
  const [first] = thread.get().items as [ThreadItem, ...ThreadItem[]];
  expect(first.message).toMatchObject({ purchase_status: "paid", media: { url: "/files/clear.mp4" } });
  expect(reload).not.toHaveBeenCalled();
});

test("R-CHAT-12, R-ERR-26: what matches no message is logged, and the page is loaded again, once", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const reload = vi.fn();
  showBought(threadWith(paid(1)), { id: 41, media: { ...clear, id: 41 } }, reload);
  expect(log).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
  log.mockRestore();
});
