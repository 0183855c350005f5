import type { RealtimeEvents } from "#contract/realtime-events.ts";
import { messageSummary } from "../message-summary.ts";

/** What is said of a message that came while its chat was not open. */
export type NewMessage = {
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

/** What has a page to be like for a message to be told: the person wants it, and does not have the chat before them. */
export type Readiness = { blocked: boolean; openChat: number | null };

/** Whether to tell of a message. */
export function isTold({ chat }: NewMessage, { blocked, openChat }: Readiness): boolean {
  return !blocked && chat.id !== openChat;
}
