import type { Tx } from "#server/kit/database/database.ts";
import { publishDeletion } from "./events.ts";
import type { MessagingNeeds } from "./needs.ts";
import { mediaTakenFrom, releaseFromAll } from "./store/media-store.ts";
import { deleteMessage, messageById } from "./store/messages-store.ts";
import { type MediaSale, salesOfMedia } from "./store/purchases-store.ts";
import { recall } from "./to-many/recall-mass-message.ts";

/**
 * Takes a message away in the staff's transaction, for both sides, with its picture or video, from who bought it too. One
 * that went to many is taken from all of them; of one that its author has taken back, what its buyers kept goes. Answers
 * who had bought what it showed; null when nobody has anything of it any more.
 */
export function removeMessageForStaff({ clock }: Pick<MessagingNeeds, "clock">) {
  return async (tx: Tx, messageId: number): Promise<MediaSale[] | null> => {
    const found = await messageById(tx, messageId);
    const row = found ?? (await mediaTakenFrom(tx, messageId));
    if (!row) return null;
    const { chat_id: chatId, fan_id: fanId, model_id: modelId, media_id, mass_message_id } = row;
    const media = media_id === null ? [] : [media_id];
    if (mass_message_id !== null) {
      const recalled = await recall(tx, { modelId, id: mass_message_id, at: clock.now() });
      if (recalled.ok) media.push(...recalled.media);
    }
    if (await deleteMessage(tx, messageId)) await publishDeletion(tx, { chatId, messageId, fanId, modelId });
    const wasKept = await releaseFromAll(tx, media);
    if (!found && !wasKept) return null;
    // A purchase that was under way is made by now: the media are locked, and nobody buys what is gone.
    return salesOfMedia(tx, media);
  };
}
