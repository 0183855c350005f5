import { rm } from "node:fs/promises";
import { z } from "zod";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedJob, type QueuedWork } from "#server/kit/jobs.ts";
import { publishChecked } from "#server/messaging/events.ts";
import { deliverJob } from "#server/messaging/jobs.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { massOfMedia } from "#server/messaging/store/mass-store.ts";
import { mediaById, settleMedia } from "#server/messaging/store/media-store.ts";
import { messageOfMedia, touchMessage } from "#server/messaging/store/messages-store.ts";
import { cleanVideo } from "#server/storage/storage.ts";
import { chatArea } from "./media-files.ts";

const jobName = "check_chat_video";
/** Two hours. */
const secondsMax = 7_200;

export const checkVideoJob = (mediaId: number): QueuedJob => ({
  name: jobName,
  payload: { mediaId },
  // The last one comes ten hours after the first: files may be away for hours.
  triesMax: 11,
});

type Needs = Pick<MessagingNeeds, "db" | "clock" | "files">;
type Found = Parameters<typeof settleMedia>[2];

/** The queued work of this module: a video is remuxed without its metadata, or found broken. */
export function mediaWork(needs: Needs): QueuedWork {
  return {
    [jobName]: async (payload) => checkVideo(needs, z.object({ mediaId: z.int() }).parse(payload).mediaId),
  };
}

/** May be done twice: what is no longer waited for is left alone. */
async function checkVideo(needs: Needs, mediaId: number): Promise<void> {
  const { db, files } = needs;
  const media = await mediaById(db, mediaId);
  if (media?.state !== "processing" || media.file_key === null) return;
  const found = await files.withCopy(media.file_key, (came) => inspect(needs, came));
  const settled = await inTransaction(db, (tx) => settle(tx, needs, mediaId, found));
  // Taken back meanwhile, or checked by somebody else: nobody knows of the new file.
  if (!settled && found.file_key) await files.discard(found.file_key);
  if (settled) await files.discard(media.file_key);
}

async function inspect({ files }: Needs, came: string): Promise<Found> {
  const checked = await cleanVideo(came, { secondsMax });
  if (!checked.ok) return { state: "broken", broken_reason: checked.refusal, file_key: null };
  const { path, contentType, seconds, width, height } = checked.video;
  try {
    const file_key = await files.put(chatArea, { path, contentType });
    return { state: "ready", file_key, seconds, width, height };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function settle(tx: Tx, { clock }: Needs, mediaId: number, found: Found): Promise<boolean> {
  if (!(await settleMedia(tx, mediaId, found))) return false;
  const message = await messageOfMedia(tx, mediaId);
  if (message) {
    await touchMessage(tx, message.id, clock.now());
    await publishChecked(tx, message.chat_id, { messageId: message.id });
  }
  const mass = await massOfMedia(tx, mediaId);
  if (mass && mass.due_at <= clock.now()) await enqueue(tx, deliverJob(mass.id));
  return true;
}
