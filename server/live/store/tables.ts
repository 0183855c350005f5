import type { Generated } from "kysely";

type RoomTable = {
  model_id: number;
  slug: string;
  stream_key: string;
  goal_title_en: string | null;
  goal_title_es: string | null;
  goal_target: number | null;
  goal_started_at: Date | null;
  live_since: Date | null;
  closed_at: Generated<Date | null>;
  /** The one-to-one show that the room is in; null in public. */
  show_id: Generated<number | null>;
  show_fan_id: Generated<number | null>;
  show_type: Generated<"private" | "vip" | "promo" | null>;
};

type TipTable = {
  id: Generated<string>;
  idem_key: string;
  fan_id: number;
  model_id: number;
  tokens: number;
  gift_id: number | null;
  message: string;
  anonymous: boolean;
  transfer_id: number;
  balance_after: number;
  at: Date;
};

type LineTable = {
  id: Generated<number>;
  model_id: number;
  author_id: number | null;
  author_name: string;
  author_role: "fan" | "model" | "system";
  kind: "text" | "tip" | "gift" | "system";
  body: string;
  tokens: number | null;
  gift_id: number | null;
  client_message_id: string | null;
  /** The show in which it was said; null in public. */
  show_id: Generated<number | null>;
  at: Date;
};

/** The tables that this module owns. */
export type LiveTables = {
  "live.room": RoomTable;
  "live.gift": { id: number; name_en: string; name_es: string; image: string; price: number };
  "live.tip": TipTable;
  "live.line": LineTable;
};
