import type { Tx } from "#server/kit/database/database.ts";
import { type Events, publishEvent, publishEvents } from "#server/kit/outbox/outbox.ts";
import type { ChatRole } from "./participant.ts";

/** The events that this module publishes. */
export type MessagingEvents = {
  chat_message_sent: { chatId: number; messageId: number };
  /** Copies of one message to many. */
  chat_messages_sent: { messageIds: number[] };
  chat_message_deleted: { chatId: number; messageId: number; fanId: number; modelId: number };
  chat_read: { chatId: number; side: ChatRole; fanId: number; modelId: number; upTo: number };
  chat_hidden: { chatId: number; fanId: number };
  chat_media_checked: { messageId: number };
  chat_media_bought: {
    chatId: number;
    messageId: number | null;
    mediaId: number;
    fanId: number;
    modelId: number;
    tokens: number;
    balance: number;
    transferId: number;
  };
  mass_message_taken_back: { massMessageId: number; fanIds: number[] };
};

declare module "#server/kit/outbox/outbox.ts" {
  interface Events extends MessagingEvents {}
}

/** Events of one chat are delivered in their order. */
const streamOf = (chatId: number) => `chat:${chatId}`;
/** How many people one event of a mass message is about, at most. */
const peopleAtOnce = 50;

export const publishMessage = (tx: Tx, event: Events["chat_message_sent"]) =>
  publishEvent(tx, "chat_message_sent", event, streamOf(event.chatId));

export const publishDeletion = (tx: Tx, event: Events["chat_message_deleted"]) =>
  publishEvent(tx, "chat_message_deleted", event, streamOf(event.chatId));

export const publishRead = (tx: Tx, event: Events["chat_read"]) =>
  publishEvent(tx, "chat_read", event, streamOf(event.chatId));

export const publishHiding = (tx: Tx, event: Events["chat_hidden"]) =>
  publishEvent(tx, "chat_hidden", event, streamOf(event.chatId));

export const publishChecked = (tx: Tx, chatId: number, event: Events["chat_media_checked"]) =>
  publishEvent(tx, "chat_media_checked", event, streamOf(chatId));

export const publishPurchase = (tx: Tx, event: Events["chat_media_bought"]) =>
  publishEvent(tx, "chat_media_bought", event, streamOf(event.chatId));

/** A mass message and its taking back follow each other in one stream. */
const massStream = (massMessageId: number) => `mass:${massMessageId}`;

export const publishMassMessage = (tx: Tx, massMessageId: number, messageIds: readonly number[]) =>
  publishEvents(
    tx,
    inGroups(messageIds).map((group) => ({
      kind: "chat_messages_sent" as const,
      payload: { messageIds: group },
      stream: massStream(massMessageId),
    })),
  );

export const publishRecall = (tx: Tx, massMessageId: number, fanIds: readonly number[]) =>
  publishEvents(
    tx,
    inGroups(fanIds).map((group) => ({
      kind: "mass_message_taken_back" as const,
      payload: { massMessageId, fanIds: group },
      stream: massStream(massMessageId),
    })),
  );

function inGroups(ids: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (let from = 0; from < ids.length; from += peopleAtOnce)
    groups.push(ids.slice(from, from + peopleAtOnce));
  return groups;
}
