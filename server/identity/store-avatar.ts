import { inTransaction } from "#server/kit/database/transaction.ts";
import { createLimit } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { IdentityNeeds } from "./needs.ts";
import { squarePicture } from "./rules/square-picture.ts";
import { avatarKeys, updateAvatar } from "./store/accounts-store.ts";

export type AvatarRefusal = { code: "not_a_picture" } | { code: "too_many"; retryAfterSeconds: number };

const picturesPerHour = 20;
/** A picture that was kept longer ago than this has its account, or never will. */
const unknownForMs = 3_600_000;

/** Gives an account a picture, drawn anew from `bytes`; the one before is forgotten. */
export function storeAvatar({ db, storage }: Pick<IdentityNeeds, "db" | "storage">) {
  const perAccount = createLimit(picturesPerHour, 3600);
  return async (accountId: number, bytes: Uint8Array): Promise<Result<object, AvatarRefusal>> => {
    const retryAfterSeconds = await perAccount.take(String(accountId));
    if (retryAfterSeconds) return refuse({ code: "too_many", retryAfterSeconds });
    const picture = await squarePicture(bytes);
    if (!picture) return refuse({ code: "not_a_picture" });
    const key = await storage.put("avatars", { bytes: picture, contentType: "image/webp" });
    const before = await inTransaction(db, (tx) =>
      updateAvatar(tx, accountId, { key, url: storage.url(key) }),
    );
    if (before) await storage.remove(before);
    return ok({});
  };
}

/** Forgets the picture of an account, with its file. */
export function removeAvatar({ db, storage }: Pick<IdentityNeeds, "db" | "storage">) {
  return async (accountId: number): Promise<void> => {
    const before = await inTransaction(db, (tx) => updateAvatar(tx, accountId, null));
    // After the commit: a crash in between leaves a file without an account, which the sweep finds.
    if (before) await storage.remove(before);
  };
}

/** Forgets pictures without an account: those whose process died before their key was written down. A job calls it. */
export function sweepAvatars({ db, clock, storage }: Pick<IdentityNeeds, "db" | "clock" | "storage">) {
  return (): Promise<void> => {
    const before = new Date(clock.now().getTime() - unknownForMs);
    return storage.sweep("avatars", before, (keys) => avatarKeys(db, keys));
  };
}
