import type { ChatMessage } from "#contract/chat-message.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { createOccupancy } from "#server/kit/occupancy.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { chatToWriteIn, type WriteRefusal } from "#server/messaging/chats/chats.ts";
import { publishMessage } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { otherRole, type Participant, participantId } from "#server/messaging/participant.ts";
import { wakeChats } from "#server/messaging/store/chats-store.ts";
import {
  insertMessage,
  type MessageRow,
  messageById,
  messageByTempId,
} from "#server/messaging/store/messages-store.ts";
import { presentMessage } from "../present-message.ts";
import { textRefusal } from "./text-refusal.ts";

const messagesPerMinute = 20;

/** How fast somebody may send. */
export type SendRateLimit = {
  /** Uses up one message; answers the seconds to wait when none is left, else null. */
  take(participant: Participant): Promise<number | null>;
};

/** Makes the {@link SendRateLimit}: 20 messages a minute, whatever they are and in whichever chat. */
export function createSendRateLimit(limits: Limits): SendRateLimit {
  const limit = limits.create("chat_messages", messagesPerMinute, 60);
  return { take: ({ id }) => limit.take(String(id)) };
}

export type Text = {
  chatId: number;
  body: string;
  tempId: string | null;
  /** The message of the same chat that it answers. */
  replyTo?: number | null;
};

export type SendRefusal =
  | { code: WriteRefusal }
  | { code: "unknown_message" }
  | { code: "overloaded" | "contact_details" | "filtered_words" }
  | { code: "temp_id_used" }
  | { code: "too_many"; retryAfterSeconds: number };

/** Texts on their way at the same time, of one chat and of all: one more is refused at once. */
const textsUnderWay = { perKeyMax: 20, max: 200 };

/** Sends a text. A repeated id of the author's page names the same message, which counts once. */
export function sendText(needs: MessagingNeeds, rateLimit: SendRateLimit) {
  const places = createOccupancy(textsUnderWay);
  return async (
    participant: Participant,
    text: Text,
  ): Promise<Result<{ message: ChatMessage }, SendRefusal>> => {
    const leave = places.enter(String(text.chatId));
    if (!leave) return refuse({ code: "overloaded" });
    try {
      return await sendInTurn(needs, rateLimit, participant, text);
    } finally {
      leave();
    }
  };
}

async function sendInTurn(
  needs: MessagingNeeds,
  pace: SendRateLimit,
  participant: Participant,
  text: Text,
): Promise<Result<{ message: ChatMessage }, SendRefusal>> {
  const found = await chatToWriteIn(needs, participant, text.chatId);
  if (!found.ok) return refuse({ code: found.refusal });
  const sent = await sentBefore(needs, participant, text.chatId, text.tempId);
  if (!sent) {
    const retryAfterSeconds = await pace.take(participant);
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    const recipientId = participantId(found.chat, otherRole(participant.role));
    const code = await textRefusal(needs, recipientId, text.body);
    if (code) return refuse({ code });
    if (text.replyTo && (await messageById(needs.db, text.replyTo))?.chat_id !== text.chatId)
      return refuse({ code: "unknown_message" });
  }
  const row = sent ?? (await inTransaction(needs.db, (tx) => storeText(tx, needs, participant, text)));
  if (row.type !== "text" || row.body !== text.body) return refuse({ code: "temp_id_used" });
  return ok({ message: presentMessage(row, participant.role, needs.files.link) });
}

/** The message that the author's page has sent under this id, or undefined. */
export async function sentBefore(
  { db }: { db: Reader },
  { role }: Participant,
  chatId: number,
  tempId: string | null,
): Promise<MessageRow | undefined> {
  return tempId === null ? undefined : messageByTempId(db, chatId, role, tempId);
}

function storeText(
  tx: Tx,
  needs: Pick<MessagingNeeds, "clock">,
  { role }: Participant,
  { chatId, body, tempId, replyTo = null }: Text,
): Promise<MessageRow> {
  return storeMessage(tx, needs, {
    chat_id: chatId,
    author: role,
    type: "text",
    body,
    media_id: null,
    mass_message_id: null,
    temp_id: tempId,
    reply_to: replyTo,
  });
}

type Stored = Omit<Parameters<typeof insertMessage>[1], "sent_at">;

/** Stores a message, wakes its chat and publishes it; answers the earlier one when its page has sent it before. */
export async function storeMessage(
  tx: Tx,
  { clock }: Pick<MessagingNeeds, "clock">,
  message: Stored,
): Promise<MessageRow> {
  const at = clock.now();
  const { chat_id: chatId, author, temp_id: tempId = null } = message;
  await wakeChats(tx, [chatId], at);
  const id = await insertMessage(tx, { ...message, sent_at: at });
  if (id !== null) await publishMessage(tx, { chatId, messageId: id });
  const row =
    id === null
      ? await messageByTempId(tx, chatId, author as Participant["role"], tempId ?? "")
      : await messageById(tx, id);
  if (!row) throw new Error(`a message of chat ${chatId} was not stored`);
  return row;
}
