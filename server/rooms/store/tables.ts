import type { Generated } from "kysely";
import type { Language } from "#contract/common.ts";
import type { Mode } from "../rules/admission.ts";

type RoomTable = {
  model_id: number;
  slug: string;
  stream_key: string;
  goal_title_en: string | null;
  goal_title_es: string | null;
  goal_target: number | null;
  goal_started_at: Date | null;
  slow_seconds: Generated<number>;
  live_since: Date | null;
  closed_at: Generated<Date | null>;
  /** The last session; null before the first. */
  session_id: Generated<number | null>;
  audience_version: Generated<number>;
  watchers: Generated<number>;
  /** When the broadcast began that the stream is, or was last, a part of. */
  broadcast_at: Generated<Date | null>;
  stopped_at: Generated<Date | null>;
};

type SessionTable = {
  id: Generated<number>;
  model_id: number;
  mode: Mode;
  state: "live" | "paused" | "ended";
  model_paused: Generated<boolean>;
  /** The model's note to the room meanwhile; null: nothing. */
  pause_note: Generated<string | null>;
  spies_allowed: Generated<boolean>;
  started_at: Date;
  ended_at: Generated<Date | null>;
};

type TipTable = {
  id: Generated<string>;
  idem_key: string;
  fan_id: number;
  model_id: number;
  tokens: number;
  gift_id: number | null;
  menu_item_id: Generated<number | null>;
  /** The chat of the two in which it was given; null in the room. */
  chat_id: Generated<number | null>;
  message: string;
  anonymous: boolean;
  transfer_id: number;
  balance_after: number;
  at: Date;
};

type MessageTable = {
  id: Generated<number>;
  model_id: number;
  author_id: number | null;
  author_name: string;
  author_role: "fan" | "model" | "system";
  kind: "text" | "tip" | "gift" | "system";
  body: string;
  /** Of who wrote it; null where it is not known. */
  language: Generated<Language | null>;
  tokens: number | null;
  gift_id: number | null;
  menu_item_id: Generated<number | null>;
  client_message_id: string | null;
  /** The session of the show in which it was posted; null in public. */
  show_id: Generated<number | null>;
  at: Date;
  /** Since when a message is removed from the chat; null while it is there. */
  removed_at: Generated<Date | null>;
};

type MuteTable = {
  model_id: number;
  fan_id: number;
  /** null: for the broadcast of `broadcast_at`. */
  muted_until: Date | null;
  broadcast_at: Date | null;
};

type ModerationTable = {
  id: Generated<number>;
  model_id: number;
  actor_id: number | null;
  action: "remove" | "mute" | "unmute";
  fan_id: number | null;
  line_id: Generated<number | null>;
  minutes: Generated<number | null>;
  at: Date;
};

type MenuItemTable = {
  id: Generated<number>;
  model_id: number;
  position: number;
  title_en: string;
  title_es: string;
  /** Tokens. */
  price: number;
  added_at: Date;
  /** Since when it is no longer offered; null while it is. */
  removed_at: Generated<Date | null>;
};

/** The tables that this module owns. */
export type RoomTables = {
  "live.room": RoomTable;
  "live.session": SessionTable;
  "live.gift": { id: number; name_en: string; name_es: string; image: string; price: number };
  "live.menu_item": MenuItemTable;
  "live.tip": TipTable;
  "live.line": MessageTable;
  "live.moderator": { model_id: number; fan_id: number; since: Date };
  "live.mute": MuteTable;
  "live.moderation": ModerationTable;
};
