import type { Sharp } from "sharp";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { drawPicture } from "#server/storage/storage.ts";
import type { PictureNeeds, PictureRefusal } from "../picture-needs.ts";
import { knownPictures, lockListing, takenBack, updateListing } from "../store/listing-store.ts";

const uploadsPerHour = 20;
/** A file stored longer ago than this either belongs to a page by now or never will. */
const orphanAfterMs = 3_600_000;
const area = "models";

/** Width and height in pixels of what is cut from a picture: the avatar, both sizes of the card, and the stage. */
const cuts = {
  avatar: [256, 256],
  portrait: [720, 900],
  portrait_small: [360, 450],
  tall: [720, 1280],
} as const;

/** Re-encodes a model's picture for each place where it is shown, and deletes what it replaces. */
export function storePagePicture({ db, storage, limits }: PictureNeeds) {
  const perModel = limits.create("page_pictures", uploadsPerHour, 3600);
  return async (modelId: number, bytes: Uint8Array): Promise<Result<object, PictureRefusal>> => {
    const retryAfterSeconds = await perModel.take(String(modelId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const picture = await drawPicture(bytes, drawCuts);
    if (!picture.ok) return refuse({ code: picture.refusal });
    const store = (cut: Buffer) => storage.put(area, { bytes: cut, contentType: "image/webp" });
    const { drawn } = picture;
    const keys = {
      avatar: await store(drawn.avatar),
      portrait: await store(drawn.portrait),
      portrait_small: await store(drawn.portrait_small),
      tall: await store(drawn.tall),
    };
    const before = await inTransaction(db, async (tx) => {
      const page = await lockListing(tx, modelId);
      if (!page) throw new Error(`model ${modelId} has no page`);
      await updateListing(tx, modelId, {
        avatar: storage.url(keys.avatar),
        portrait: storage.url(keys.portrait),
        portrait_small: storage.url(keys.portrait_small),
        tall: storage.url(keys.tall),
        thumbhash: "",
        picture_keys: Object.values(keys),
        ...takenBack(page),
      });
      return page.picture_keys;
    });
    for (const key of before) await storage.discard(key);
    return ok({});
  };
}

/** One after the other, so that a picture holds one thread of its process. */
async function drawCuts(upright: Sharp): Promise<Record<keyof typeof cuts, Buffer>> {
  const cut = ([width, height]: readonly [number, number]) =>
    upright
      .clone()
      .resize(width, height, { fit: "cover", position: "attention" })
      .webp({ quality: 84 })
      .timeout({ seconds: 10 })
      .toBuffer();
  return {
    avatar: await cut(cuts.avatar),
    portrait: await cut(cuts.portrait),
    portrait_small: await cut(cuts.portrait_small),
    tall: await cut(cuts.tall),
  };
}

/** Deletes orphaned files: their process died before the keys were stored. A job calls it. */
export function sweepPagePictures({ db, clock, storage }: PictureNeeds) {
  return (): Promise<void> =>
    storage.sweep(area, new Date(clock.now().getTime() - orphanAfterMs), (keys) => knownPictures(db, keys));
}
