import type { InfiniteData } from "@tanstack/react-query";
import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import type { ChatsPage } from "../inbox-calls.ts";

export type ChatsData = InfiniteData<ChatsPage>;

/** Every chat of a list once, the one with the newest message first. */
export function chatsOf(data: ChatsData | undefined): Chat[] {
  const known = new Map<number, Chat>();
  for (const { data: chats } of data?.pages ?? [])
    for (const chat of chats) if (!known.has(chat.id)) known.set(chat.id, chat);
  return [...known.values()].sort((a, b) => sentAt(b) - sentAt(a) || latestId(b) - latestId(a));
}

/** In ms. The numbers of messages do not show it: what was taken over from elsewhere is older than its numbers. */
const sentAt = ({ latest_message }: Chat) => (latest_message ? Date.parse(latest_message.created_at) : 0);
const latestId = ({ latest_message }: Chat) => latest_message?.id ?? 0;

/** The list with every chat changed; the same list when nothing in it changes. */
export function mapChats(data: ChatsData, change: (chat: Chat) => Chat): ChatsData {
  let changed = false;
  const mapped = (chat: Chat) => {
    const next = change(chat);
    if (next !== chat) changed = true;
    return next;
  };
  const pages = data.pages.map((page) => ({ ...page, data: page.data.map(mapped) }));
  return changed ? { ...data, pages } : data;
}

/** The list without a chat. */
export function withoutChat(data: ChatsData, chatId: number): ChatsData {
  const pages = data.pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== chatId) }));
  return { ...data, pages };
}

/** A message was sent or came; `unread` is what this person has not read here now, null when that is as before. */
export function withMessage(chat: Chat, message: ChatMessage, unread: number | null): Chat {
  if (chat.id !== message.chat_id) return chat;
  const isNewer = message.id >= (chat.latest_message?.id ?? 0);
  return {
    ...chat,
    latest_message: isNewer ? message : chat.latest_message,
    unread_amount: unread ?? chat.unread_amount,
  };
}

/** One of the two has read up to a message. */
export function chatRead(chat: Chat, event: RealtimeEvents["Chat.MessageReadEvent"]): Chat {
  if (chat.id !== event.chat_id) return chat;
  const { latest_message: latest } = chat;
  const isSeen = latest !== null && latest.author_id !== event.reader_id && latest.id <= event.up_to;
  return {
    ...chat,
    latest_message: isSeen ? { ...latest, was_read: true } : latest,
    unread_amount: event.unread_amount ?? chat.unread_amount,
  };
}

/** A model came online, or went. */
export function withPresence(chat: Chat, modelId: number, isOnline: boolean, lastConnection?: string): Chat {
  if (chat.model_id !== modelId) return chat;
  const { model } = chat;
  return { ...chat, model: { ...model, isOnline, lastConnection: lastConnection ?? model.lastConnection } };
}

/** Nobody is known to be online until the server says so again. */
export function presenceDumped(chat: Chat): Chat {
  return chat.model.isOnline ? { ...chat, model: { ...chat.model, isOnline: false } } : chat;
}

/** A model's room has begun, pauses or has stopped. */
export function withStreamStatus(chat: Chat, modelId: number, status: Chat["model"]["streamStatus"]): Chat {
  if (chat.model_id !== modelId || chat.model.streamStatus === status) return chat;
  const streamData = { ...chat.model.streamData, status };
  return { ...chat, model: { ...chat.model, streamStatus: status, streamData } };
}

/** The fan's subscription to a model has changed: it holds until its end, cancelled or not. */
export function withSubscription(
  chat: Chat,
  event: Pick<RealtimeEvents["SaveSubscriptionEvent"], "fan_id" | "model_id" | "end">,
  now: Date,
): Chat {
  if (chat.fan_id !== event.fan_id || chat.model_id !== event.model_id) return chat;
  const fanSubscribed = new Date(event.end) > now;
  return chat.model.fanSubscribed === fanSubscribed
    ? chat
    : { ...chat, model: { ...chat.model, fanSubscribed } };
}

/** A message with its medium as it is now; `media` of another message changes nothing. */
export function withMedia(message: ChatMessage, media: ChatMedia): ChatMessage {
  return message.media?.id === media.id ? { ...message, media } : message;
}
