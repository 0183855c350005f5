import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#server/kit/database/database.ts";
import { announce } from "#server/kit/outbox/outbox.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** The fact that a subscription began, was renewed, cancelled or enabled again, or ended. Instants as ISO 8601. */
export type SubscriptionSaved = {
  fanId: number;
  modelId: number;
  subscriptionId: number;
  start: string;
  end: string;
  canceledAt: string | null;
};

/** The fact that a month was paid; `transferId` is that of the tokens that came with it. */
export type SubscriptionPaid = {
  fanId: number;
  modelId: number;
  subscriptionId: number;
  transactionId: string;
  balance: number;
  transferId: number | null;
};

/** The fact that a paid month went back, with the tokens that had come with it. */
export type SubscriptionReturned = { fanId: number; balance: number; kind: "refunded" | "charged_back" };

/** Facts of one fan are handed over in their order. */
const streamOf = (fanId: number) => `subscriptions.${fanId}`;

/** Publishes a subscription that a fan sees differently now. One that nobody paid yet is seen by nobody. */
export async function tellSaved(tx: Tx, before: SubscriptionRow, row: SubscriptionRow): Promise<void> {
  const payload = savedOf(row);
  if (!payload || isDeepStrictEqual(payload, savedOf(before))) return;
  await announce(tx, { kind: "subscription_saved", payload, stream: streamOf(row.fan_id) });
}

function savedOf(row: SubscriptionRow): SubscriptionSaved | null {
  if (!row.started_at || !row.expire_at) return null;
  return {
    fanId: row.fan_id,
    modelId: row.model_id,
    subscriptionId: row.id,
    start: row.started_at.toISOString(),
    end: row.expire_at.toISOString(),
    canceledAt: row.canceled_at?.toISOString() ?? null,
  };
}

export function tellPaid(tx: Tx, payload: SubscriptionPaid): Promise<void> {
  return announce(tx, { kind: "subscription_paid", payload, stream: streamOf(payload.fanId) });
}

export function tellReturned(tx: Tx, payload: SubscriptionReturned): Promise<void> {
  return announce(tx, { kind: "subscription_returned", payload, stream: streamOf(payload.fanId) });
}
