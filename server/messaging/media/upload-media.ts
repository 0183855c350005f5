import type { ChatMessage } from "#contract/chat-message.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { isDatabaseUnavailable } from "#server/kit/database/unavailable.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { chatToWriteIn } from "#server/messaging/chats/chats.ts";
import {
  type SendRateLimit,
  type SendRefusal,
  sentBefore,
  storeMessage,
} from "#server/messaging/messages/send-message.ts";
import { textRefusal } from "#server/messaging/messages/text-refusal.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { otherRole, type Participant, participantId } from "#server/messaging/participant.ts";
import { presentMessage } from "#server/messaging/present-message.ts";
import { wakeChats } from "#server/messaging/store/chats-store.ts";
import { insertMedia } from "#server/messaging/store/media-store.ts";
import type { MessageRow } from "#server/messaging/store/messages-store.ts";
import { checkVideoJob } from "./check-video.ts";
import { keysOf, type MediaFile, type MediaRefusal, type StoredMedia, storeMedia } from "./media-files.ts";

/** The terms of media for sale: a price and perhaps words about it. */
export type MediaOffer = { price: number; description: string } | null;

/** `caption`: words beside the file, or none. */
export type MediaUpload = {
  chatId: number;
  tempId: string | null;
  caption: string;
  file: MediaFile;
  offer: MediaOffer;
};

export type UploadRefusal = SendRefusal | { code: MediaRefusal } | { code: "not_for_fans" };

/**
 * Takes a picture or video into a chat. A picture is re-encoded at once; a video is kept as it came and checked by a
 * job, before which nobody sees it. A repeated id of the author's page names the same message.
 */
export function uploadMedia(needs: MessagingNeeds, rateLimit: SendRateLimit) {
  return async (
    participant: Participant,
    sent: MediaUpload,
  ): Promise<Result<{ message: ChatMessage }, UploadRefusal>> => {
    if (sent.offer && participant.role === "fan") return refuse({ code: "not_for_fans" });
    const found = await chatToWriteIn(needs, participant, sent.chatId);
    if (!found.ok) return refuse({ code: found.refusal });
    const row =
      (await sentBefore(needs, participant, sent.chatId, sent.tempId)) ??
      (await storeUpload(needs, rateLimit, participant, {
        ...sent,
        recipientId: participantId(found.chat, otherRole(participant.role)),
      }));
    if (!("id" in row)) return row;
    if (row.type !== typeOf(sent.offer) || row.body !== sent.caption) return refuse({ code: "temp_id_used" });
    return ok({ message: presentMessage(row, participant.role, needs.files.link) });
  };
}

const typeOf = (offer: MediaOffer) => (offer ? "paid_media" : "media");

async function storeUpload(
  needs: MessagingNeeds,
  pace: SendRateLimit,
  participant: Participant,
  sent: MediaUpload & { recipientId: number },
): Promise<MessageRow | (Result<object, UploadRefusal> & { ok: false })> {
  const retryAfterSeconds = await pace.take(participant);
  if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
  const words = [sent.caption, sent.offer?.description ?? ""].filter((text) => text !== "").join("\n");
  const code = await textRefusal(needs, sent.recipientId, words);
  if (code) return refuse({ code });
  const kept = await storeMedia(needs.files, sent.file);
  if (!kept.ok) return refuse({ code: kept.refusal });
  try {
    const row = await inTransaction(needs.db, (tx) => insertUpload(tx, needs, participant, sent, kept.media));
    // Another try of the same page came first: what this one kept is not needed.
    if (row.file_key !== kept.media.file_key) await removeFiles(needs, kept.media);
    return row;
  } catch (error) {
    // A commit whose answer was lost may have taken place. Files that no message names are swept later.
    if (!isDatabaseUnavailable(error)) await removeFiles(needs, kept.media);
    throw error;
  }
}

async function removeFiles({ files }: Pick<MessagingNeeds, "files">, media: StoredMedia): Promise<void> {
  for (const key of keysOf(media)) await files.discard(key);
}

async function insertUpload(
  tx: Tx,
  needs: MessagingNeeds,
  participant: Participant,
  { chatId, tempId, caption, offer }: MediaUpload,
  kept: StoredMedia,
): Promise<MessageRow> {
  // From here on nobody else writes in this chat: who comes second finds the message of the first.
  await wakeChats(tx, [chatId], needs.clock.now());
  const first = await sentBefore({ db: tx }, participant, chatId, tempId);
  if (first) return first;
  const media = await insertMedia(tx, {
    ...kept,
    chat_id: chatId,
    message_type: typeOf(offer),
    price: offer?.price ?? null,
    description: offer?.description ?? "",
    created_at: needs.clock.now(),
  });
  if (media.state === "processing") await enqueue(tx, checkVideoJob(media.id));
  return storeMessage(tx, needs, {
    chat_id: chatId,
    author: participant.role,
    type: typeOf(offer),
    body: caption,
    media_id: media.id,
    mass_message_id: null,
    temp_id: tempId,
  });
}
