import type { Sharp } from "sharp";
import type { Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { drawPicture } from "#server/storage/storage.ts";
import type { PictureNeeds, PictureRefusal } from "../picture-needs.ts";
import {
  deletePicturesBefore,
  isOnAirInPublic,
  livePicturesOf,
  saveLivePicture,
  shownLivePictures,
} from "../store/live-picture-store.ts";

/** The pictures on cards that show the rooms that are open to everybody now. */
export type LivePictures = {
  /**
   * Shows a picture (JPEG, PNG or WebP) of a model's room on their cards, re-encoded, in place of the one before.
   * `shown` is false when the room is not open to everybody, or no longer once the picture is stored: a show, a break or
   * the end may begin while it is under way, which is nobody's mistake.
   */
  show(modelId: number, bytes: Uint8Array): Promise<Result<{ shown: boolean }, PictureRefusal>>;
  /** Addresses of the pictures of these models, of those who are listed and have one now. */
  of(reader: Reader, modelIds: readonly number[]): Promise<{ model_id: number; picture: string }[]>;
  /** Forgets pictures that nobody has renewed, and deletes files that no card has shown for some minutes; a job calls it. */
  sweep(): Promise<void>;
};

const picturesPerMinute = 4;
const area = "live";
/** Cards of the largest layout are 480 pixels wide on dense screens; they cut what they do not need. */
const [widthMax, heightMax] = [480, 640] as const;
/** The studio sends one each minute; what is older shows nothing of now. */
const trueForMs = 5 * 60_000;
/** A page shows the picture that it has for a minute, and may load it late. */
const keptMs = 10 * 60_000;

/** Makes the live pictures of a database. */
export function createLivePictures({ db, clock, storage, limits }: PictureNeeds): LivePictures {
  const perModel = limits.create("live_pictures", picturesPerMinute, 60);
  return {
    async show(modelId, bytes) {
      const retryAfterSeconds = await perModel.take(String(modelId));
      if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
      if (!(await isOnAirInPublic(db, modelId))) return ok({ shown: false });
      const picture = await drawPicture(bytes, small);
      if (!picture.ok) return refuse({ code: picture.refusal });
      const file = await storage.put(area, { bytes: picture.drawn, contentType: "image/webp" });
      const shown = await inTransaction(db, (tx) => saveLivePicture(tx, { modelId, file, at: clock.now() }));
      if (!shown) await storage.discard(file);
      return ok({ shown });
    },
    of: async (reader, modelIds) =>
      (await livePicturesOf(reader, modelIds)).map(({ model_id, file }) => ({
        model_id,
        picture: storage.url(file),
      })),
    async sweep() {
      const ago = (ms: number) => new Date(clock.now().getTime() - ms);
      await inTransaction(db, (tx) => deletePicturesBefore(tx, ago(trueForMs)));
      await storage.sweep(area, ago(keptMs), (files) => shownLivePictures(db, files));
    },
  };
}

const small = (upright: Sharp) =>
  upright
    .resize(widthMax, heightMax, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 72 })
    .timeout({ seconds: 10 })
    .toBuffer();
