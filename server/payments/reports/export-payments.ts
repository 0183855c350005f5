import type { Database } from "#server/kit/database/database.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import { readPayments } from "../store/tables.ts";

/** A fan's orders and offers, without any detail of a card, even of those that may be kept. */
export function exportAreas(db: Database, fanId: number): ExportArea[] {
  const payments = () =>
    readPayments(db)
      .selectFrom("payments.intent")
      .select([
        "id",
        "order_id",
        "plan_kind",
        "base_tokens",
        "bonus_tokens",
        "amount_cents",
        "currency",
        "state",
      ])
      .select(["gateway", "terms_version", "accepted_at", "accepted_address", "billing_country"])
      .select(["created_at", "settled_at"])
      .where("fan_id", "=", fanId)
      .orderBy("created_at", "desc")
      .limit(exportRowsMax)
      .execute();
  const offers = () =>
    readPayments(db)
      .selectFrom("payments.promo_offer")
      .select(["day", "base_tokens", "bonus_tokens", "price_cents", "currency", "seen_at", "expires_at"])
      .where("fan_id", "=", fanId)
      .orderBy("seen_at", "desc")
      .limit(exportRowsMax)
      .execute();
  const savedCards = () =>
    readPayments(db)
      .selectFrom("payments.saved_card")
      .select(["gateway", "state", "terms_version", "agreed_at", "agreed_address", "saved_at", "removed_at"])
      .where("fan_id", "=", fanId)
      .orderBy("agreed_at", "desc")
      .limit(exportRowsMax)
      .execute();
  return [
    { name: "payments", rows: payments },
    { name: "saved-cards", rows: savedCards },
    { name: "promo-offers", rows: offers },
  ];
}
