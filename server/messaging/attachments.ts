import type { ChatAttachment } from "#contract/messaging.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { type ChatRefusal, ownChat } from "./find-chat.ts";
import type { MessagingNeeds } from "./needs.ts";
import { presentMessage } from "./present-message.ts";
import type { Party } from "./side.ts";
import { attachmentsPage } from "./store/messages-store.ts";

/** One page of the pictures and videos of a chat, newest first. */
export function listAttachments({ db, files }: MessagingNeeds) {
  return async (
    party: Party,
    chatId: number,
    page: number,
  ): Promise<Result<{ items: ChatAttachment[]; total: number }, ChatRefusal>> => {
    const found = await ownChat(db, party, chatId);
    if (!found.ok) return found;
    const { rows, total } = await attachmentsPage(db, chatId, page);
    const items = rows.flatMap((row) => {
      const { id, author_id, media, purchase_status, price, description, created_at } = presentMessage(
        row,
        party.side,
        files.link,
      );
      return media
        ? [{ message_id: id, author_id, media, purchase_status, price, description, created_at }]
        : [];
    });
    return ok({ items, total });
  };
}
