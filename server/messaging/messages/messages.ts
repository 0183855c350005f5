import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat, ChatAttachment } from "#contract/messaging.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type ChatRefusal, ownChat } from "#server/messaging/chats/chats.ts";
import { presentListed } from "#server/messaging/chats/read-chats.ts";
import { publishDeletion } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { otherRole, type Participant, participantId } from "#server/messaging/participant.ts";
import { listedChat } from "#server/messaging/store/chats-store.ts";
import { releaseUnbought } from "#server/messaging/store/media-store.ts";
import {
  attachmentsPage,
  countMessages,
  deleteMessage,
  type MessageRow,
  messageById,
  type MessagesStart,
  messagesPage,
  pagesOf,
} from "#server/messaging/store/messages-store.ts";
import { presentMessage } from "../present-message.ts";

/** `olderFrom`: the number before which the next page begins; null on the last. `page` may be past `lastPage`. */
export type MessagesPage = {
  messages: ChatMessage[];
  olderFrom: number | null;
  page: number;
  lastPage: number;
  chat: Chat;
};

/** One page of the messages of a chat, newest first. */
export function readMessages(needs: MessagingNeeds) {
  return async (
    participant: Participant,
    chatId: number,
    start: MessagesStart,
  ): Promise<Result<MessagesPage, ChatRefusal>> => {
    const row = await listedChat(needs.db, chatId, participant.role);
    if (!row) return refuse("unknown_chat");
    if (participantId(row, participant.role) !== participant.id) return refuse("not_yours");
    const { rows, left } = await messagesPage(needs.db, chatId, start);
    const { before, page } = start;
    const isPastEnd = before === undefined && page > 1 && rows.length === 0;
    return ok({
      messages: rows.map((message) => presentMessage(message, participant.role, needs.files.link)),
      olderFrom: left > 0 ? (rows.at(-1)?.id ?? null) : null,
      page,
      lastPage: isPastEnd
        ? Math.max(1, pagesOf(await countMessages(needs.db, chatId)))
        : page + pagesOf(left),
      chat: await presentListed(needs, participant, row, before === undefined ? rows[0] : undefined),
    });
  };
}

/** One page of the pictures and videos of a chat, newest first. */
export function listAttachments({ db, files }: MessagingNeeds) {
  return async (
    participant: Participant,
    chatId: number,
    page: number,
  ): Promise<Result<{ items: ChatAttachment[]; total: number }, ChatRefusal>> => {
    const found = await ownChat(db, participant, chatId);
    if (!found.ok) return found;
    const { rows, total } = await attachmentsPage(db, chatId, page);
    const items = rows.flatMap((row) => {
      const { id, author_id, media, purchase_status, price, description, created_at } = presentMessage(
        row,
        participant.role,
        files.link,
      );
      return media
        ? [{ message_id: id, author_id, media, purchase_status, price, description, created_at }]
        : [];
    });
    return ok({ items, total });
  };
}

/** A message with those before it in its chat, oldest first. */
export type QuotedMessage = { message: MessageRow; before: MessageRow[] };

const messagesQuotedBefore = 10;

/** A message of a chat that somebody is in, with the ten before it; undefined when there is none. */
export function quoteMessage({ db }: { db: Database }) {
  return async (participant: Participant, messageId: number): Promise<QuotedMessage | undefined> => {
    const message = await messageById(db, messageId);
    if (!message || participantId(message, participant.role) !== participant.id) return undefined;
    const { rows } = await messagesPage(db, message.chat_id, { before: message.id, page: 1 });
    return { message, before: rows.slice(0, messagesQuotedBefore).reverse() };
  };
}

/** The other of the two in somebody's chat; undefined when it is not theirs. */
export function findPartner({ db }: { db: Database }) {
  return async (participant: Participant, chatId: number): Promise<Participant | undefined> => {
    const found = await ownChat(db, participant, chatId);
    if (!found.ok) return undefined;
    const role = otherRole(participant.role);
    return { id: participantId(found.chat, role), role };
  };
}

export type DeleteRefusal = "unknown_message" | "not_yours" | "tip_stays";

/**
 * Takes one's own message back, for both sides. Its picture or video goes too, unless somebody has bought it. Gifts
 * and tips stay.
 */
export function deleteOwnMessage(needs: Pick<MessagingNeeds, "db" | "files">) {
  return async (participant: Participant, messageId: number): Promise<Result<object, DeleteRefusal>> => {
    const row = await messageById(needs.db, messageId);
    if (!row) return refuse("unknown_message");
    if (row.author !== participant.role || participantId(row, participant.role) !== participant.id)
      return refuse("not_yours");
    if (row.tip_transfer_id !== null) return refuse("tip_stays");
    const keys = await inTransaction(needs.db, async (tx) => {
      if (!(await deleteMessage(tx, messageId))) return [];
      await publishDeletion(tx, {
        chatId: row.chat_id,
        messageId,
        fanId: row.fan_id,
        modelId: row.model_id,
      });
      return row.media_id === null ? [] : releaseUnbought(tx, [row.media_id]);
    });
    for (const key of keys) await needs.files.discard(key);
    return ok({});
  };
}
