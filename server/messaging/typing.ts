import type { MessagingNeeds } from "./messaging.ts";
import { otherSide, type Party, personOn } from "./side.ts";
import { chatById } from "./store/chats-store.ts";

/** Chats whose people are remembered, so that a sign of typing costs no query. Their people never change. */
const chatsRemembered = 5_000;

/** Tells the other side of a chat that somebody writes. Who has no part in the chat is passed over. */
export function tellTyping({ db, realtime }: MessagingNeeds) {
  const known = new Map<number, { fan_id: number; model_id: number }>();
  return async ({ id, side }: Party, chatId: number): Promise<void> => {
    const chat = known.get(chatId) ?? (await chatById(db, chatId));
    if (!chat || personOn(chat, side) !== id) return;
    if (known.size >= chatsRemembered) known.clear();
    known.set(chatId, { fan_id: chat.fan_id, model_id: chat.model_id });
    realtime.publish(`person:${personOn(chat, otherSide(side))}`, "Chat.TypingEvent", {
      chat_id: chatId,
      author_id: id,
    });
  };
}
