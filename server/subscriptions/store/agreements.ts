import type { Insertable, Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inSubscriptions, readSubscriptions, type SubscriptionTables } from "./tables.ts";

type Table = SubscriptionTables["subscriptions.agreement"];
export type AgreementRow = Selectable<Table>;

/** Keeps what a fan agreed to. The database lets it never change. */
export async function insertAgreement(tx: Tx, agreement: Insertable<Table>): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.agreement").values(agreement).execute();
}

/** Everything that was agreed to for a subscription, the first terms first. */
export function agreementsOf(reader: Reader, subscriptionId: number): Promise<AgreementRow[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.agreement")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .orderBy("id")
    .execute();
}

/** A fan's agreements, for the export, newest first. */
export function agreementsOfFan(reader: Reader, fanId: number, limit: number) {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.agreement as agreement")
    .innerJoin("subscriptions.subscription as subscription", "subscription.id", "agreement.subscription_id")
    .select(["agreement.subscription_id", "agreement.price_cents", "agreement.currency"])
    .select(["agreement.free_tokens", "agreement.period_days", "agreement.language", "agreement.text"])
    .select(["agreement.terms_version", "agreement.accepted_at", "agreement.accepted_address"])
    .where("subscription.fan_id", "=", fanId)
    .orderBy("agreement.id", "desc")
    .limit(limit)
    .execute();
}
