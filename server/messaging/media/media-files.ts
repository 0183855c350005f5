import { chatFile } from "#contract/field-bounds.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { type MediaRow, mediaInChat } from "#server/messaging/store/media-store.ts";
import {
  type EncodedPicture,
  encodePicture,
  type PictureFileRefusal,
  type PrivateFiles,
  typeOfFileAt,
} from "#server/storage/storage.ts";

/** The owner that links to files of chats name. */
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

/** Where files of chats lie among the private ones. */
export const chatArea = "chat";

/** A file as it came in, `poster` being a picture of it that its sender's page has drawn. */
export type MediaFile = { path: string; size: number; poster: Uint8Array | null };

export type MediaRefusal = "not_media" | "too_large" | Exclude<PictureFileRefusal, "not_a_picture">;

/** A picture that is ready, or a video that waits for its check. */
export type StoredMedia = Pick<
  MediaRow,
  "kind" | "state" | "file_key" | "thumb_key" | "blurred_key" | "width" | "height" | "seconds"
>;

export function keysOf({ file_key, thumb_key, blurred_key }: StoredMedia): string[] {
  return [file_key, thumb_key, blurred_key].filter((key) => key !== null);
}

/** Looks at the content of a file and keeps what it is: a picture re-encoded, or a video as it came. */
export async function storeMedia(
  files: PrivateFiles,
  file: MediaFile,
): Promise<Result<{ media: StoredMedia }, MediaRefusal>> {
  if ((await typeOfFileAt(file.path))?.startsWith("video/"))
    return ok({ media: await storeVideo(files, file) });
  if (file.size > chatFile.picture.bytesMax) return refuse("too_large");
  const encoded = await encodePicture(file.path);
  if (!encoded.ok) return refuse(encoded.refusal === "not_a_picture" ? "not_media" : encoded.refusal);
  const { width, height, clear } = encoded.picture;
  return ok({
    media: {
      kind: "picture",
      state: "ready",
      file_key: await files.put(chatArea, { bytes: clear, contentType: "image/webp" }),
      ...(await storeThumbs(files, encoded.picture)),
      width,
      height,
      seconds: null,
    },
  });
}

/** A video is recognised by its first bytes; whether it plays is found out by the check. */
async function storeVideo(files: PrivateFiles, { path, poster }: MediaFile): Promise<StoredMedia> {
  const drawn = poster ? await encodePicture(poster) : null;
  const thumbs = drawn?.ok ? await storeThumbs(files, drawn.picture) : { thumb_key: null, blurred_key: null };
  const file_key = await files.put(chatArea, { path, contentType: "video/mp4" });
  return {
    kind: "video",
    state: "processing",
    file_key,
    ...thumbs,
    width: null,
    height: null,
    seconds: null,
  };
}

async function storeThumbs(files: PrivateFiles, { thumb, blurred }: EncodedPicture) {
  const contentType = "image/webp";
  return {
    thumb_key: await files.put(chatArea, { bytes: thumb, contentType }),
    blurred_key: await files.put(chatArea, { bytes: blurred, contentType }),
  };
}
