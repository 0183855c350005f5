import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type StoredMedia, storeMedia } from "#server/messaging/media/media-files.ts";
import type { MediaOffer } from "#server/messaging/media/upload-media.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import type { ChatRole } from "#server/messaging/participant.ts";
import {
  chatOf,
  insertChats,
  listedChat,
  moveReadMark,
  wakeChats,
} from "#server/messaging/store/chats-store.ts";
import { insertMedia } from "#server/messaging/store/media-store.ts";
import { insertMessage } from "#server/messaging/store/messages-store.ts";

/** A message that was written elsewhere: words, or a picture that lies at `picture`, perhaps for sale. */
export type ImportedMessage = { author: ChatRole; at: Date; read: boolean } & (
  | { body: string }
  | { picture: string; offer: MediaOffer }
);

export type ImportedChat = { fanId: number; modelId: number; messages: readonly ImportedMessage[] };

/**
 * Takes over a chat that went on elsewhere, and notifies nobody; one that has messages already stays as it is.
 * Answers the numbers of what is for sale in it, in order.
 */
export function importChat(needs: MessagingNeeds) {
  return async ({ fanId, modelId, messages }: ImportedChat): Promise<number[]> => {
    const { db, files } = needs;
    const known = await chatOf(db, fanId, modelId);
    if (known && (await listedChat(db, known.id, "fan"))?.latest_id) return [];
    const kept: (StoredMedia | null)[] = [];
    for (const line of messages) {
      if (!("picture" in line)) kept.push(null);
      else {
        const found = await storeMedia(files, { path: line.picture, size: 0, poster: null });
        if (!found.ok) throw new Error(`${line.picture} is no picture`);
        kept.push(found.media);
      }
    }
    return inTransaction(db, (tx) => insertImportedChat(tx, { fanId, modelId, messages }, kept));
  };
}

async function insertImportedChat(
  tx: Tx,
  { fanId, modelId, messages }: ImportedChat,
  kept: readonly (StoredMedia | null)[],
): Promise<number[]> {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return [];
  await insertChats(tx, [fanId], modelId, first.at);
  const chat = await chatOf(tx, fanId, modelId);
  if (!chat) throw new Error(`fan ${fanId} has no chat with model ${modelId}`);
  await wakeChats(tx, [chat.id], last.at);
  const forSale: number[] = [];
  for (const [index, line] of messages.entries()) {
    const mediaId = await insertImportedMedia(tx, chat.id, line, kept[index] ?? null);
    const offer = "offer" in line ? line.offer : null;
    if (mediaId !== null && offer) forSale.push(mediaId);
    const id = await insertMessage(tx, {
      chat_id: chat.id,
      author: line.author,
      type: mediaId === null ? "text" : offer ? "paid_media" : "media",
      body: "body" in line ? line.body : "",
      media_id: mediaId,
      mass_message_id: null,
      temp_id: null,
      sent_at: line.at,
    });
    if (line.read && id !== null)
      await moveReadMark(tx, chat.id, line.author === "fan" ? "model" : "fan", id);
  }
  return forSale;
}

async function insertImportedMedia(
  tx: Tx,
  chatId: number,
  line: ImportedMessage,
  kept: StoredMedia | null,
): Promise<number | null> {
  if (!kept || !("picture" in line)) return null;
  const media = await insertMedia(tx, {
    ...kept,
    chat_id: chatId,
    message_type: line.offer ? "paid_media" : "media",
    price: line.offer?.price ?? null,
    description: line.offer?.description ?? "",
    created_at: line.at,
  });
  return media.id;
}
