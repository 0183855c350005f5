// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { Step } from "../rules/meter.ts";

export type LiveParticipant = {
  cap_tokens: number | null;
  end_reason:
    | "used_up"
    | "fan_left"
    | "model_ended"
    | "model_left"
    | "withdrawn"
    | "banned"
    | "cap_reached"
    | "out_of_tokens"
    | "limit_reached"
    | "price_declined"
    | "show_over"
    | "failed"
    | null;
  ended_at: Date | null;
  escrow_max: Generated<number>;
  fan_id: number;
  free_s: Generated<number>;
  held: Generated<number>;
  hold_id: number | null;
  id: ColumnType<number, never, never>;
  keeper: string;
  /** The id of the intent of a spy; null for what a request led to. */
  key: string | null;
  lease_until: Date;
  limit_s: number | null;
  minimum: Generated<number>;
  model_id: number;
  /** The name of the model when the fan agreed to the show; null in shows from before that was kept, and once the model is erased. */
  model_name: string | null;
  offer_expires_at: Date | null;
  offered_rate: number | null;
  pause_reason: "model_media_lost" | "fan_media_lost" | "model_paused" | null;
  /** The seconds charged at each rate, in their order; null where they are not known. */
  price_steps: ColumnType<Step[] | null, null | undefined, Step[] | null>;
  price_units: Generated<number>;
  promo_link_id: number | null;
  /** Tokens a minute; null in a promo. */
  rate: number | null;
  /** Since when the rate stands; null: since the show began. */
  rate_since: Date | null;
  /** From 1 to 5; null while the fan has not rated it. */
  rating: number | null;
  role: "payer" | "spy" | "promo";
  served_ms: Generated<number>;
  session_id: number;
  spent: Generated<number>;
  started_at: Date;
  /** Version of the terms that the fan agreed to. */
  terms: string | null;
  two_way: Generated<boolean>;
  used_before_s: Generated<number>;
};

export type LivePause = {
  began_at: Date;
  ended_at: Date | null;
  participant_id: number;
  reason: "model_media_lost" | "fan_media_lost" | "model_paused";
};

export type LiveShowAnswer = {
  answer: string;
  at: Date;
  fan_id: number;
  key: string;
};

export type LiveShowRequest = {
  asked_at: Date;
  asked_by: "fan" | "model";
  cap_s: number | null;
  cap_tokens: number | null;
  expires_at: Date;
  fan_id: number;
  id: ColumnType<number, never, never>;
  key: string | null;
  minimum: number;
  mode: "private" | "vip";
  model_id: number;
  participant_id: number | null;
  rate: number;
  reason: string | null;
  spies_allowed: boolean;
  state: Generated<"asked" | "accepted" | "declined" | "expired" | "withdrawn">;
  two_way: Generated<boolean>;
};

export type ShowsPromoLink = {
  client_id: string;
  closed_at: Date | null;
  created_at: Date;
  duration_s: number;
  email: string;
  expires_at: Date;
  fan_id: number | null;
  id: ColumnType<number, never, never>;
  model_id: number;
  nonce: Buffer;
  token_hash: Buffer;
  used_s: Generated<number>;
  withdrawn: Generated<boolean>;
};

export type Rows = {
  "live.participant": LiveParticipant;
  "live.pause": LivePause;
  "live.show_answer": LiveShowAnswer;
  "live.show_request": LiveShowRequest;
  "shows.promo_link": ShowsPromoLink;
};
