import { isDeepStrictEqual } from "node:util";
import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { SubscriptionRow } from "./store/subscriptions.ts";

/** A subscription began, was renewed, cancelled or enabled again, or ended. Instants as ISO 8601. */
export type SubscriptionSaved = {
  fanId: number;
  modelId: number;
  subscriptionId: number;
  start: string;
  end: string;
  canceledAt: string | null;
};

/** A month was paid; `transferId` is that of the tokens that came with it. */
export type SubscriptionPaid = {
  fanId: number;
  modelId: number;
  subscriptionId: number;
  transactionId: string;
  balance: number;
  transferId: number | null;
};

/** A paid month went back, with the tokens that had come with it. */
export type SubscriptionReturned = { fanId: number; balance: number; kind: "refunded" | "charged_back" };

/** A fan is reminded of a renewal, or asked (again) about a price. */
export type SubscriptionReminded = { fanId: number; modelId: number; about: "renewal" | "price" };

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    subscription_saved: SubscriptionSaved;
    subscription_paid: SubscriptionPaid;
    subscription_returned: SubscriptionReturned;
    subscription_reminded: SubscriptionReminded;
  }
}

/** Events of one fan are delivered in their order. */
const streamOf = (fanId: number) => `subscriptions.${fanId}`;

/** Publishes a subscription that a fan sees differently now. One that nobody paid yet is seen by nobody. */
export async function publishSaved(tx: Tx, before: SubscriptionRow, row: SubscriptionRow): Promise<void> {
  const payload = savedOf(row);
  if (!payload || isDeepStrictEqual(payload, savedOf(before))) return;
  await publishEvent(tx, "subscription_saved", payload, streamOf(row.fan_id));
}

/** Publishes a subscription about which a fan has something new to read, such as another price. */
export async function publishRow(tx: Tx, row: SubscriptionRow): Promise<void> {
  const payload = savedOf(row);
  if (payload) await publishEvent(tx, "subscription_saved", payload, streamOf(row.fan_id));
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

export function publishPaid(tx: Tx, payload: SubscriptionPaid): Promise<void> {
  return publishEvent(tx, "subscription_paid", payload, streamOf(payload.fanId));
}

export function publishReturned(tx: Tx, payload: SubscriptionReturned): Promise<void> {
  return publishEvent(tx, "subscription_returned", payload, streamOf(payload.fanId));
}

/** Publishes that a fan is reminded of a renewal or a price, in the transaction that decides it. */
export function publishReminded(
  tx: Tx,
  { fan_id, model_id }: Pick<SubscriptionRow, "fan_id" | "model_id">,
  about: SubscriptionReminded["about"],
): Promise<void> {
  const payload = { fanId: fan_id, modelId: model_id, about };
  return publishEvent(tx, "subscription_reminded", payload, streamOf(fan_id));
}
