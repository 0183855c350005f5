import type { Reader } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MessagingNeeds } from "./needs.ts";
import { type Party, personOn } from "./side.ts";
import { type ChatRow, chatById } from "./store/chats-store.ts";

export type ChatRefusal = "unknown_chat" | "not_yours";
export type TalkRefusal = ChatRefusal | "other_gone" | "banned";

/** A chat that somebody is a side of. */
export async function ownChat(
  reader: Reader,
  party: Party,
  chatId: number,
): Promise<Result<{ chat: ChatRow }, ChatRefusal>> {
  const chat = await chatById(reader, chatId);
  if (!chat) return refuse("unknown_chat");
  return personOn(chat, party.side) === party.id ? ok({ chat }) : refuse("not_yours");
}

/** A chat in which somebody may say something now: the other one is still there. */
export async function chatToTalkIn(
  needs: Pick<MessagingNeeds, "db" | "catalog" | "accounts">,
  party: Party,
  chatId: number,
): Promise<Result<{ chat: ChatRow }, TalkRefusal>> {
  const found = await ownChat(needs.db, party, chatId);
  if (!found.ok) return found;
  const { fan_id, model_id } = found.chat;
  const refusal = await whyNotTalk(needs, party.side, fan_id, model_id);
  return refusal ? refuse(refusal) : found;
}

/**
 * Why a side cannot say anything to the other. A model whom the staff has taken out of the lists can still be answered;
 * one whose account is closed or suspended cannot,
 * and none by a fan whom she has banned.
 */
export async function whyNotTalk(
  { db, catalog, accounts }: Pick<MessagingNeeds, "db" | "catalog" | "accounts">,
  side: "fan" | "model",
  fanId: number,
  modelId: number,
): Promise<"other_gone" | "banned" | null> {
  if (side === "model") return (await accounts.byId(db, fanId))?.status === "blocked" ? "other_gone" : null;
  const model = await catalog.model(db, modelId, fanId);
  if (!model || model.suspended) return "other_gone";
  return model.banned ? "banned" : null;
}
