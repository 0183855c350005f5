import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import { fileOfChat } from "#server/messaging/media/media-files.ts";
import { type ChatRole, participantId } from "#server/messaging/participant.ts";
import { languageOf } from "#server/messaging/rules/language-of.ts";
import type { MessageRow } from "#server/messaging/store/messages-store.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";

/** Makes the address by which one person may read a private file for a while. */
export type LinkFor = PrivateFiles["link"];

export type MediaColumns = Pick<
  MessageRow,
  | "kind"
  | "state"
  | "broken_reason"
  | "file_key"
  | "thumb_key"
  | "blurred_key"
  | "width"
  | "height"
  | "seconds"
> & { media_id: number | null; model_id: number };

/** A message as one side of its chat sees it. */
export function presentMessage(row: MessageRow, viewer: ChatRole, link: LinkFor): ChatMessage {
  const isForSale = row.price !== null;
  const readTo = row.author === "fan" ? row.model_read_to : row.fan_read_to;
  return {
    id: row.id,
    chat_id: row.chat_id,
    author_id: participantId(row, row.author),
    body: row.body,
    language: languageOf(row.body),
    type: row.type,
    media: presentMedia(row, {
      clear: !isForSale || row.bought || viewer === row.author,
      viewerId: participantId(row, viewer),
      link,
    }),
    was_read: row.id <= readTo,
    purchase_status: isForSale ? (row.bought ? "paid" : "unpaid") : null,
    price: row.price,
    description: isForSale ? row.description : null,
    mass_message_id: row.mass_message_id,
    automatic: row.automatic,
    tip: tipOf(row, viewer),
    reply_to: quoted(row),
    temp_id: viewer === row.author ? row.temp_id : null,
    created_at: row.sent_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function quoted(row: MessageRow): ChatMessage["reply_to"] {
  const { reply_to, quoted_author, quoted_body, quoted_kind, quoted_tip } = row;
  if (reply_to === null || quoted_author === null) return null;
  const author_id = participantId(row, quoted_author);
  return { id: reply_to, author_id, body: quoted_body ?? "", media: quoted_kind, tip: quoted_tip };
}

/** The number of the transfer is for the fan, whose statement names it. */
function tipOf({ tip_tokens: tokens, tip_gift: gift, tip_transfer_id }: MessageRow, viewer: ChatRole) {
  return tokens === null ? null : { tokens, gift, transfer_id: viewer === "fan" ? tip_transfer_id : null };
}

type View = { clear: boolean; viewerId: number; link: LinkFor };

/**
 * A picture or video. Media that is not `clear` to its viewer shows nothing but the blurred picture made for that.
 */
export function presentMedia(row: MediaColumns, { clear, viewerId, link }: View): ChatMedia | null {
  const { media_id, kind, state } = row;
  if (media_id === null || kind === null) return null;
  const file = { of: fileOfChat(media_id), ownerId: row.model_id };
  // A film's lives as long as it takes to see it twice.
  const watchMs = (row.seconds ?? 0) * 2_000;
  const address = (key: string | null, forMs = 0) =>
    key === null || state !== "ready" ? null : link({ key, ...file }, viewerId, forMs);
  return {
    id: media_id,
    type: kind,
    thumb: address(clear ? row.thumb_key : row.blurred_key),
    is_processing: state === "processing",
    is_broken: state === "broken" || state === "gone",
    broken_reason: state === "broken" ? row.broken_reason : null,
    url: clear ? address(row.file_key, watchMs) : null,
    width: row.width,
    height: row.height,
    duration: row.seconds,
  };
}
