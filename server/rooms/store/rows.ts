// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";

export type LiveGift = {
  id: number;
  image: string;
  name_en: string;
  name_es: string;
  price: number;
};

export type LiveLine = {
  at: Date;
  author_id: number | null;
  author_name: string;
  author_role: "fan" | "model" | "system";
  body: string;
  client_message_id: string | null;
  gift_id: number | null;
  id: ColumnType<number, never, never>;
  kind: "text" | "tip" | "gift" | "system";
  /** The language of its author; null where it is not known. */
  language: "en" | "es" | null;
  menu_item_id: number | null;
  model_id: number;
  /** Since when a message is removed from the chat; null while it is there. */
  removed_at: Date | null;
  /** The session of the show in which it was posted; null in public. */
  show_id: number | null;
  tokens: number | null;
};

export type LiveMenuItem = {
  added_at: Date;
  id: ColumnType<number, never, never>;
  model_id: number;
  position: number;
  /** Tokens. */
  price: number;
  /** Since when it is no longer offered; null while it is. */
  removed_at: Date | null;
  title_en: string;
  title_es: string;
};

export type LiveModeration = {
  action: "remove" | "mute" | "unmute";
  actor_id: number | null;
  at: Date;
  fan_id: number | null;
  id: ColumnType<number, never, never>;
  line_id: number | null;
  minutes: number | null;
  model_id: number;
};

export type LiveModerator = {
  fan_id: number;
  model_id: number;
  since: Date;
};

export type LiveMute = {
  broadcast_at: Date | null;
  fan_id: number;
  model_id: number;
  /** Null: muted for the broadcast that began at `broadcast_at`. */
  muted_until: Date | null;
};

export type LiveRoom = {
  audience_version: Generated<number>;
  /** When the broadcast began that the stream is, or was last, a part of. */
  broadcast_at: Date | null;
  closed_at: Date | null;
  goal_started_at: Date | null;
  goal_target: number | null;
  goal_title_en: string | null;
  goal_title_es: string | null;
  live_since: Date | null;
  model_id: number;
  /** The last session; null before the first. */
  session_id: number | null;
  shape: "tall" | "wide" | null;
  slow_seconds: Generated<number>;
  slug: string;
  stopped_at: Date | null;
  stream_key: string;
  watchers: Generated<number>;
};

export type LiveSession = {
  ended_at: Date | null;
  id: ColumnType<number, never, never>;
  mode: "public" | "private" | "vip" | "promo";
  model_id: number;
  model_paused: Generated<boolean>;
  /** The model's note to the room meanwhile; null: nothing. */
  pause_note: string | null;
  spies_allowed: Generated<boolean>;
  started_at: Date;
  state: "live" | "paused" | "ended";
};

export type LiveTip = {
  anonymous: boolean;
  at: Date;
  balance_after: number;
  /** The chat of the two in which it was given; null in the room. */
  chat_id: number | null;
  fan_id: number;
  gift_id: number | null;
  id: Generated<string>;
  idem_key: string;
  menu_item_id: number | null;
  message: string;
  model_id: number;
  named_in_public: Generated<boolean>;
  tokens: number;
  transfer_id: number;
};

export type Rows = {
  "live.gift": LiveGift;
  "live.line": LiveLine;
  "live.menu_item": LiveMenuItem;
  "live.moderation": LiveModeration;
  "live.moderator": LiveModerator;
  "live.mute": LiveMute;
  "live.room": LiveRoom;
  "live.session": LiveSession;
  "live.tip": LiveTip;
};
