// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { TermMonths } from "#contract/subscription-terms.ts";

export type SubscriptionsAgreement = {
  accepted_address: string;
  accepted_at: Date;
  currency: string;
  free_tokens: number;
  id: ColumnType<number, never, never>;
  language: "en" | "es";
  offer_id: string;
  period_days: number;
  price_cents: number;
  subscription_id: number;
  terms_version: string;
  /** The text that the fan read, word by word; empty where it was agreed before that was kept. */
  text: string;
};

export type SubscriptionsBundle = {
  model_id: number;
  months: 3 | 6 | 12;
  price_cents: number;
};

export type SubscriptionsCharge = {
  amount_cents: number;
  at: Date;
  currency: string;
  free_tokens: Generated<number>;
  gateway: string;
  id: ColumnType<number, never, never>;
  period_end: Date;
  period_start: Date;
  renewal: boolean;
  returned_at: Date | null;
  state: "paid" | "refunded" | "charged_back";
  subscription_id: number;
  transaction_id: string;
  transfer_id: number | null;
};

export type SubscriptionsLegalStep = {
  from_state: string;
  to_state: string;
};

export type SubscriptionsNotice = {
  address: string;
  dedupe_key: string;
  gateway: string;
  id: ColumnType<number, never, never>;
  received_at: Date;
  report: ColumnType<unknown, string, never>;
  subscription_id: number | null;
  verdict: "applied" | "unchanged" | "waiting" | "mismatch" | "no_subscription" | "noted";
};

export type SubscriptionsPartRefund = {
  amount_cents: number;
  at: Date;
  currency: string;
  id: ColumnType<number, never, never>;
  subscription_id: number;
  transaction_id: string;
};

export type SubscriptionsPlan = {
  enabled: boolean;
  free_tokens: number;
  model_id: number;
  price_cents: number;
  updated_at: Date;
};

export type SubscriptionsPriceChange = {
  announced_at: Date;
  answered_at: Date | null;
  /** The renewal that it is about. */
  applies_at: Date;
  currency: string;
  free_tokens: number;
  from_cents: number;
  id: ColumnType<number, never, never>;
  offer_id: string;
  state: Generated<"open" | "agreed" | "lapsed" | "withdrawn">;
  subscription_id: number;
  to_cents: number;
};

export type SubscriptionsRefundOrder = {
  amount_cents: number;
  asked_at: Date;
  charge_id: number;
  id: ColumnType<number, never, never>;
  /** What the gateway's notice of it is known by. */
  notice_key: string | null;
  /** The order of staff; the same key is the same order. */
  order_key: string;
  /** Nobody asks again before. */
  sent_until: Date;
  settled_at: Date | null;
  /** `given_up`: it was never answered, and somebody asked again, or all of the payment went back otherwise. */
  state: Generated<"asked" | "done" | "refused" | "given_up">;
};

export type SubscriptionsReminder = {
  at: Date;
  payment_number: number;
  price_cents: number;
  renews_at: Date;
  subscription_id: number;
};

export type SubscriptionsRequest = {
  at: Date;
  fan_id: number;
  key: string;
  model_id: number;
  months: 1 | 3 | 6 | 12 | null;
  /** The price that the request named; null: none. */
  price_cents: number | null;
  /** False for a request from before prices were kept. */
  price_kept: boolean;
  subscription_id: number;
};

export type SubscriptionsStep = {
  at: Date;
  id: ColumnType<number, never, never>;
  kind:
    | "ordered"
    | "abandoned"
    | "paid"
    | "renewed"
    | "canceled"
    | "enabled"
    | "refunded"
    | "charged_back"
    | "ended";
  source: "fan" | "gateway" | "system";
  subscription_id: number;
  /** The gateway's number of the payment that the step speaks of. */
  transaction_id: string | null;
};

export type SubscriptionsSubscription = {
  accepted_address: string;
  accepted_at: Date;
  /** The price agreed to last; the database begins it as the first terms. */
  agreed_cents: Generated<number>;
  agreed_offer_id: Generated<string>;
  agreed_tokens: Generated<number>;
  canceled_at: Date | null;
  created_at: Date;
  currency: string;
  expire_at: Date | null;
  fan_id: number;
  form_asked_at: Date | null;
  form_url: string | null;
  free_tokens: number;
  gateway: string;
  gateway_subscription_id: string | null;
  id: ColumnType<number, never, never>;
  model_id: number;
  /** The term that each payment buys. */
  months: 1 | 3 | 6 | 12;
  not_before: Date | null;
  /** The package that the gateway last reported to charge. */
  offer_at_gateway: Generated<string>;
  offer_id: string;
  price_cents: number;
  reenabled_at: Date | null;
  reference: string;
  /** How often the gateway has reported whether it renews. */
  renewal_reports: Generated<number>;
  renews: Generated<boolean>;
  /** The gateway last reported that it renews; null while an update is on its way or has an unknown outcome. */
  renews_at_gateway: Generated<boolean | null>;
  started_at: Date | null;
  state: Generated<"pending" | "abandoned" | "running" | "ended">;
  tell_after: Date | null;
  tell_failures: Generated<number>;
  telling_until: Date | null;
  terms_version: string;
  updated_at: Date;
  user_canceled_at: Date | null;
};

export type SubscriptionsTerm = {
  enabled: boolean;
  free_tokens: number;
  model_id: number;
  months: TermMonths;
  price_cents: number;
};

export type Rows = {
  "subscriptions.agreement": SubscriptionsAgreement;
  "subscriptions.bundle": SubscriptionsBundle;
  "subscriptions.charge": SubscriptionsCharge;
  "subscriptions.legal_step": SubscriptionsLegalStep;
  "subscriptions.notice": SubscriptionsNotice;
  "subscriptions.part_refund": SubscriptionsPartRefund;
  "subscriptions.plan": SubscriptionsPlan;
  "subscriptions.price_change": SubscriptionsPriceChange;
  "subscriptions.refund_order": SubscriptionsRefundOrder;
  "subscriptions.reminder": SubscriptionsReminder;
  "subscriptions.request": SubscriptionsRequest;
  "subscriptions.step": SubscriptionsStep;
  "subscriptions.subscription": SubscriptionsSubscription;
  "subscriptions.term": SubscriptionsTerm;
};
