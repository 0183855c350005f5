// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { TippedGift } from "./tipped-gift.ts";

export type MessagingChat = {
  active_at: Date;
  created_at: Date;
  fan_hidden_at: Date | null;
  fan_id: number;
  fan_read_to: Generated<number>;
  /** How many messages the fan has not read; the database keeps it. */
  fan_unread: ColumnType<number, never, never>;
  id: ColumnType<number, never, never>;
  in_folders: Generated<string[]>;
  model_id: number;
  model_read_to: Generated<number>;
  /** How many messages the model has not read; the database keeps it. */
  model_unread: ColumnType<number, never, never>;
};

export type MessagingMassMessage = {
  audience: "everybody" | "favourites" | "subscribers" | "buyers" | "new_subscribers";
  body: string;
  client_id: string;
  created_at: Date;
  due_at: Date;
  failure: "not_listed" | "broken_file" | null;
  finished_at: Date | null;
  id: ColumnType<number, never, never>;
  item_id: number | null;
  media_id: number | null;
  model_id: number;
  recipients: number;
  started_at: Date | null;
  taken_back_at: Date | null;
};

export type MessagingMassRecipient = {
  chat_id: number | null;
  fan_id: number;
  mass_message_id: number;
  message_id: number | null;
  state: "waiting" | "sent" | "skipped";
  welcome_of: number | null;
};

export type MessagingMedia = {
  blurred_key: string | null;
  broken_reason: "not_a_video" | "video_broken" | "no_video_track" | "codec" | "too_long" | null;
  chat_id: number | null;
  created_at: Date;
  description: Generated<string>;
  file_key: string | null;
  height: number | null;
  id: ColumnType<number, never, never>;
  kind: "picture" | "video";
  mass_message_id: number | null;
  message_type: "media" | "paid_media";
  of_model: number | null;
  price: number | null;
  seconds: number | null;
  state: "processing" | "ready" | "broken" | "gone";
  /** The message that it came in, once that is gone; kept by the database. */
  taken_from: ColumnType<number | null, never, never>;
  thumb_key: string | null;
  width: number | null;
};

export type MessagingMessage = {
  author: "fan" | "model";
  body: Generated<string>;
  chat_id: number;
  id: ColumnType<number, never, never>;
  mass_message_id: number | null;
  media_id: number | null;
  reply_to: number | null;
  sent_at: Date;
  temp_id: string | null;
  tip_gift: ColumnType<TippedGift | null, string | null | undefined, never>;
  tip_tokens: number | null;
  tip_transfer_id: number | null;
  type: "text" | "media" | "paid_media";
  updated_at: Date;
};

export type MessagingModelUnread = {
  messages: number;
  model_id: number;
  part: number;
};

export type MessagingPurchase = {
  at: Date;
  balance_after: number;
  chat_id: number;
  fan_id: number;
  id: ColumnType<number, never, never>;
  idem_key: string;
  media_id: number;
  message_type: Generated<"paid_media">;
  tokens: number;
  transfer_id: number;
};

export type MessagingSubscribersOnly = {
  model_id: number;
  since: Date;
};

export type MessagingWordFilter = {
  changed_at: Date;
  person_id: number;
  words: string[];
};

export type Rows = {
  "messaging.chat": MessagingChat;
  "messaging.mass_message": MessagingMassMessage;
  "messaging.mass_recipient": MessagingMassRecipient;
  "messaging.media": MessagingMedia;
  "messaging.message": MessagingMessage;
  "messaging.model_unread": MessagingModelUnread;
  "messaging.purchase": MessagingPurchase;
  "messaging.subscribers_only": MessagingSubscribersOnly;
  "messaging.word_filter": MessagingWordFilter;
};
