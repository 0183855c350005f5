import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { inPayments } from "../store/tables.ts";

/** A payment by card for a package that was made and settled elsewhere. */
export type ImportedPurchase = {
  id: string;
  fanId: number;
  package: { id: number; baseTokens: number; bonusTokens: number; cents: number };
  gateway: string;
  reference: string;
  card: { brand: string; bin: string; last4: string };
  country: string;
  /** The gateway's reason for declining it, or the transfer that credited it. */
  outcome: { declined: string } | { transferId: number };
  at: Date;
  settledAt: Date;
};

/** Writes settled payments down with the steps that each took, all or none. */
export function importPurchases({ config }: Pick<PaymentsNeeds, "config">) {
  return async (tx: Tx, purchases: readonly ImportedPurchase[]): Promise<void> => {
    if (purchases.length === 0) return;
    const rows = purchases.map((purchase) => rowOf(purchase, config.termsVersion));
    await inPayments(tx).insertInto("payments.intent").values(rows).execute();
    const settled = JSON.stringify(purchases.map(settledRecord));
    // A payment takes the steps that every payment takes: the database lets it skip none.
    await sql`update payments.intent set state = 'submitting'
      where id in (select s.id from jsonb_to_recordset(${settled}::jsonb) as s (id uuid))`.execute(tx);
    await sql`update payments.intent as i set state = s.state, transfer_id = s.transfer_id,
        decline_code = s.decline_code, settled_at = s.at, updated_at = s.at
      from jsonb_to_recordset(${settled}::jsonb)
        as s (id uuid, state text, transfer_id bigint, decline_code text, at timestamptz)
      where i.id = s.id`.execute(tx);
    await inPayments(tx).insertInto("payments.intent_event").values(purchases.flatMap(stepsOf)).execute();
  };
}

const stateOf = ({ outcome }: ImportedPurchase) =>
  "declined" in outcome ? ("declined" as const) : ("succeeded" as const);

function rowOf(purchase: ImportedPurchase, terms_version: string) {
  const { id, fanId, gateway, reference, card, country, at } = purchase;
  return {
    ...{ id, fan_id: fanId, order_id: id, gateway, gateway_reference: reference, terms_version },
    ...{ plan_id: purchase.package.id, plan_kind: "package" as const, currency: "USD" },
    ...{ base_tokens: purchase.package.baseTokens, bonus_tokens: purchase.package.bonusTokens },
    ...{ amount_cents: purchase.package.cents, dollar_cents: purchase.package.cents },
    request_hash: createHash("sha256").update(id).digest(),
    ...{ card_brand: card.brand, card_bin: card.bin, card_last4: card.last4, billing_country: country },
    ...{ state: "created" as const, accepted_at: at, accepted_address: "", created_at: at, updated_at: at },
  };
}

function settledRecord(purchase: ImportedPurchase) {
  const { id, outcome, settledAt } = purchase;
  return {
    id,
    state: stateOf(purchase),
    transfer_id: "transferId" in outcome ? outcome.transferId : null,
    decline_code: "declined" in outcome ? outcome.declined : null,
    at: settledAt,
  };
}

function stepsOf(purchase: ImportedPurchase) {
  const { id: intent_id, at, settledAt } = purchase;
  const step = { intent_id, detail: null };
  return [
    { ...step, from_state: null, to_state: "created" as const, source: "request" as const, at },
    {
      ...step,
      from_state: "created" as const,
      to_state: "submitting" as const,
      source: "request" as const,
      at,
    },
    {
      ...step,
      from_state: "submitting" as const,
      to_state: stateOf(purchase),
      source: "gateway" as const,
      at: settledAt,
    },
  ];
}
