import { open } from "node:fs/promises";
import { chatFile } from "#contract/chat-message.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type EncodedPicture, encodePicture, type PrivateFiles } from "#server/storage/storage.ts";
import type { MediaRow } from "./store/media-store.ts";

/** Where files of chats lie among the private ones. */
export const chatArea = "chat";

/** A file as it came in, `poster` being a picture of it that its sender's page has drawn. */
export type MediaFile = { path: string; size: number; poster: Uint8Array | null };

export type MediaRefusal = "not_media" | "too_large";

/** A picture that is ready, or a video that waits for its check. */
export type KeptMedia = Pick<
  MediaRow,
  "kind" | "state" | "file_key" | "thumb_key" | "blurred_key" | "width" | "height" | "seconds"
>;

export function keysOf({ file_key, thumb_key, blurred_key }: KeptMedia): string[] {
  return [file_key, thumb_key, blurred_key].filter((key) => key !== null);
}

/** Looks at the content of a file and keeps what it is: a picture drawn anew, or a video as it came. */
export async function keepMedia(
  files: PrivateFiles,
  file: MediaFile,
): Promise<Result<{ media: KeptMedia }, MediaRefusal>> {
  if (await looksLikeVideo(file.path)) return ok({ media: await keepVideo(files, file) });
  if (file.size > chatFile.picture.bytesMax) return refuse("too_large");
  const drawn = await encodePicture(file.path);
  if (!drawn) return refuse("not_media");
  const { width, height, clear } = drawn;
  return ok({
    media: {
      kind: "picture",
      state: "ready",
      file_key: await files.store(chatArea, { bytes: clear, contentType: "image/webp" }),
      ...(await keepThumbs(files, drawn)),
      width,
      height,
      seconds: null,
    },
  });
}

/** A video is told by its first bytes; whether it plays is found out by the check. */
async function keepVideo(files: PrivateFiles, { path, poster }: MediaFile): Promise<KeptMedia> {
  const drawn = poster ? await encodePicture(poster) : null;
  const thumbs = drawn ? await keepThumbs(files, drawn) : { thumb_key: null, blurred_key: null };
  const file_key = await files.store(chatArea, { path, contentType: "video/mp4" });
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

async function keepThumbs(files: PrivateFiles, { thumb, blurred }: EncodedPicture) {
  const contentType = "image/webp";
  return {
    thumb_key: await files.store(chatArea, { bytes: thumb, contentType }),
    blurred_key: await files.store(chatArea, { bytes: blurred, contentType }),
  };
}

/** ISO base media (MP4, QuickTime) names its first box at byte 4; WebM begins with the EBML mark. */
async function looksLikeVideo(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(12);
    await file.read(head, 0, head.length, 0);
    const box = head.toString("latin1", 4, 8);
    return head.readUInt32BE(0) === 0x1a45dfa3 || /^(ftyp|moov|mdat|wide|free|skip)$/.test(box);
  } finally {
    await file.close();
  }
}
