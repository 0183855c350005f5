import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { type ChatRefusal, ownChat } from "./find-chat.ts";
import type { MessagingNeeds } from "./needs.ts";
import { presentMessage } from "./present-message.ts";
import { readChat } from "./read-chats.ts";
import type { Party } from "./side.ts";
import { messagesBefore, messagesPerPage } from "./store/messages-store.ts";

/** `olderFrom`: the number before which the next page begins; null on the last. */
export type MessagesPage = {
  messages: ChatMessage[];
  olderFrom: number | null;
  pagesLeft: number;
  chat: Chat;
};

/** Messages of a chat before a number, newest first. */
export function readMessages(needs: MessagingNeeds) {
  return async (
    party: Party,
    chatId: number,
    before: number | null,
  ): Promise<Result<MessagesPage, ChatRefusal>> => {
    const found = await ownChat(needs.db, party, chatId);
    if (!found.ok) return found;
    const { rows, total } = await messagesBefore(needs.db, chatId, before);
    const left = total - rows.length;
    return ok({
      messages: rows.map((row) => presentMessage(row, party.side, needs.files.link)),
      olderFrom: left > 0 ? (rows.at(-1)?.id ?? null) : null,
      pagesLeft: Math.ceil(left / messagesPerPage),
      chat: await readChat(needs, party, chatId),
    });
  };
}
