import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { Rows } from "./rows.ts";

/** The tables that this module, and no other, reads and writes. */
export type PaymentTables = Rows;
export type EventSource = Rows["payments.intent_event"]["source"];

/**
 * The consequence of a callback. `superseded`: something new that changed nothing, because more was known already.
 * `illegal` occurs in old rows only. `noted`: it was genuine and nothing followed of it.
 */
export type Verdict = Rows["payments.callback_inbox"]["verdict"];
export type ReportVerdict = Rows["payments.report"]["verdict"];

/** Gives a transaction sight of this module's tables. */
export function inPayments(tx: Tx) {
  return tx.$extendTables<PaymentTables>();
}

/** Gives a reader sight of this module's tables. */
export function readPayments(reader: Reader) {
  return reader.$extendTables<PaymentTables>();
}
