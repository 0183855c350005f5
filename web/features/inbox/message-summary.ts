import type { ChatMessage } from "#contract/chat-message.ts";
import { m } from "#web/paraglide/messages.js";

type Summarised = Pick<ChatMessage, "type" | "body"> & { media: { type: "picture" | "video" } | null };

/** A message in one line: its words, or what kind of file it is. */
export function messageSummary({ type, body, media }: Summarised): string {
  if (type === "text" || media === null) return body;
  if (type === "media") return media.type === "picture" ? m.inbox_picture() : m.inbox_video();
  return media.type === "picture" ? m.inbox_paid_picture() : m.inbox_paid_video();
}
