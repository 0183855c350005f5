import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { putCounters } from "#web/entities/account/menu-counters.ts";
import { messageToastMs } from "#web/lib/constants.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { inboxPath } from "../inbox.ts";
import { messageSummary } from "../message-summary.ts";
import { openChat } from "../open-chat.ts";

/** On every page of a signed-in person: shows the messages that come, and keeps the number of unread ones. */
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
    // A message that is read as it comes is not unread for a moment first.
    if (!(reading && id === event.chat_id)) count(event.unread_messages);
    if (!shouldNotify(news, { blocked: viewer.is_block_notification, openChat: id })) return;
    if (!isFirst.current(news.message.id)) return;
    showToast(news, () => void navigate(`${inboxPath(viewer.role)}/${news.chat.id}`));
  });
  useRealtimeEvent("Chat.MessageReadEvent", (event) => {
    if (event.reader_id === viewer?.id) count(event.unread_messages);
  });
  useRealtimeEvent("Chat.MessageDeletedEvent", ({ unread_messages }) => void count(unread_messages));
  useRealtimeEvent("Chat.MassMessageDeletedEvent", ({ unread_messages }) => void count(unread_messages));
  return null;
}

type News = NonNullable<ReturnType<typeof newMessageOf>>;

function showToast({ message, model }: News, open: () => void): void {
  toast({
    kind: "info",
    text: messageSummary({ type: message.type, body: message.text, media: message.media, tip: null }),
    durationMs: messageToastMs,
    from: model,
    open: { label: m.inbox_news_open({ name: model.name }), run: open },
  });
}

/** The notification of a message that came while its chat was not open. */
type NewMessage = {
  message: {
    id: number;
    type: "text" | "media" | "paid_media";
    text: string;
    lastSend: string;
    media: { type: "picture" | "video" } | null;
  };
  model: { avatar: string | null; name: string };
  chat: { id: number };
};

/** The notification of an event; null when it is for somebody else. */
export function newMessageOf(
  event: RealtimeEvents["Chat.NewMessageEvent"],
  personId: number,
): NewMessage | null {
  if (event.recipient_id !== personId) return null;
  return {
    message: {
      id: event.id,
      type: event.type,
      text: event.message.tip ? messageSummary(event.message) : (event.body ?? ""),
      lastSend: event.sent_at,
      media: event.media && { type: event.media.type },
    },
    model: { avatar: event.author_profile.avatar_link, name: event.author_profile.artistic_name },
    chat: { id: event.chat_id },
  };
}

/**
 * The facts that decide whether a message is shown: the person wants notifications, and does not have the chat before
 * them.
 */
type Readiness = { blocked: boolean; openChat: number | null };

/** Whether to notify of a message. */
export function shouldNotify({ chat }: NewMessage, { blocked, openChat }: Readiness): boolean {
  return !blocked && chat.id !== openChat;
}

const keptMax = 500;

/** Answers whether a message comes for the first time: events that are repeated after a gap are announced once. */
export function dedupeMessages(): (messageId: number) => boolean {
  const seen = new Set<number>();
  return (messageId) => {
    if (seen.has(messageId)) return false;
    seen.add(messageId);
    const [oldest] = seen;
    if (seen.size > keptMax && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
