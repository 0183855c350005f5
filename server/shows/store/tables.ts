import type { Generated } from "kysely";
import type { PauseReason, ShowEnd } from "#contract/realtime-events.ts";

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

type ShowTable = {
  id: Generated<number>;
  model_id: number;
  fan_id: number;
  type: "private" | "vip" | "promo";
  promo_link_id: number | null;
  used_before_s: Generated<number>;
  limit_s: number | null;
  served_ms: Generated<number>;
  pause_reason: PauseReason | null;
  started_at: Date;
  keeper: string;
  lease_until: Date;
  ended_at: Generated<Date | null>;
  end_reason: Generated<ShowEnd | null>;
};

/** The tables that this module owns. */
export type ShowTables = { "shows.promo_link": PromoLinkTable; "shows.show": ShowTable };
