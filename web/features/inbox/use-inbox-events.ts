import { useQueryClient } from "@tanstack/react-query";
import type { Chat } from "#contract/messaging.ts";
import { useRealtimeEvent, useRealtimeNotice, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import type { LiveFrom } from "./inbox-calls.ts";
import { changeChats, changeLists, knownChats, readChatsAgain, readThreadAgain } from "./inbox-query.ts";
import { useInbox } from "./inbox.ts";
import {
  chatRead,
  chatsOf,
  withMessage,
  presenceDumped,
  withPresence,
  withStreamStatus,
  withSubscription,
  withoutChat,
} from "./list/patch-chats.ts";
import { typingBoard } from "./typing.ts";

/** Keeps the chats of the inbox live while mounted. `readings`: where the topics were when each part was read. */
export function useInboxEvents(readings: readonly LiveFrom[]): void {
  const { me } = useInbox();
  const client = useQueryClient();
  const change = (how: (chat: Chat) => Chat) => changeChats(client, me, how);
  const isKnown = (id: number) => chatsOf(knownChats(client, me)).some((chat) => chat.id === id);
  useReadings(readings);
  useRealtimeEvent("Chat.NewMessageEvent", ({ recipient_id, message, unread_amount }) => {
    if (recipient_id !== me) return;
    typingBoard.done(message.chat_id);
    change((chat) => withMessage(chat, message, unread_amount));
    if (!isKnown(message.chat_id)) readChatsAgain(client, me);
  });
  useRealtimeEvent("Chat.MessageDeliveredEvent", ({ message }) => {
    change((chat) => withMessage(chat, message, null));
    if (!isKnown(message.chat_id)) readChatsAgain(client, me);
  });
  useRealtimeEvent("Chat.MessageReadEvent", (event) => change((chat) => chatRead(chat, event)));
  useRealtimeEvent("Chat.TypingEvent", ({ chat_id, author_id }) => {
    if (author_id !== me) typingBoard.writes(chat_id);
  });
  useRealtimeEvent("Chat.MessageDeletedEvent", () => readChatsAgain(client, me));
  useRealtimeEvent("Chat.MassMessageDeletedEvent", () => readChatsAgain(client, me));
  useRealtimeEvent("Chat.HiddenEvent", ({ chat_id }) =>
    changeLists(client, me, (data) => withoutChat(data, chat_id)),
  );
  useRealtimeEvent("SaveSubscriptionEvent", (event) =>
    change((chat) => withSubscription(chat, event, new Date())),
  );
  usePresence(change);
  useRealtimeNotice((notice) => {
    if (notice.kind !== "gap") return;
    readChatsAgain(client, me);
    readThreadAgain(client, me);
  });
}

/** Receives the events since each part of what is shown was read. */
export function useReadings(readings: readonly LiveFrom[]): void {
  const { me } = useInbox();
  useTopic(
    `person:${me}`,
    readings.map(({ person }) => person),
  );
  useTopic(
    "public",
    readings.map((reading) => reading.public),
  );
  useTopic(
    "presence",
    readings.map(({ presence }) => presence),
  );
}

function usePresence(change: (how: (chat: Chat) => Chat) => void): void {
  useRealtimeEvent("update", ({ model_id, last_connection }) =>
    change((chat) => withPresence(chat, model_id, true, last_connection)),
  );
  useRealtimeEvent("remove", ({ model_id, last_connection }) =>
    change((chat) => withPresence(chat, model_id, false, last_connection)),
  );
  useRealtimeEvent("dump", () => change(presenceDumped));
  useRealtimeEvent("StreamBegan", ({ model_id }) =>
    change((chat) => withStreamStatus(chat, model_id, "began")),
  );
  useRealtimeEvent("StreamStopped", ({ model_id }) =>
    change((chat) => withStreamStatus(chat, model_id, "stopped")),
  );
  useRealtimeEvent("ChatRoomStatusChanged", ({ model_id, status }) =>
    change((chat) => withStreamStatus(chat, model_id, status)),
  );
}
