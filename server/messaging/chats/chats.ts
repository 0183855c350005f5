import type { Chat } from "#contract/messaging.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { publishHiding, publishRead } from "#server/messaging/events.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { type ChatRole, type Participant, participantId } from "#server/messaging/participant.ts";
import { isForSubscribers } from "#server/messaging/store/chat-rules-store.ts";
import {
  type ChatRow,
  chatById,
  chatOf,
  insertChats,
  moveReadMark,
  setHidden,
  unreadIn,
  unreadInAll,
} from "#server/messaging/store/chats-store.ts";
import { readChat } from "./read-chats.ts";

export type ChatRefusal = "unknown_chat" | "not_yours";
export type WriteRefusal = ChatRefusal | "other_gone" | "banned" | "chat_blocked" | "subscribers_only";

/** A chat that somebody is a side of. */
export async function ownChat(
  reader: Reader,
  participant: Participant,
  chatId: number,
): Promise<Result<{ chat: ChatRow }, ChatRefusal>> {
  const chat = await chatById(reader, chatId);
  if (!chat) return refuse("unknown_chat");
  return participantId(chat, participant.role) === participant.id ? ok({ chat }) : refuse("not_yours");
}

/** A chat in which somebody may write now: the other one is still there. */
export async function chatToWriteIn(
  needs: Pick<MessagingNeeds, "db" | "catalog" | "accounts" | "subscriptions">,
  participant: Participant,
  chatId: number,
): Promise<Result<{ chat: ChatRow }, WriteRefusal>> {
  const found = await ownChat(needs.db, participant, chatId);
  if (!found.ok) return found;
  const { fan_id, model_id } = found.chat;
  const refusal = await writeRefusal(needs, participant.role, fan_id, model_id);
  return refusal ? refuse(refusal) : found;
}

/**
 * Why a side cannot write to the other. A model whom the staff has taken out of the lists can still be answered;
 * one whose account is closed or suspended cannot,
 * and none by a fan whom that model has banned. While the fan has blocked the model neither writes. A model may let only
 * their subscribers write; tips with a note come from all.
 */
export async function writeRefusal(
  {
    db,
    catalog,
    accounts,
    subscriptions,
  }: Pick<MessagingNeeds, "db" | "catalog" | "accounts" | "subscriptions">,
  side: "fan" | "model",
  fanId: number,
  modelId: number,
): Promise<Exclude<WriteRefusal, ChatRefusal> | null> {
  if (side === "model") {
    if (await catalog.isBlocked(db, fanId, modelId)) return "chat_blocked";
    return (await accounts.byId(db, fanId))?.status === "blocked" ? "other_gone" : null;
  }
  const model = await catalog.model(db, modelId, fanId);
  if (model?.blocked) return "chat_blocked";
  if (!model || model.suspended) return "other_gone";
  if (model.banned) return "banned";
  if (!(await isForSubscribers(db, modelId))) return null;
  const pairs = await subscriptions.subscribedPairs(db, { fanIds: [fanId], modelIds: [modelId] });
  return pairs.get(fanId)?.has(modelId) ? null : "subscribers_only";
}

export type OpenRefusal = "unknown_model" | "banned";

/**
 * Opens a fan's chat with a model, or answers the one there is and brings it back into the list. With a model whom
 * nobody may find there is no new one, and none is opened by a fan whom the model has banned: what was written before stays
 * in the fan's list.
 */
export function openChat(needs: MessagingNeeds) {
  return async (
    fanId: number,
    modelId: number,
  ): Promise<Result<{ chat: Chat; isNew: boolean }, OpenRefusal>> => {
    const { db, catalog, clock } = needs;
    if ((await catalog.model(db, modelId, fanId))?.banned) return refuse("banned");
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

export type Unread = { inChat: number; inAll: number };

/** A side has seen a chat, up to a message or up to its newest; answers what is unread afterwards. */
export function markRead({ db }: MessagingNeeds) {
  return async (
    participant: Participant,
    chatId: number,
    upTo: number | null,
  ): Promise<Result<{ unread: Unread }, ChatRefusal>> => {
    const found = await ownChat(db, participant, chatId);
    if (!found.ok) return found;
    await inTransaction(db, (tx) => markReadIn(tx, found.chat, participant.role, upTo));
    const unread = {
      inChat: await unreadIn(db, chatId, participant.role),
      inAll: await unreadInAll(db, participant),
    };
    return ok({ unread });
  };
}

/** Moves a side's mark and publishes it to both; nothing is published when nothing was new. */
export async function markReadIn(tx: Tx, chat: ChatRow, side: ChatRole, upTo: number | null): Promise<void> {
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

/** Takes a chat out of the fan's own list, read. The model keeps theirs, and the next message brings it back. */
export function hideChat({ db, clock }: MessagingNeeds) {
  return async (fanId: number, chatId: number): Promise<Result<object, ChatRefusal>> => {
    const found = await ownChat(db, { id: fanId, role: "fan" }, chatId);
    if (!found.ok) return found;
    await inTransaction(db, async (tx) => {
      await setHidden(tx, chatId, clock.now());
      await markReadIn(tx, found.chat, "fan", null);
      await publishHiding(tx, { chatId, fanId });
    });
    return ok({});
  };
}
