import type { ChatMedia } from "#contract/chat-message.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { checkVideoJob } from "#server/messaging/media/check-video.ts";
import { type MediaFile, type MediaRefusal, storeMedia } from "#server/messaging/media/media-files.ts";
import type { SendRateLimit } from "#server/messaging/messages/send-message.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { presentMedia } from "#server/messaging/present-message.ts";
import { insertMedia, type MediaRow } from "#server/messaging/store/media-store.ts";

export type MassMediaRefusal = { code: MediaRefusal } | { code: "too_many"; retryAfterSeconds: number };

/** Keeps a picture or video that a message to many of this model can name afterwards. */
export function uploadMassMedia(needs: MessagingNeeds, rateLimit: SendRateLimit) {
  return async (
    modelId: number,
    file: MediaFile,
  ): Promise<Result<{ media: ChatMedia }, MassMediaRefusal>> => {
    const retryAfterSeconds = await rateLimit.take({ id: modelId, role: "model" });
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    const kept = await storeMedia(needs.files, file);
    if (!kept.ok) return refuse({ code: kept.refusal });
    const row = await inTransaction(needs.db, async (tx) => {
      const inserted = await insertMedia(tx, {
        ...kept.media,
        of_model: modelId,
        message_type: "media",
        price: null,
        created_at: needs.clock.now(),
      });
      if (inserted.state === "processing") await enqueue(tx, checkVideoJob(inserted.id));
      return inserted;
    });
    const media = presentOriginal(needs, row);
    if (!media) throw new Error(`file ${row.id} for many shows nothing`);
    return ok({ media });
  };
}

/** A picture or video for many as its model sees it. */
export function presentOriginal({ files }: Pick<MessagingNeeds, "files">, row: MediaRow): ChatMedia | null {
  const modelId = row.of_model ?? 0;
  const columns = { ...row, media_id: row.id, model_id: modelId };
  return presentMedia(columns, { clear: true, viewerId: modelId, link: files.link });
}
