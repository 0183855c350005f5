import type { ColumnType, Generated } from "kysely";

/** A gift as it was when it was given. */
export type TippedGift = { id: number; name_en: string; name_es: string; image: string; quantity: number };

type ChatTable = {
  id: Generated<number>;
  fan_id: number;
  model_id: number;
  in_folders: Generated<string[]>;
  fan_read_to: Generated<number>;
  model_read_to: Generated<number>;
  /** Kept by the database: what each side has not read. */
  fan_unread: ColumnType<number, never, never>;
  model_unread: ColumnType<number, never, never>;
  fan_hidden_at: Date | null;
  active_at: Date;
  created_at: Date;
};

type MassMessageTable = {
  id: Generated<number>;
  model_id: number;
  client_id: string;
  audience: "everybody" | "favourites" | "subscribers" | "buyers" | "new_subscribers";
  item_id: number | null;
  body: string;
  media_id: number | null;
  recipients: number;
  created_at: Date;
  due_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  failure: "not_listed" | "broken_file" | null;
  taken_back_at: Date | null;
};

type MassRecipientTable = {
  mass_message_id: number;
  fan_id: number;
  welcome_of: number | null;
  state: "waiting" | "sent" | "skipped";
  chat_id: number | null;
  message_id: number | null;
};

type MediaTable = {
  id: Generated<number>;
  chat_id: number | null;
  of_model: number | null;
  mass_message_id: number | null;
  message_type: "media" | "paid_media";
  kind: "picture" | "video";
  state: "processing" | "ready" | "broken" | "gone";
  file_key: string | null;
  thumb_key: string | null;
  blurred_key: string | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  price: number | null;
  description: Generated<string>;
  /** The message that it came in, once that is gone; kept by the database. */
  taken_from: ColumnType<number | null, never, never>;
  created_at: Date;
};

type MessageTable = {
  id: Generated<number>;
  chat_id: number;
  author: "fan" | "model";
  type: "text" | "media" | "paid_media";
  body: Generated<string>;
  media_id: number | null;
  mass_message_id: number | null;
  temp_id: string | null;
  reply_to: Generated<number | null>;
  tip_transfer_id: Generated<number | null>;
  tip_tokens: Generated<number | null>;
  tip_gift: ColumnType<TippedGift | null, string | null | undefined, never>;
  sent_at: Date;
  updated_at: Date;
};

type PurchaseTable = {
  id: Generated<number>;
  media_id: number;
  chat_id: number;
  fan_id: number;
  message_type: Generated<"paid_media">;
  idem_key: string;
  tokens: number;
  transfer_id: number;
  balance_after: number;
  at: Date;
};

type WordFilterTable = { person_id: number; words: string[]; changed_at: Date };

/** The tables that this module owns. */
export type MessagingTables = {
  "messaging.chat": ChatTable;
  "messaging.mass_message": MassMessageTable;
  "messaging.mass_recipient": MassRecipientTable;
  "messaging.media": MediaTable;
  "messaging.message": MessageTable;
  "messaging.purchase": PurchaseTable;
  "messaging.subscribers_only": { model_id: number; since: Date };
  "messaging.word_filter": WordFilterTable;
};
