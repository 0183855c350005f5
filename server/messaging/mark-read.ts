import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result } from "#server/kit/result.ts";
import { type ChatRefusal, ownChat } from "./find-chat.ts";
import type { MessagingNeeds } from "./needs.ts";
import type { Party, Side } from "./side.ts";
import { type ChatRow, moveReadMark, unreadIn, unreadInAll } from "./store/chats-store.ts";
import { publishRead } from "./tell.ts";

export type Unread = { inChat: number; inAll: number };

/** A side has seen a chat, up to a message or up to its newest; answers what is unread afterwards. */
export function markRead({ db }: MessagingNeeds) {
  return async (
    party: Party,
    chatId: number,
    upTo: number | null,
  ): Promise<Result<{ unread: Unread }, ChatRefusal>> => {
    const found = await ownChat(db, party, chatId);
    if (!found.ok) return found;
    await inTransaction(db, (tx) => markReadIn(tx, found.chat, party.side, upTo));
    const unread = {
      inChat: await unreadIn(db, chatId, party.side),
      inAll: await unreadInAll(db, party),
    };
    return ok({ unread });
  };
}

/** Moves a side's mark and tells both; nothing is told when nothing was new. */
export async function markReadIn(tx: Tx, chat: ChatRow, side: Side, upTo: number | null): Promise<void> {
  const reached = await moveReadMark(tx, chat.id, side, upTo);
  if (reached === null) return;
  await publishRead(tx, {
    chatId: chat.id,
    side,
    fanId: chat.fan_id,
    modelId: chat.model_id,
    upTo: reached,
  });
}
