import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MessagingNeeds } from "./needs.ts";
import { type Party, personOn } from "./side.ts";
import { releaseUnbought } from "./store/media-store.ts";
import { deleteMessage, messageById } from "./store/messages-store.ts";
import { publishDeletion } from "./tell.ts";

export type DeleteRefusal = "unknown_message" | "not_yours";

/** Takes one's own message back, for both sides. Its picture or video goes too, unless somebody has bought it. */
export function takeBack(needs: Pick<MessagingNeeds, "db" | "files">) {
  return async (party: Party, messageId: number): Promise<Result<object, DeleteRefusal>> => {
    const row = await messageById(needs.db, messageId);
    if (!row) return refuse("unknown_message");
    if (row.author !== party.side || personOn(row, party.side) !== party.id) return refuse("not_yours");
    const keys = await inTransaction(needs.db, async (tx) => {
      if (!(await deleteMessage(tx, messageId))) return [];
      await publishDeletion(tx, {
        chatId: row.chat_id,
        messageId,
        fanId: row.fan_id,
        modelId: row.model_id,
      });
      return row.media_id === null ? [] : releaseUnbought(tx, [row.media_id]);
    });
    for (const key of keys) await needs.files.remove(key);
    return ok({});
  };
}
