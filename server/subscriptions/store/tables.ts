import type { Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

/** The tables and views that this module, and no other, reads and writes. */
export type SubscriptionTables = Rows;
export type SubscriptionState = Selectable<Rows["subscriptions.subscription"]>["state"];
export type ChargeState = Rows["subscriptions.charge"]["state"];
export type StepKind = Rows["subscriptions.step"]["kind"];
/** The cause of a step: the fan, the gateway, or the system itself. */
export type StepSource = Rows["subscriptions.step"]["source"];
/** The outcome of a notice. `waiting`: about a payment that is not reported yet; it counts once that is. `noted`: nothing followed. */
export type Verdict = Rows["subscriptions.notice"]["verdict"];

/** Gives a transaction sight of this module's tables. */
export function inSubscriptions(tx: Tx) {
  return tx.$extendTables<SubscriptionTables>();
}

/** Gives a reader sight of this module's tables. */
export function readSubscriptions(reader: Reader) {
  return reader.$extendTables<SubscriptionTables>();
}
