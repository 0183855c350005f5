import { rm } from "node:fs/promises";
import type { Sharp } from "sharp";
import type { UploadedFile } from "#contract/endpoint.ts";
import { teaserOfFilmMin, teaserSecondsMax, teaserSecondsMin } from "#contract/field-bounds.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import {
  cutTeaser,
  drawPicture,
  type PictureFileRefusal,
  type VideoRefusal,
} from "#server/storage/storage.ts";
import type { ContentNeeds } from "../needs.ts";
import type { ItemRow } from "../store/items-store.ts";
import { ownItemToChange, updateItem } from "../store/own-items-store.ts";
import { contentAreas, type DrawnMedia } from "./item-files.ts";

/** The order for an item's window: a picture, and of a film some seconds from a place in it on. */
export type WindowOrder = { cover: UploadedFile | undefined; teaserAt: number | null };
type WindowKeys = Pick<ItemRow, "cover_key" | "teaser_key" | "teaser_seconds">;

export type WindowRefusal =
  | { field: "cover"; code: PictureFileRefusal }
  | { field: "teaser_at"; code: VideoRefusal | "teaser_of_picture" | "teaser_too_much" };

type Filmed = Pick<DrawnMedia, "media_type" | "media_key" | "seconds">;

const coverPixels = 640;
const drawCover = (upright: Sharp) =>
  upright
    .resize(coverPixels, coverPixels, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 10 })
    .toBuffer();

/**
 * Makes the public files of an item, each one of its own: a cover of at most 640 pixels a side, a teaser without sound.
 * Answers the columns that change.
 */
export async function drawWindow(
  needs: Pick<ContentNeeds, "storage" | "privateFiles">,
  { cover, teaserAt }: WindowOrder,
  item: Filmed,
): Promise<Result<{ drawn: Partial<WindowKeys> }, WindowRefusal>> {
  const picture = cover ? await drawPicture(cover.bytes, drawCover) : null;
  if (picture && !picture.ok) return refuse({ field: "cover", code: picture.refusal });
  const teaser = teaserAt === null ? null : await drawTeaser(needs, item, teaserAt);
  if (teaser && !teaser.ok) return refuse({ field: "teaser_at", code: teaser.refusal });
  const contentType = "image/webp";
  const cover_key =
    picture && (await needs.storage.put(contentAreas.windows, { bytes: picture.drawn, contentType }));
  return ok({ drawn: { ...(cover_key === null ? {} : { cover_key }), ...teaser?.kept } });
}

/** Cut near its end a film still has a whole teaser. A short film would be told by one. */
async function drawTeaser(
  { storage, privateFiles }: Pick<ContentNeeds, "storage" | "privateFiles">,
  { media_type, media_key, seconds }: Filmed,
  at: number,
): Promise<
  Result<
    { kept: Pick<WindowKeys, "teaser_key" | "teaser_seconds"> },
    Extract<WindowRefusal, { field: "teaser_at" }>["code"]
  >
> {
  if (media_type !== "video" || !seconds) return refuse("teaser_of_picture");
  if (seconds < teaserOfFilmMin) return refuse("teaser_too_much");
  return privateFiles.withCopy(media_key, async (file) => {
    const stretch = { from: Math.min(at, seconds - teaserSecondsMax), seconds: teaserSecondsMax };
    const cut = await cutTeaser(file, stretch);
    if (!cut.ok) return cut;
    const { path, contentType, seconds: teaser_seconds } = cut.video;
    try {
      if (teaser_seconds < teaserSecondsMin) return refuse("video_broken");
      const teaser_key = await storage.put(contentAreas.windows, { path, contentType });
      return ok({ kept: { teaser_key, teaser_seconds } });
    } finally {
      await rm(path, { force: true });
    }
  });
}

export type WindowChange = WindowOrder & {
  modelId: number;
  id: number;
  /** The parts that are taken away. */
  without: { cover: boolean; teaser: boolean };
};

const changesPerHour = 120;

/** Changes what everybody sees of a model's own item; what is neither sent nor taken away stays. */
export function changeWindow(needs: ContentNeeds) {
  const { db, storage } = needs;
  const perModel = needs.limits.create("changed_windows", changesPerHour, 3600);
  return async ({
    modelId,
    id,
    without,
    ...order
  }: WindowChange): Promise<
    Result<
      object,
      | WindowRefusal
      | { field: null; code: "unknown_item" }
      | { field: null; code: "too_many"; retryAfterSeconds: number }
    >
  > => {
    const retryAfterSeconds = await perModel.take(String(modelId));
    if (retryAfterSeconds) return refuse({ field: null, code: "too_many", retryAfterSeconds } as const);
    const unknown = refuse({ field: null, code: "unknown_item" } as const);
    const before = await inTransaction(db, (tx) => ownItemToChange(tx, modelId, id));
    if (!before) return unknown;
    const window = await drawWindow(needs, order, before);
    if (!window.ok) return window;
    const changes: Partial<WindowKeys> = {
      ...(without.cover ? { cover_key: null } : {}),
      ...(without.teaser ? { teaser_key: null, teaser_seconds: null } : {}),
      ...window.drawn,
    };
    if (Object.keys(changes).length === 0) return ok({});
    const old = await inTransaction(db, async (tx) => {
      const item = await ownItemToChange(tx, modelId, id);
      if (item) await updateItem(tx, id, changes);
      return item;
    });
    if (!old) return unknown;
    if ("cover_key" in changes && old.cover_key) await storage.discard(old.cover_key);
    if ("teaser_key" in changes && old.teaser_key) await storage.discard(old.teaser_key);
    return ok({});
  };
}
