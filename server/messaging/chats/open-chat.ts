import type { Chat } from "#contract/messaging.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { chatOf, insertChats, setHidden } from "#server/messaging/store/chats-store.ts";
import { readChat } from "./read-chats.ts";

export type OpenRefusal = "unknown_model";

/**
 * Opens a fan's chat with a model, or answers the one there is and brings it back into the list. With a model whom
 * nobody may find there is no new one.
 */
export function openChat(needs: MessagingNeeds) {
  return async (
    fanId: number,
    modelId: number,
  ): Promise<Result<{ chat: Chat; isNew: boolean }, OpenRefusal>> => {
    const { db, catalog, clock } = needs;
    const known = await chatOf(db, fanId, modelId);
    if (!known && !(await catalog.listed(db, [modelId])).has(modelId)) return refuse("unknown_model");
    const { id, isNew } = await inTransaction(db, async (tx) => {
      const opened = known ? 0 : await insertChats(tx, [fanId], modelId, clock.now());
      const chat = await chatOf(tx, fanId, modelId);
      if (!chat) throw new Error(`fan ${fanId} has no chat with model ${modelId}`);
      if (chat.fan_hidden_at !== null) await setHidden(tx, chat.id, null);
      return { id: chat.id, isNew: opened > 0 };
    });
    return ok({ chat: await readChat(needs, { id: fanId, role: "fan" }, id), isNew });
  };
}
