import { rm } from "node:fs/promises";
import type { UploadedFile, UploadedLargeFile } from "#contract/endpoint.ts";
import { picturePart, videoSecondsMax } from "#contract/studio-content.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import {
  cleanVideo,
  type EncodedPicture,
  encodePicture,
  type PictureFileRefusal,
  type VideoRefusal,
} from "#server/storage/storage.ts";
import type { ContentNeeds } from "../needs.ts";
import type { NewItem } from "../store/items-store.ts";
import { knownKeys } from "../store/own-items-store.ts";
import type { ItemKind } from "../store/tables.ts";

/** The stored facts about an item's files. */
export type DrawnMedia = Pick<
  NewItem,
  "media_type" | "media_key" | "thumb_key" | "blurred_key" | "seconds" | "width" | "height"
>;

export type MediaRefusal =
  | {
      field: "media";
      code: VideoRefusal | PictureFileRefusal | "not_a_picture_or_video" | "picture_too_large";
    }
  | { field: "poster"; code: "poster_required" | PictureFileRefusal };

/**
 * Folders of the files: private ones, and public ones, `windows` those that models chose for everybody. A job sweeps what no
 * item knows of.
 */
export const contentAreas = { private: "content", public: "blurred", windows: "windows" } as const;

/** Files that were kept longer ago than this have their item, or never will. */
const unknownForMs = 3_600_000;

export type Upload = { kind: ItemKind; media: UploadedLargeFile; poster: UploadedFile | undefined };

/**
 * Makes an item's files from the uploads: a picture for a post, or a video with its poster. The content of each
 * decides its kind; both are re-encoded, so that nothing else of the uploaded files is kept.
 */
export async function drawMedia(
  needs: ContentNeeds,
  { kind, media, poster }: Upload,
): Promise<Result<{ drawn: DrawnMedia }, MediaRefusal>> {
  const encoded = kind === "post" ? await encodePicture(media.path) : refuse("not_a_picture" as const);
  if (encoded.ok && media.size > picturePart.bytesMax)
    return refuse({ field: "media", code: "picture_too_large" });
  if (encoded.ok) return ok({ drawn: await keepPicture(needs, encoded.picture) });
  if (encoded.refusal !== "not_a_picture") return refuse({ field: "media", code: encoded.refusal });
  const cleaned = await cleanVideo(media.path, { secondsMax: videoSecondsMax });
  if (!cleaned.ok) {
    const code =
      kind === "post" && cleaned.refusal === "not_a_video" ? "not_a_picture_or_video" : cleaned.refusal;
    return refuse({ field: "media", code });
  }
  const { path, contentType, seconds, width, height } = cleaned.video;
  try {
    if (!poster) return refuse({ field: "poster", code: "poster_required" });
    const frame = await encodePicture(poster.bytes);
    if (!frame.ok) return refuse({ field: "poster", code: frame.refusal });
    const media_key = await needs.privateFiles.put(contentAreas.private, { path, contentType });
    const pictures = await keepThumbs(needs, frame.picture);
    return ok({ drawn: { media_type: "video", media_key, ...pictures, seconds, width, height } });
  } finally {
    await rm(path, { force: true });
  }
}

async function keepPicture(needs: ContentNeeds, picture: EncodedPicture): Promise<DrawnMedia> {
  const { clear, width, height } = picture;
  const media_key = await needs.privateFiles.put(contentAreas.private, {
    bytes: clear,
    contentType: "image/webp",
  });
  const pictures = await keepThumbs(needs, picture);
  return { media_type: "picture", media_key, ...pictures, seconds: null, width, height };
}

/** Keeps the clear thumb among the private files and the blurred one among the public. */
export async function keepThumbs(
  { storage, privateFiles }: Pick<ContentNeeds, "storage" | "privateFiles">,
  { thumb, blurred }: Pick<EncodedPicture, "thumb" | "blurred">,
): Promise<Pick<DrawnMedia, "thumb_key" | "blurred_key">> {
  const contentType = "image/webp";
  return {
    thumb_key: await privateFiles.put(contentAreas.private, { bytes: thumb, contentType }),
    blurred_key: await storage.put(contentAreas.public, { bytes: blurred, contentType }),
  };
}

/** Forgets files that no item knows: their process died before the item was stored, or the item is gone. */
export function sweepFiles({ db, clock, storage, privateFiles }: ContentNeeds) {
  return async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - unknownForMs);
    const known = (keys: string[]) => knownKeys(db, keys);
    await privateFiles.sweep(contentAreas.private, before, known);
    await storage.sweep(contentAreas.public, before, known);
    await storage.sweep(contentAreas.windows, before, known);
  };
}
