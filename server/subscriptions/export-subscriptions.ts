import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import { agreementsOfFan } from "./store/agreements.ts";
import { chargesOfFan } from "./store/charges.ts";
import { termsOf } from "./store/plans.ts";
import { allOfFan } from "./store/subscriptions.ts";

/** A fan's subscriptions and what was paid for them; what a model asks for each term. */
export function exportAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  if (role === "model")
    return [{ name: "subscription-offer", rows: async () => (await termsOf(db, [id])).get(id) ?? [] }];
  return [
    { name: "subscriptions", rows: () => subscriptions(db, id) },
    { name: "subscription-agreements", rows: () => agreementsOfFan(db, id, exportRowsMax) },
    { name: "subscription-payments", rows: () => chargesOfFan(db, id, exportRowsMax) },
  ];
}

async function subscriptions(db: Database, fanId: number) {
  const rows = await allOfFan(db, fanId, exportRowsMax);
  return rows.map((row) => ({
    id: row.id,
    model_id: row.model_id,
    months: row.months,
    price_cents: row.price_cents,
    currency: row.currency,
    free_tokens: row.free_tokens,
    gateway: row.gateway,
    gateway_subscription_id: row.gateway_subscription_id,
    state: row.state,
    started_at: row.started_at,
    expire_at: row.expire_at,
    canceled_at: row.canceled_at,
    user_canceled_at: row.user_canceled_at,
    terms_version: row.terms_version,
    accepted_at: row.accepted_at,
    accepted_address: row.accepted_address,
    created_at: row.created_at,
  }));
}
