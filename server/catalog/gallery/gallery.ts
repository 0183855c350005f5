import { galleryMax } from "#contract/field-bounds.ts";
import type { GalleryPicture } from "#contract/gallery.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { encodePicture } from "#server/storage/storage.ts";
import type { PictureNeeds, PictureRefusal } from "../picture-needs.ts";
import {
  deletePictures,
  type GalleryRow,
  galleryOf,
  insertPicture,
  knownGalleryFiles,
  lockGallery,
  pictureById,
  placePictures,
} from "../store/gallery-store.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Staff took a picture from a model's page: its files go too. */
    gallery_picture_removed: { files: string[] };
  }
}

export type AddRefusal = PictureRefusal | { code: "gallery_full" };
/** WebP files, whole and small; the size in pixels of the whole one. */
export type NewPicture = { clear: Uint8Array; thumb: Uint8Array; width: number; height: number };

/** The pictures that a model shows on their page, in the model's order. */
export type Gallery = {
  view(reader: Reader, modelId: number): Promise<GalleryPicture[]>;
  /**
   * Re-encodes a picture and adds it behind the others. A repeated id of the client names the picture that it has
   * added.
   */
  add(modelId: number, bytes: Uint8Array, clientId?: string): Promise<Result<object, AddRefusal>>;
  /** Adds a picture that is encoded already. */
  addEncoded(
    modelId: number,
    picture: NewPicture,
    clientId?: string,
  ): Promise<Result<object, "gallery_full">>;
  /** `gallery_changed`: the ids are not just those of the pictures that there are. */
  order(modelId: number, ids: readonly number[]): Promise<Result<object, "gallery_changed">>;
  /** Deletes a picture with its files, if the model has it. */
  remove(modelId: number, id: number): Promise<void>;
  /** One picture, whose it is and its file; undefined when there is none. */
  picture(reader: Reader, id: number): Promise<GalleryRow | undefined>;
  /** Deletes a picture in the staff's transaction, its files after it; answers whether it was still there. */
  removeForStaff(tx: Tx, id: number): Promise<boolean>;
  /** Deletes the files of a picture that is gone. */
  dropFiles(files: readonly string[]): Promise<void>;
  /** Deletes files that no gallery refers to; a job calls it. */
  sweep(): Promise<void>;
};

const uploadsPerHour = 60;
const area = "gallery";
/** A file stored longer ago than this either belongs to a gallery by now or never will. */
const orphanAfterMs = 3_600_000;

/** Makes the galleries of a database. */
export function createGallery({ db, clock, storage, limits }: PictureNeeds): Gallery {
  const perModel = limits.create("gallery_pictures", uploadsPerHour, 3600);
  const present = ({ id, file, small_file, width, height }: GalleryRow): GalleryPicture => ({
    ...{ id, width, height },
    url: storage.url(file),
    small: storage.url(small_file),
  });
  const addEncoded: Gallery["addEncoded"] = async (modelId, picture, clientId) => {
    const { clear, thumb, width, height } = picture;
    const [file, small_file] = [await store(clear), await store(thumb)];
    const outcome = await inTransaction(db, async (tx) => {
      const there = await lockGallery(tx, modelId);
      if (isAmong(there, clientId)) return "known";
      if (there.length >= galleryMax) return "full";
      await insertPicture(tx, {
        model_id: modelId,
        place: (there.at(-1)?.place ?? 0) + 1,
        ...{ file, small_file, width, height },
        added_at: clock.now(),
        client_id: clientId ?? null,
      });
      return "added";
    });
    if (outcome !== "added") await dropFiles([file, small_file]);
    return outcome === "full" ? refuse("gallery_full") : ok({});
  };
  const dropFiles = async (files: readonly string[]) => {
    for (const key of files) await storage.discard(key);
  };
  const store = (bytes: Uint8Array) => storage.put(area, { bytes, contentType: "image/webp" });
  return {
    view: async (reader, modelId) => (await galleryOf(reader, modelId)).map(present),
    addEncoded,
    async add(modelId, bytes, clientId) {
      if (isAmong(await galleryOf(db, modelId), clientId)) return ok({});
      const retryAfterSeconds = await perModel.take(String(modelId));
      if (retryAfterSeconds) return refuse({ code: "too_many" as const, retryAfterSeconds });
      const encoded = await encodePicture(bytes);
      if (!encoded.ok) return refuse({ code: encoded.refusal });
      const { picture } = encoded;
      const added = await addEncoded(modelId, picture, clientId);
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
      const gone = await inTransaction(db, (tx) => take(tx, modelId, id));
      if (gone) await dropFiles(filesOf(gone));
    },
    picture: pictureById,
    async removeForStaff(tx, id) {
      const picture = await pictureById(tx, id);
      const gone = picture && (await take(tx, picture.model_id, id));
      if (!gone) return false;
      await publishEvent(tx, "gallery_picture_removed", { files: filesOf(gone) });
      return true;
    },
    dropFiles,
    sweep: () =>
      storage.sweep(area, new Date(clock.now().getTime() - orphanAfterMs), (keys) =>
        knownGalleryFiles(db, keys),
      ),
  };
}

const isAmong = (pictures: readonly GalleryRow[], clientId: string | undefined) =>
  clientId !== undefined && pictures.some(({ client_id }) => client_id === clientId);

const filesOf = ({ file, small_file }: GalleryRow) => [file, small_file];

/** Deletes the row of a model's picture and closes the gap in their order; null when it is gone. */
async function take(tx: Tx, modelId: number, id: number): Promise<GalleryRow | null> {
  const there = await lockGallery(tx, modelId);
  const picture = there.find((one) => one.id === id);
  if (!picture) return null;
  await deletePictures(tx, modelId, id);
  const rest = there.filter((one) => one.id !== id).map((one) => one.id);
  await placePictures(tx, modelId, rest);
  return picture;
}
