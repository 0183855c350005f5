import type { MessagingNeeds } from "./needs.ts";
import { mediaInChat } from "./store/media-store.ts";

/** What links to files of chats say that they belong to. */
export const fileOfChat = (mediaId: number) => `chat:${mediaId}`;

/**
 * The model in whose chat a file is, if this reader is one of the two and may see it now: what is for sale only once it is
 * bought, or blurred. Null otherwise, and when the picture or video was taken back.
 */
export function ownerOfFile({ db }: Pick<MessagingNeeds, "db">) {
  return async (readerId: number, file: { mediaId: number; key: string }): Promise<number | null> => {
    const media = await mediaInChat(db, file.mediaId);
    if (!media || ![media.fan_id, media.model_id].includes(readerId)) return null;
    const isClear = media.price === null || media.bought || readerId === media.model_id;
    const shown = isClear ? [media.file_key, media.thumb_key, media.blurred_key] : [media.blurred_key];
    return media.state === "ready" && shown.includes(file.key) ? media.model_id : null;
  };
}
