import type { Generated } from "kysely";

type ChatTable = {
  id: Generated<number>;
  fan_id: number;
  model_id: number;
  in_folders: Generated<string[]>;
  fan_read_to: Generated<number>;
  model_read_to: Generated<number>;
  fan_hidden_at: Date | null;
  active_at: Date;
  created_at: Date;
};

type MassMessageTable = {
  id: Generated<number>;
  model_id: number;
  client_id: string;
  audience: "favourites" | "subscribers";
  body: string;
  recipients: number;
  sent_at: Date;
  taken_back_at: Date | null;
};

type MediaTable = {
  id: Generated<number>;
  chat_id: number;
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

/** The tables that this module owns. */
export type MessagingTables = {
  "messaging.chat": ChatTable;
  "messaging.mass_message": MassMessageTable;
  "messaging.media": MediaTable;
  "messaging.message": MessageTable;
  "messaging.purchase": PurchaseTable;
};
