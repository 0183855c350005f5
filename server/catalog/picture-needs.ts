import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { PictureFileRefusal, Storage } from "#server/storage/storage.ts";

/** The needs of everything that keeps models' pictures. */
export type PictureNeeds = {
  db: Database;
  clock: Pick<Clock, "now">;
  storage: Pick<Storage, "put" | "discard" | "sweep" | "url">;
  limits: Limits;
};

/** Why a picture of a model is not taken. */
export type PictureRefusal = { code: PictureFileRefusal } | { code: "too_many"; retryAfterSeconds: number };
