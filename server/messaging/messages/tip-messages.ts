import type { Reader, Tx } from "#server/kit/database/database.ts";
import { publishMessage } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { hasFilteredWord } from "#server/messaging/rules/word-filter.ts";
import { chatsByIds, wakeChats } from "#server/messaging/store/chats-store.ts";
import { insertMessage, type TippedGift } from "#server/messaging/store/messages-store.ts";
import { filtersOf } from "#server/messaging/store/word-filter-store.ts";

/** A tip that a fan wants to give a model in their chat, with a note that may be empty. */
export type TipInChat = { chatId: number; fanId: number; modelId: number; note: string };
/** `unknown_chat`: it is not the chat of these two. */
export type TipInChatRefusal = "unknown_chat" | "filtered_words";

/** A tip in a chat once it is paid. */
export type PaidTipInChat = Pick<TipInChat, "chatId" | "note"> & {
  transferId: number;
  tokens: number;
  gift: TippedGift | null;
  at: Date;
};

/** Tips and gifts as messages of chats; who takes the payment asks first and stores them in its transaction. */
export type TipMessages = {
  /** Why each of these cannot stand in its chat, in their order; null where it can. */
  refusals(reader: Reader, asked: readonly TipInChat[]): Promise<(TipInChatRefusal | null)[]>;
  /** Writes each into its chat, once for its transfer, and publishes it to the two. */
  store(tx: Tx, paid: readonly PaidTipInChat[]): Promise<void>;
};

export function createTipMessages({ clock }: Pick<MessagingNeeds, "clock">): TipMessages {
  return {
    async refusals(reader, asked) {
      const chats = await chatsByIds(
        reader,
        asked.map(({ chatId }) => chatId),
      );
      const noted = asked.filter(({ note }) => note !== "").map(({ modelId }) => modelId);
      const filters = await filtersOf(reader, [...new Set(noted)]);
      return asked.map(({ chatId, fanId, modelId, note }) => {
        const chat = chats.get(chatId);
        if (chat?.fan_id !== fanId || chat.model_id !== modelId) return "unknown_chat";
        return hasFilteredWord(filters.get(modelId) ?? [], note) ? "filtered_words" : null;
      });
    },
    async store(tx, paid) {
      if (paid.length === 0) return;
      await wakeChats(tx, [...new Set(paid.map(({ chatId }) => chatId))], clock.now());
      for (const { chatId, note, transferId, tokens, gift, at } of paid) {
        const id = await insertMessage(tx, {
          chat_id: chatId,
          author: "fan",
          type: "text",
          body: note,
          media_id: null,
          mass_message_id: null,
          temp_id: null,
          tip_transfer_id: transferId,
          tip_tokens: tokens,
          tip_gift: gift && JSON.stringify(gift),
          sent_at: at,
        });
        if (id === null) throw new Error(`transfer ${transferId} was not written into chat ${chatId}`);
        await publishMessage(tx, { chatId, messageId: id });
      }
    },
  };
}
