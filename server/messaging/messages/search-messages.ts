import type { ChatMessage } from "#contract/chat-message.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { searchWords, wordStart } from "#server/kit/search-text.ts";
import { type ChatRefusal, ownChat } from "#server/messaging/chats/chats.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import type { Participant } from "#server/messaging/participant.ts";
import { messagesPerPage, messagesWith } from "#server/messaging/store/messages-store.ts";
import { presentMessage } from "../present-message.ts";

export type MessageSearch = { chatId: number; words: string; before: number | null };

/** `olderFrom`: the number before which the next page begins; null on the last. */
export type FoundMessages = { messages: ChatMessage[]; olderFrom: number | null };

/** Messages of a chat in which words begin like all of these, newest first; accents and case make no difference. */
export function searchMessages({ db, files }: Pick<MessagingNeeds, "db" | "files">) {
  return async (
    participant: Participant,
    { chatId, words, before }: MessageSearch,
  ): Promise<Result<FoundMessages, ChatRefusal>> => {
    const found = await ownChat(db, participant, chatId);
    if (!found.ok) return found;
    const starts = searchWords(words).flatMap((word) => wordStart(word, `c${chatId}x`) ?? []);
    if (starts.length === 0) return ok({ messages: [], olderFrom: null });
    const rows = await messagesWith(db, chatId, {
      query: starts.map((start) => `(${start})`).join(" & "),
      before,
    });
    const page = rows.slice(0, messagesPerPage);
    return ok({
      messages: page.map((row) => presentMessage(row, participant.role, files.link)),
      olderFrom: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    });
  };
}
