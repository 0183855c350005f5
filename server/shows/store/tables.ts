import type { ColumnType, Generated } from "kysely";
import type { PauseReason, ShowEnd } from "#contract/show-state.ts";
import type { Role, RoomTables } from "#server/rooms/rooms.ts";
import type { Step } from "../rules/meter.ts";

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

/** The tables that this module owns, and those of rooms that it reads. */
export type ShowTables = Pick<RoomTables, "live.room" | "live.session"> & {
  "live.participant": ParticipantTable;
  "live.pause": PauseTable;
  "live.show_request": ShowRequestTable;
  "live.show_answer": { fan_id: number; key: string; answer: string; at: Date };
  "shows.promo_link": PromoLinkTable;
};
