import type { ChatMessage } from "#contract/chat-message.ts";

export const ME = 7;
export const MODEL = 8;

/** A text of the model's with this number; `change` makes it another. */
export function message(id: number, change: Partial<ChatMessage> = {}): ChatMessage {
  const at = new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString();
  return {
    id,
    chat_id: 5,
    author_id: MODEL,
    body: `message ${id}`,
    type: "text",
    media: null,
    was_read: false,
    purchase_status: null,
    price: null,
    description: null,
    mass_message_id: null,
    automatic: false,
    language: null,
    tip: null,
    reply_to: null,
    temp_id: null,
    created_at: at,
    updated_at: at,
    ...change,
  };
}
