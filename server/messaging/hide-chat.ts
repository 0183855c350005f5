import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { type ChatRefusal, ownChat } from "./find-chat.ts";
import { markReadIn } from "./mark-read.ts";
import type { MessagingNeeds } from "./needs.ts";
import { setHidden } from "./store/chats-store.ts";

/** Takes a chat out of the fan's own list, read. The model keeps hers, and the next message brings it back. */
export function hideChat({ db, clock }: MessagingNeeds) {
  return async (fanId: number, chatId: number): Promise<Result<object, ChatRefusal>> => {
    const found = await ownChat(db, { id: fanId, side: "fan" }, chatId);
    if (!found.ok) return found;
    await inTransaction(db, async (tx) => {
      await setHidden(tx, chatId, clock.now());
      await markReadIn(tx, found.chat, "fan", null);
    });
    return ok({});
  };
}
