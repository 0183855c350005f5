import type { ColumnType, Generated } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ReportedState } from "../rules/reports.ts";
import type { IntentState } from "../rules/states.ts";

type PackageTable = {
  id: Generated<number>;
  position: number;
  label_en: string;
  label_es: string;
  description_en: string;
  description_es: string;
  base_tokens: number;
  bonus_tokens: number;
  price_cents: number;
  currency: Generated<string>;
  popular: boolean;
  best_value: boolean;
  promoted: boolean;
  active: Generated<boolean>;
};

type OfferTable = {
  id: Generated<number>;
  fan_id: number;
  day: string;
  package_id: number;
  base_tokens: number;
  bonus_tokens: number;
  old_price_cents: number;
  price_cents: number;
  footer_price_cents: number;
  currency: string;
  seen_at: Date;
  expires_at: Date;
};

type IntentTable = {
  id: string;
  fan_id: number;
  plan_id: number;
  plan_kind: "package" | "promo";
  base_tokens: number;
  bonus_tokens: number;
  amount_cents: number;
  currency: string;
  order_id: string;
  idempotency_key: string | null;
  request_hash: Buffer;
  gateway: string;
  gateway_reference: string | null;
  checkout_url: string | null;
  state: IntentState;
  decline_code: string | null;
  card_brand: string | null;
  card_bin: string | null;
  card_last4: string | null;
  /** The price in US cents, whatever it is charged in; null where an older payment has no record of it. */
  dollar_cents: number | null;
  /** Code of the regional method; null for cards. */
  regional_method: string | null;
  terms_version: string;
  accepted_at: Date;
  accepted_address: string;
  /** Of the payer's bill, as the order named it; null where it does not. */
  billing_country: string | null;
  transfer_id: number | null;
  queries: Generated<number>;
  last_query_at: Date | null;
  next_query_at: Date | null;
  created_at: Date;
  updated_at: Date;
  settled_at: Date | null;
  /** When the payer's bank had confirmed the sale and it was sent; null where none had to, or has not yet. */
  confirmed_at: Date | null;
  /** The promo offer that no other payment can take as long as this one holds it; the database alone writes it. */
  held_offer_id: ColumnType<number | null, never, never>;
};

type PartRefundTable = {
  id: Generated<number>;
  intent_id: string;
  amount_cents: number;
  /** What has gone back at the gateway in all once this part has. */
  total_cents: number;
  state: Generated<"asked" | "done" | "dropped">;
  /** Taken for it; null until it is done. */
  tokens: number | null;
  /** The order of staff that asks for it. */
  order_key: string;
  asked_at: Date;
  /** Until then the gateway may still be working on it. */
  sent_until: Date;
  settled_at: Date | null;
};

export type EventSource = "request" | "gateway" | "callback" | "reconciliation" | "staff";

type EventTable = {
  id: Generated<number>;
  intent_id: string;
  from_state: IntentState | null;
  to_state: IntentState;
  source: EventSource;
  detail: string | null;
  at: Date;
};

/**
 * What a callback led to. `superseded`: something new that changed nothing, because more was known already. `illegal`
 * occurs in old rows only. `noted`: it was genuine and nothing followed of it.
 */
export type Verdict = "applied" | "unchanged" | "superseded" | "illegal" | "mismatch" | "no_intent" | "noted";
export type ReportVerdict = Extract<Verdict, "applied" | "superseded" | "mismatch">;

type ReportTable = {
  id: Generated<number>;
  intent_id: string;
  state: ReportedState;
  sequence: number | null;
  verdict: ReportVerdict;
  source: EventSource;
  detail: string | null;
  at: Date;
};

type InboxTable = {
  id: Generated<number>;
  gateway: string;
  dedupe_key: string;
  intent_id: string | null;
  report: ColumnType<unknown, string, never>;
  address: string;
  verdict: Verdict;
  received_at: Date;
};

type ResolvedTable = { inbox_id: number; intent_id: string | null; at: Date };

type AttemptTable = {
  intent_id: string;
  fan_id: number;
  address_block: string;
  newcomer: boolean;
  outcome: Generated<"open" | "approved" | "declined" | "abandoned">;
  at: Date;
};

/** The tables that this module, and no other, reads and writes. */
export type PaymentTables = {
  "payments.token_package": PackageTable;
  "payments.promo_offer": OfferTable;
  "payments.intent": IntentTable;
  "payments.intent_event": EventTable;
  "payments.report": ReportTable;
  "payments.callback_inbox": InboxTable;
  "payments.resolved_chargeback": ResolvedTable;
  "payments.attempt": AttemptTable;
  "payments.part_refund": PartRefundTable;
};

/** The same transaction, with sight of this module's tables. */
export function inPayments(tx: Tx) {
  return tx.$extendTables<PaymentTables>();
}

/** The same reader, with sight of this module's tables. */
export function readPayments(reader: Reader) {
  return reader.$extendTables<PaymentTables>();
}
