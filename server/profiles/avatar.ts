import type { Sharp } from "sharp";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { drawPicture, type PictureFileRefusal, type Storage } from "#server/storage/storage.ts";
import { avatarKeys, updateAvatar } from "./store/profile-store.ts";

export type AvatarRefusal = { code: PictureFileRefusal } | { code: "too_many"; retryAfterSeconds: number };

type AvatarNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  storage: Pick<Storage, "put" | "discard" | "sweep" | "url">;
  limits: Limits;
};

const uploadsPerHour = 20;
/** A file stored longer ago than this either belongs to an account by now or never will. */
const orphanAfterMs = 3_600_000;

/** Re-encodes `bytes` and stores them as the avatar of an account; the previous file is deleted. */
export function storeAvatar({ db, storage, limits }: AvatarNeeds) {
  const perAccount = limits.create("avatars", uploadsPerHour, 3600);
  return async (accountId: number, bytes: Uint8Array): Promise<Result<object, AvatarRefusal>> => {
    const retryAfterSeconds = await perAccount.take(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const picture = await drawPicture(bytes, square);
    if (!picture.ok) return refuse({ code: picture.refusal });
    const key = await storage.put("avatars", { bytes: picture.drawn, contentType: "image/webp" });
    const before = await inTransaction(db, (tx) =>
      updateAvatar(tx, accountId, { key, url: storage.url(key) }),
    );
    if (before) await storage.discard(before);
    return ok({});
  };
}

/** Deletes the avatar of an account and its file. */
export function removeAvatar({ db, storage }: AvatarNeeds) {
  return async (accountId: number): Promise<void> => {
    const before = await inTransaction(db, (tx) => updateAvatar(tx, accountId, null));
    // After the commit: a crash in between leaves an orphaned file, which the sweep deletes.
    if (before) await storage.discard(before);
  };
}

/** Deletes orphaned files: their process died before the key was stored. A job calls it. */
export function sweepAvatars({ db, clock, storage }: AvatarNeeds) {
  return (): Promise<void> => {
    const before = new Date(clock.now().getTime() - orphanAfterMs);
    return storage.sweep("avatars", before, (keys) => avatarKeys(db, keys));
  };
}

const sidePixels = 512;
/** As WebP, cropped around its centre. */
const square = (upright: Sharp) =>
  upright
    .resize(sidePixels, sidePixels, { fit: "cover" })
    .webp({ quality: 84 })
    .timeout({ seconds: 10 })
    .toBuffer();
