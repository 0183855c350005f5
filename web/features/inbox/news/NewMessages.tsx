import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { MESSAGE_TOAST_MS } from "#web/lib/constants.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { inboxPath } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import { openChat } from "../open-chat.ts";
import { dedupeMessages } from "./dedupe-messages.ts";
import { isTold, newMessageOf } from "./new-message.ts";

/** On every page of a signed-in person: tells of messages that come, and keeps the number of unread ones. */
export function NewMessages() {
  const client = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const isFirst = useRef(dedupeMessages());
  const count = (unread_messages: number | null) =>
    unread_messages !== null && putCounters(client, { unread_messages });
  useRealtimeEvent("Chat.NewMessageEvent", (event) => {
    const news = viewer && newMessageOf(event, viewer.id);
    if (!news) return;
    const { id, reading } = openChat.get();
    // What is read as it comes is not unread for a moment first.
    if (!(reading && id === event.chat_id)) count(event.unread_messages);
    if (!isTold(news, { blocked: viewer.is_block_notification, openChat: id })) return;
    if (!isFirst.current(news.message.id)) return;
    tell(news, () => void navigate(`${inboxPath(viewer.role)}/${news.chat.id}`));
  });
  useRealtimeEvent("Chat.MessageReadEvent", (event) => {
    if (event.reader_id === viewer?.id) count(event.unread_messages);
  });
  useRealtimeEvent("Chat.MessageDeletedEvent", ({ unread_messages }) => void count(unread_messages));
  useRealtimeEvent("Chat.MassMessageDeletedEvent", ({ unread_messages }) => void count(unread_messages));
  return null;
}

type News = NonNullable<ReturnType<typeof newMessageOf>>;

function tell({ message, model }: News, open: () => void): void {
  toast({
    kind: "info",
    text: messageSummary({ type: message.type, body: message.text, media: message.media, tip: null }),
    durationMs: MESSAGE_TOAST_MS,
    from: model,
    open: { label: m.inbox_news_open({ name: model.name }), run: open },
  });
}
