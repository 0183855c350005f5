import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { useConnection, useRealtimeEvent, useRealtimeNotice } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";
import type { ThreadPage } from "../inbox-calls.ts";
import { changeChats } from "../inbox-query.ts";
import { useInbox } from "../inbox.ts";
import { withMedia } from "../list/patch-chats.ts";
import { openChat } from "../open-chat.ts";
import type { ThreadSession } from "./thread-session.ts";
import { hasUnsent, messagesOf, resendAll, threadOf } from "./threads.ts";

/** The thread of an open chat, kept live and read while it is looked at. Key the component by chat. */
export function useThread(first: ThreadPage): ThreadSession {
  const inbox = useInbox();
  const client = useQueryClient();
  const [thread] = useState(() => {
    const opened = threadOf(inbox, first.chat.id, ({ unread_amount, unread_messages }, chatId) => {
      changeChats(client, inbox.me, (chat) => (chat.id === chatId ? { ...chat, unread_amount } : chat));
      putCounters(client, { unread_messages });
    });
    opened.takeNewest(messagesOf(first));
    return opened;
  });
  useThreadEvents(thread, first.chat.id);
  useResending(thread);
  useReading(thread, first.chat.id);
  useLeavingWarned();
  return thread;
}

function useThreadEvents(thread: ThreadSession, chatId: number): void {
  const { me, side } = useInbox();
  const isHere = (event: { chat_id: number }) => event.chat_id === chatId;
  useRealtimeEvent("Chat.NewMessageEvent", (event) => {
    if (isHere(event) && event.recipient_id === me) thread.receive(event.message);
  });
  useRealtimeEvent("Chat.MessageDeliveredEvent", (event) => {
    if (isHere(event)) thread.receive(event.message);
  });
  useRealtimeEvent("Chat.MessageReadEvent", (event) => {
    if (isHere(event)) thread.readUpTo(event.up_to, event.reader_id === me);
  });
  useRealtimeEvent("Chat.MessageDeletedEvent", (event) => {
    if (isHere(event)) thread.remove(({ id }) => id === event.message_id);
  });
  useRealtimeEvent("Chat.MassMessageDeletedEvent", ({ mass_message_id }) =>
    thread.remove((message) => message.mass_message_id === mass_message_id),
  );
  useRealtimeEvent("FileUploadedToBackblaze", (event) => {
    if (isHere(event)) thread.change(event.message_id, (message) => withMedia(message, event.media));
  });
  useRealtimeEvent("Chat.PaidMediaBoughtEvent", (event) => {
    if (!isHere(event)) return;
    // Another page of the fan's has bought: only the server has it clear.
    if (side === "fan") void thread.reload();
    else if (event.message_id !== null)
      thread.change(event.message_id, (message) => ({ ...message, purchase_status: "paid" }));
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && notice.topic === `person:${me}`) void thread.reload();
  });
}

/** Sends unsent messages automatically: after a reload, and when the connection is back. */
function useResending(thread: ThreadSession): void {
  const { phase } = useConnection();
  // Not while it is first drawn: the server has drawn the page without it.
  useEffect(() => thread.restore(), [thread]);
  useEffect(() => {
    if (phase === "open") resendAll();
  }, [phase]);
  useEffect(() => {
    addEventListener("online", resendAll);
    return () => removeEventListener("online", resendAll);
  }, []);
}

/** Marks messages as read while the newest are in sight; nothing is in a window that is not looked at. */
function useReading(thread: ThreadSession, chatId: number): void {
  const { items, atBottom } = useStore(thread);
  const look = useEffectEvent(() => {
    const reading = atBottom && document.visibilityState === "visible";
    openChat.set({ id: chatId, reading });
    if (reading) thread.look();
  });
  // Each message and each scroll is a reason to look
  useEffect(() => look(), [items, atBottom]);
  useEffect(() => {
    const back = () => look();
    document.addEventListener("visibilitychange", back);
    return () => {
      document.removeEventListener("visibilitychange", back);
      openChat.set({ id: null, reading: false });
    };
  }, []);
}

/** Closing the page asks first while a file is on its way: words are kept. */
function useLeavingWarned(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsent()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
}
