import { galleryMax } from "#contract/field-bounds.ts";
import type { GalleryPicture } from "#contract/gallery.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { encodePicture, type Storage } from "#server/storage/storage.ts";
import {
  deletePictures,
  type GalleryRow,
  galleryOf,
  insertPicture,
  knownGalleryFiles,
  lockGallery,
  placePictures,
} from "../store/gallery-store.ts";

export type GalleryNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  storage: Pick<Storage, "put" | "discard" | "sweep" | "url">;
  limits: Limits;
};

export type AddRefusal =
  | { code: "not_a_picture" | "gallery_full" }
  | { code: "too_many"; retryAfterSeconds: number };
/** WebP files, whole and small; the size in pixels of the whole one. */
export type NewPicture = { clear: Uint8Array; thumb: Uint8Array; width: number; height: number };

/** The pictures that a model shows on their page, in the model's order. */
export type Gallery = {
  view(reader: Reader, modelId: number): Promise<GalleryPicture[]>;
  /** Re-encodes a picture and adds it behind the others. */
  add(modelId: number, bytes: Uint8Array): Promise<Result<object, AddRefusal>>;
  /** Adds a picture that is encoded already. */
  addEncoded(modelId: number, picture: NewPicture): Promise<Result<object, "gallery_full">>;
  /** `gallery_changed`: the ids are not just those of the pictures that there are. */
  order(modelId: number, ids: readonly number[]): Promise<Result<object, "gallery_changed">>;
  /** Deletes a picture with its files, if the model has it. */
  remove(modelId: number, id: number): Promise<void>;
  /** Deletes files that no gallery refers to; a job calls it. */
  sweep(): Promise<void>;
};

const uploadsPerHour = 60;
const area = "gallery";
/** A file stored longer ago than this either belongs to a gallery by now or never will. */
const orphanAfterMs = 3_600_000;

/** Makes the galleries of a database. */
export function createGallery({ db, clock, storage, limits }: GalleryNeeds): Gallery {
  const perModel = limits.create("gallery_pictures", uploadsPerHour, 3600);
  const present = ({ id, file, small_file, width, height }: GalleryRow): GalleryPicture => ({
    ...{ id, width, height },
    url: storage.url(file),
    small: storage.url(small_file),
  });
  const addEncoded: Gallery["addEncoded"] = async (modelId, { clear, thumb, width, height }) => {
    const [file, small_file] = [await store(clear), await store(thumb)];
    const added = await inTransaction(db, async (tx) => {
      const there = await lockGallery(tx, modelId);
      if (there.length >= galleryMax) return false;
      const place = (there.at(-1)?.place ?? 0) + 1;
      const added_at = clock.now();
      await insertPicture(tx, { model_id: modelId, place, file, small_file, width, height, added_at });
      return true;
    });
    if (added) return ok({});
    for (const key of [file, small_file]) await storage.discard(key);
    return refuse("gallery_full");
  };
  const store = (bytes: Uint8Array) => storage.put(area, { bytes, contentType: "image/webp" });
  return {
    view: async (reader, modelId) => (await galleryOf(reader, modelId)).map(present),
    addEncoded,
    async add(modelId, bytes) {
      const retryAfterSeconds = await perModel.take(String(modelId));
      if (retryAfterSeconds) return refuse({ code: "too_many" as const, retryAfterSeconds });
      const picture = await encodePicture(bytes);
      if (!picture) return refuse({ code: "not_a_picture" as const });
      const added = await addEncoded(modelId, picture);
      return added.ok ? added : refuse({ code: added.refusal });
    },
    order: (modelId, ids) =>
      inTransaction(db, async (tx) => {
        const there = new Set((await lockGallery(tx, modelId)).map(({ id }) => id));
        const isAll = new Set(ids).size === there.size && ids.length === there.size;
        if (!isAll || ids.some((id) => !there.has(id))) return refuse("gallery_changed");
        await placePictures(tx, modelId, ids);
        return ok({});
      }),
    async remove(modelId, id) {
      const gone = await inTransaction(db, async (tx) => {
        const there = await lockGallery(tx, modelId);
        const picture = there.find((one) => one.id === id);
        if (!picture) return null;
        await deletePictures(tx, modelId, id);
        const rest = there.filter((one) => one.id !== id);
        await placePictures(
          tx,
          modelId,
          rest.map((one) => one.id),
        );
        return picture;
      });
      if (gone) for (const key of [gone.file, gone.small_file]) await storage.discard(key);
    },
    sweep: () =>
      storage.sweep(area, new Date(clock.now().getTime() - orphanAfterMs), (keys) =>
        knownGalleryFiles(db, keys),
      ),
  };
}
