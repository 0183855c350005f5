import type { Tx } from "#server/kit/database/database.ts";
import { announce, announceAll } from "#server/kit/outbox/outbox.ts";
import type { Side } from "./side.ts";

/** The facts that this module writes to the outbox, by kind. */
export type MessagingFacts = {
  chat_message_sent: { chatId: number; messageId: number };
  /** Copies of one message to many. */
  chat_messages_sent: { messageIds: number[] };
  chat_message_deleted: { chatId: number; messageId: number; fanId: number; modelId: number };
  chat_read: { chatId: number; side: Side; fanId: number; modelId: number; upTo: number };
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

type Fact<Kind extends keyof MessagingFacts> = MessagingFacts[Kind];

/** What happens in one chat is told in its order. */
const streamOf = (chatId: number) => `chat:${chatId}`;
/** So many people are told in one go. */
const peopleAtOnce = 50;

export const announceMessage = (tx: Tx, fact: Fact<"chat_message_sent">) =>
  announce(tx, { kind: "chat_message_sent", payload: fact, stream: streamOf(fact.chatId) });

export const announceDeletion = (tx: Tx, fact: Fact<"chat_message_deleted">) =>
  announce(tx, { kind: "chat_message_deleted", payload: fact, stream: streamOf(fact.chatId) });

export const announceRead = (tx: Tx, fact: Fact<"chat_read">) =>
  announce(tx, { kind: "chat_read", payload: fact, stream: streamOf(fact.chatId) });

export const announceChecked = (tx: Tx, chatId: number, fact: Fact<"chat_media_checked">) =>
  announce(tx, { kind: "chat_media_checked", payload: fact, stream: streamOf(chatId) });

export const announcePurchase = (tx: Tx, fact: Fact<"chat_media_bought">) =>
  announce(tx, { kind: "chat_media_bought", payload: fact, stream: streamOf(fact.chatId) });

/** A mass message and its taking back follow each other in one stream. */
const massStream = (massMessageId: number) => `mass:${massMessageId}`;

export const announceMassMessage = (tx: Tx, massMessageId: number, messageIds: readonly number[]) =>
  announceAll(
    tx,
    inGroups(messageIds).map((group) => ({
      kind: "chat_messages_sent",
      payload: { messageIds: group },
      stream: massStream(massMessageId),
    })),
  );

export const announceTakingBack = (tx: Tx, massMessageId: number, fanIds: readonly number[]) =>
  announceAll(
    tx,
    inGroups(fanIds).map((group) => ({
      kind: "mass_message_taken_back",
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
