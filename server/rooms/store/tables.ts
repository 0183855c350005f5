import type { ColumnType, Generated } from "kysely";
import type { Language } from "#contract/common.ts";
import type { PauseReason, ShowEnd } from "#contract/show-state.ts";
import type { Mode, Role } from "../rules/admission.ts";
import type { Step } from "../rules/meter.ts";

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

type ParticipantTable = {
  id: Generated<number>;
  session_id: number;
  model_id: number;
  /** What the model was called when the fan agreed to the show; null in those from before, and once they are erased. */
  model_name: Generated<string | null>;
  fan_id: number;
  role: Role;
  promo_link_id: Generated<number | null>;
  used_before_s: Generated<number>;
  /** Tokens a minute; null in a promo. */
  rate: Generated<number | null>;
  /** null: since it began. */
  rate_since: Generated<Date | null>;
  minimum: Generated<number>;
  cap_tokens: Generated<number | null>;
  limit_s: Generated<number | null>;
  two_way: Generated<boolean>;
  /** The id of the intent of a spy; null for what a request led to. */
  key: Generated<string | null>;
  /** Version of the terms that the fan agreed to. */
  terms: Generated<string | null>;
  free_s: Generated<number>;
  served_ms: Generated<number>;
  price_units: Generated<number>;
  /** The same by rate; null where that is not known. */
  price_steps: ColumnType<Step[] | null, undefined, Step[] | null>;
  hold_id: Generated<number | null>;
  spent: Generated<number>;
  held: Generated<number>;
  escrow_max: Generated<number>;
  offered_rate: Generated<number | null>;
  offer_expires_at: Generated<Date | null>;
  pause_reason: PauseReason | null;
  started_at: Date;
  keeper: string;
  lease_until: Date;
  ended_at: Generated<Date | null>;
  end_reason: Generated<ShowEnd | null>;
  /** From 1 to 5; null while the fan has not rated it. */
  rating: Generated<number | null>;
};

type ShowRequestTable = {
  id: Generated<number>;
  model_id: number;
  fan_id: number;
  asked_by: "fan" | "model";
  mode: "private" | "vip";
  rate: number;
  minimum: number;
  spies_allowed: boolean;
  cap_tokens: number | null;
  cap_s: number | null;
  two_way: Generated<boolean>;
  key: string | null;
  state: Generated<"asked" | "accepted" | "declined" | "expired" | "withdrawn">;
  reason: Generated<string | null>;
  asked_at: Date;
  expires_at: Date;
  participant_id: Generated<number | null>;
};

type PauseTable = {
  participant_id: number;
  reason: PauseReason;
  began_at: Date;
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

type PromoLinkTable = {
  id: Generated<number>;
  model_id: number;
  client_id: string;
  email: string;
  nonce: Buffer;
  token_hash: Buffer;
  duration_s: number;
  used_s: Generated<number>;
  fan_id: Generated<number | null>;
  created_at: Date;
  expires_at: Date;
  closed_at: Generated<Date | null>;
  withdrawn: Generated<boolean>;
};

/** The tables that this module owns. */
export type RoomTables = {
  "live.room": RoomTable;
  "live.session": SessionTable;
  "live.participant": ParticipantTable;
  "live.pause": PauseTable;
  "live.show_request": ShowRequestTable;
  "live.show_answer": { fan_id: number; key: string; answer: string; at: Date };
  "live.gift": { id: number; name_en: string; name_es: string; image: string; price: number };
  "live.menu_item": MenuItemTable;
  "live.tip": TipTable;
  "live.line": MessageTable;
  "live.moderator": { model_id: number; fan_id: number; since: Date };
  "live.mute": MuteTable;
  "live.moderation": ModerationTable;
  "shows.promo_link": PromoLinkTable;
};
