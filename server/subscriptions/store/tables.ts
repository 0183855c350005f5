import type { ColumnType, Generated } from "kysely";
import type { Language } from "#contract/common.ts";
import type { BundleMonths, TermMonths } from "#contract/subscription-terms.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";

type PlanTable = {
  model_id: number;
  price_cents: number;
  free_tokens: number;
  enabled: boolean;
  updated_at: Date;
};

type BundleTable = { model_id: number; months: BundleMonths; price_cents: number };

/** A view of what a model sells: what one payment for so many months costs, and the tokens that come with it. */
type TermView = {
  model_id: number;
  months: TermMonths;
  price_cents: number;
  free_tokens: number;
  enabled: boolean;
};

export type SubscriptionState = "pending" | "abandoned" | "running" | "ended";

type SubscriptionTable = {
  id: Generated<number>;
  reference: string;
  fan_id: number;
  model_id: number;
  /** The term that each payment buys. */
  months: TermMonths;
  price_cents: number;
  currency: string;
  free_tokens: number;
  gateway: string;
  offer_id: string;
  terms_version: string;
  accepted_at: Date;
  accepted_address: string;
  state: Generated<SubscriptionState>;
  form_url: string | null;
  form_asked_at: Date | null;
  gateway_subscription_id: string | null;
  started_at: Date | null;
  expire_at: Date | null;
  canceled_at: Date | null;
  user_canceled_at: Date | null;
  reenabled_at: Date | null;
  not_before: Date | null;
  /** What was agreed to last; the database begins it as the first terms. */
  agreed_cents: Generated<number>;
  agreed_tokens: Generated<number>;
  agreed_offer_id: Generated<string>;
  /** The package that the gateway last reported to charge. */
  offer_at_gateway: Generated<string>;
  renews: Generated<boolean>;
  /** What the gateway last reported to do; null while an update is on its way or has an unknown outcome. */
  renews_at_gateway: Generated<boolean | null>;
  /** How often the gateway has reported whether it renews. */
  renewal_reports: Generated<number>;
  telling_until: Date | null;
  tell_after: Date | null;
  tell_failures: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

type RequestTable = {
  fan_id: number;
  key: string;
  model_id: number;
  months: TermMonths | null;
  /** The price that the request named; null: none. */
  price_cents: number | null;
  /** False for a request from before prices were kept. */
  price_kept: boolean;
  subscription_id: number;
  at: Date;
};

export type ChargeState = "paid" | "refunded" | "charged_back";

type ChargeTable = {
  id: Generated<number>;
  subscription_id: number;
  gateway: string;
  transaction_id: string;
  amount_cents: number;
  currency: string;
  renewal: boolean;
  state: ChargeState;
  period_start: Date;
  period_end: Date;
  free_tokens: Generated<number>;
  transfer_id: number | null;
  at: Date;
  returned_at: Date | null;
};

type PartRefundTable = {
  id: Generated<number>;
  subscription_id: number;
  transaction_id: string;
  amount_cents: number;
  currency: string;
  at: Date;
};

export type StepKind =
  | "ordered"
  | "abandoned"
  | "paid"
  | "renewed"
  | "canceled"
  | "enabled"
  | "refunded"
  | "charged_back"
  | "ended";
/** The cause of a step: the fan, the gateway, or the system itself. */
export type StepSource = "fan" | "gateway" | "system";

type StepTable = {
  id: Generated<number>;
  subscription_id: number;
  kind: StepKind;
  source: StepSource;
  at: Date;
  /** The gateway's number of the payment that the step speaks of. */
  transaction_id: string | null;
};

/** The outcome of a notice. `waiting`: about a payment that is not reported yet; it counts once that is. `noted`: nothing followed. */
export type Verdict = "applied" | "unchanged" | "waiting" | "mismatch" | "no_subscription" | "noted";

type NoticeTable = {
  id: Generated<number>;
  gateway: string;
  dedupe_key: string;
  subscription_id: number | null;
  report: ColumnType<unknown, string, never>;
  address: string;
  verdict: Verdict;
  received_at: Date;
};

type AgreementTable = {
  id: Generated<number>;
  subscription_id: number;
  price_cents: number;
  currency: string;
  free_tokens: number;
  offer_id: string;
  period_days: number;
  language: Language;
  /** What the fan read, word by word; empty where it was agreed before that was kept. */
  text: string;
  terms_version: string;
  accepted_at: Date;
  accepted_address: string;
};

type PriceChangeTable = {
  id: Generated<number>;
  subscription_id: number;
  from_cents: number;
  to_cents: number;
  currency: string;
  free_tokens: number;
  offer_id: string;
  announced_at: Date;
  /** The renewal that it is about. */
  applies_at: Date;
  state: Generated<"open" | "agreed" | "lapsed" | "withdrawn">;
  answered_at: Date | null;
};

type ReminderTable = {
  subscription_id: number;
  payment_number: number;
  renews_at: Date;
  price_cents: number;
  at: Date;
};

/** The tables that this module, and no other, reads and writes. */
export type SubscriptionTables = {
  "subscriptions.plan": PlanTable;
  "subscriptions.bundle": BundleTable;
  "subscriptions.term": TermView;
  "subscriptions.subscription": SubscriptionTable;
  "subscriptions.wish": RequestTable;
  "subscriptions.charge": ChargeTable;
  "subscriptions.part_refund": PartRefundTable;
  "subscriptions.step": StepTable;
  "subscriptions.notice": NoticeTable;
  "subscriptions.agreement": AgreementTable;
  "subscriptions.reminder": ReminderTable;
  "subscriptions.price_change": PriceChangeTable;
};

/** The same transaction, with sight of this module's tables. */
export function inSubscriptions(tx: Tx) {
  return tx.$extendTables<SubscriptionTables>();
}

/** The same reader, with sight of this module's tables. */
export function readSubscriptions(reader: Reader) {
  return reader.$extendTables<SubscriptionTables>();
}
