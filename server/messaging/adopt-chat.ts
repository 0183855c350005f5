import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type KeptMedia, keepMedia } from "./keep-media.ts";
import type { MessagingNeeds } from "./needs.ts";
import type { Side } from "./side.ts";
import { chatOf, insertChats, listedChat, moveReadMark, wakeChats } from "./store/chats-store.ts";
import { insertMedia } from "./store/media-store.ts";
import { insertMessage } from "./store/messages-store.ts";
import type { MediaOffer } from "./take-media.ts";

/** Something that was said elsewhere: words, or a picture that lies at `picture`, perhaps for sale. */
export type EarlierLine = { author: Side; at: Date; read: boolean } & (
  | { body: string }
  | { picture: string; offer: MediaOffer }
);

export type EarlierChat = { fanId: number; modelId: number; lines: readonly EarlierLine[] };

/**
 * Takes over a chat that went on elsewhere, told to nobody; one in which something was said already stays as it is.
 * Answers the numbers of what is for sale in it, in order.
 */
export function adoptChat(needs: MessagingNeeds) {
  return async ({ fanId, modelId, lines }: EarlierChat): Promise<number[]> => {
    const { db, files } = needs;
    const known = await chatOf(db, fanId, modelId);
    if (known && (await listedChat(db, known.id, "fan"))?.latest_id) return [];
    const kept: (KeptMedia | null)[] = [];
    for (const line of lines) {
      if (!("picture" in line)) kept.push(null);
      else {
        const found = await keepMedia(files, { path: line.picture, size: 0, poster: null });
        if (!found.ok) throw new Error(`${line.picture} is no picture`);
        kept.push(found.media);
      }
    }
    return inTransaction(db, (tx) => store(tx, { fanId, modelId, lines }, kept));
  };
}

async function store(
  tx: Tx,
  { fanId, modelId, lines }: EarlierChat,
  kept: readonly (KeptMedia | null)[],
): Promise<number[]> {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return [];
  await insertChats(tx, [fanId], modelId, first.at);
  const chat = await chatOf(tx, fanId, modelId);
  if (!chat) throw new Error(`fan ${fanId} has no chat with model ${modelId}`);
  await wakeChats(tx, [chat.id], last.at);
  const forSale: number[] = [];
  for (const [index, line] of lines.entries()) {
    const mediaId = await storeMedia(tx, chat.id, line, kept[index] ?? null);
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

async function storeMedia(
  tx: Tx,
  chatId: number,
  line: EarlierLine,
  kept: KeptMedia | null,
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
