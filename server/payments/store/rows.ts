// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { IntentState } from "../rules/states.ts";

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type PaymentsAttempt = {
  address_block: string;
  at: Date;
  fan_id: number;
  intent_id: string;
  newcomer: boolean;
  outcome: Generated<"open" | "approved" | "declined" | "abandoned">;
};

export type PaymentsCallbackInbox = {
  address: string;
  dedupe_key: string;
  gateway: string;
  id: ColumnType<number, never, never>;
  intent_id: string | null;
  received_at: Date;
  report: ColumnType<unknown, string, never>;
  verdict: "applied" | "unchanged" | "superseded" | "illegal" | "mismatch" | "no_intent" | "noted";
};

export type PaymentsDayReport = {
  day: string;
  differences: Json;
  lines: Json;
  made_at: Date;
};

export type PaymentsIntent = {
  accepted_address: string;
  accepted_at: Date;
  amount_cents: number;
  base_tokens: number;
  /** The country of the payer's bill, as the order named it; null where it names none. */
  billing_country: string | null;
  bonus_tokens: number;
  card_bin: string | null;
  card_brand: string | null;
  card_last4: string | null;
  checkout_url: string | null;
  /** When the payer's bank had confirmed the sale and it was sent; null where none had to, or has not yet. */
  confirmed_at: Date | null;
  created_at: Date;
  currency: string;
  decline_code: string | null;
  /** The price in US cents, whatever it is charged in; null where an older payment has no record of it. */
  dollar_cents: number | null;
  fan_id: number;
  gateway: string;
  gateway_reference: string | null;
  /** The promo offer that no other payment can take as long as this one holds it; the database alone writes it. */
  held_offer_id: ColumnType<number | null, never, never>;
  id: string;
  idempotency_key: string | null;
  last_query_at: Date | null;
  next_query_at: Date | null;
  order_id: string;
  plan_id: number;
  plan_kind: "package" | "promo";
  queries: Generated<number>;
  /** Code of the regional method; null for cards. */
  regional_method: string | null;
  request_hash: Buffer;
  saved_card_id: number | null;
  settled_at: Date | null;
  state: IntentState;
  terms_version: string;
  transfer_id: number | null;
  updated_at: Date;
};

export type PaymentsIntentEvent = {
  at: Date;
  detail: string | null;
  from_state: IntentState | null;
  id: ColumnType<number, never, never>;
  intent_id: string;
  source: "request" | "gateway" | "callback" | "reconciliation" | "staff";
  to_state: IntentState;
};

export type PaymentsLegalStep = {
  from_state: string;
  to_state: string;
};

export type PaymentsPartRefund = {
  amount_cents: number;
  asked_at: Date;
  gateway_reference: string | null;
  id: ColumnType<number, never, never>;
  intent_id: string;
  /** The order of staff that asks for it. */
  order_key: string;
  /** The gateway may still be working on it until then. */
  sent_until: Date;
  settled_at: Date | null;
  state: Generated<"asked" | "done" | "dropped">;
  /** The tokens taken for it; null until it is done. */
  tokens: number | null;
  /** The cents that have gone back at the gateway in all once this part has. */
  total_cents: number;
};

export type PaymentsPromoOffer = {
  base_tokens: number;
  bonus_tokens: number;
  currency: string;
  day: string;
  expires_at: Date;
  fan_id: number;
  footer_price_cents: number;
  id: Generated<number>;
  old_price_cents: number;
  package_id: number;
  price_cents: number;
  seen_at: Date;
};

export type PaymentsReport = {
  at: Date;
  counts: ColumnType<boolean, never, never>;
  detail: string | null;
  id: ColumnType<number, never, never>;
  intent_id: string;
  sequence: number | null;
  source: "request" | "gateway" | "callback" | "reconciliation" | "staff";
  state:
    | "unknown"
    | "pending"
    | "succeeded"
    | "declined"
    | "expired"
    | "cancelled"
    | "refunded"
    | "charged_back"
    | "chargeback_reversed";
  verdict: "applied" | "superseded" | "mismatch";
};

export type PaymentsResolvedChargeback = {
  at: Date;
  inbox_id: number;
  intent_id: string | null;
};

export type PaymentsSavedCard = {
  agreed_address: string;
  agreed_at: Date;
  brand: string | null;
  expiry_month: number | null;
  expiry_year: number | null;
  fan_id: number;
  gateway: string;
  id: ColumnType<number, never, never>;
  intent_id: string;
  last4: string | null;
  next_try_at: Date | null;
  removed_at: Date | null;
  saved_at: Date | null;
  sealed_token: Buffer | null;
  state: "asked" | "saved" | "removing" | "removed";
  terms_version: string;
  tries: Generated<number>;
};

export type PaymentsSavedCardSession = {
  at: Date;
  card_id: number;
  token_id: string;
};

export type PaymentsTokenPackage = {
  active: Generated<boolean>;
  base_tokens: number;
  best_value: boolean;
  bonus_tokens: number;
  currency: Generated<string>;
  description_en: string;
  description_es: string;
  id: Generated<number>;
  label_en: string;
  label_es: string;
  popular: boolean;
  position: number;
  price_cents: number;
  promoted: boolean;
};

export type Rows = {
  "payments.attempt": PaymentsAttempt;
  "payments.callback_inbox": PaymentsCallbackInbox;
  "payments.day_report": PaymentsDayReport;
  "payments.intent": PaymentsIntent;
  "payments.intent_event": PaymentsIntentEvent;
  "payments.legal_step": PaymentsLegalStep;
  "payments.part_refund": PaymentsPartRefund;
  "payments.promo_offer": PaymentsPromoOffer;
  "payments.report": PaymentsReport;
  "payments.resolved_chargeback": PaymentsResolvedChargeback;
  "payments.saved_card": PaymentsSavedCard;
  "payments.saved_card_session": PaymentsSavedCardSession;
  "payments.token_package": PaymentsTokenPackage;
};
