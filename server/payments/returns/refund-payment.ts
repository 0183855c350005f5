import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import { settleIntent } from "../purchase/settle-intent.ts";
import { isRefundable } from "../rules/states.ts";
import { intentById } from "../store/admin-payments.ts";
import { type Intent, lockIntent } from "../store/intents.ts";

/**
 * `not_refundable`: no money is there to be given back. `not_supported`: the gateway refunds only in its own office; its
 * callback will report it. `no_answer`: it did not report whether it refunded; asking again is harmless.
 */
export type RefundRefusal = "unknown" | "not_refundable" | "not_supported" | "no_answer";

/**
 * Gives a payment back: asks its gateway, then takes the tokens of the purchase out of the balance, the spent ones as
 * debt. A payment is refunded at most once, however often this is asked. `record` runs in the transaction of the
 * refund.
 */
export async function refundPayment(
  needs: PaymentsNeeds,
  id: string,
  record: (tx: Tx, intent: Intent) => Promise<void>,
): Promise<Result<{ intent: Intent }, RefundRefusal>> {
  const known = await intentById(needs.db, id);
  if (!known) return refuse("unknown");
  if (!isRefundable(known.state)) return refuse("not_refundable");
  const gateway = gatewayNamed(needs, known.gateway);
  if (!gateway.refund) return refuse("not_supported");
  const outcome = await gateway.refund(known.id);
  if (outcome.kind !== "refunded") return refuse("no_answer");
  return inTransaction(needs.db, async (tx) => {
    const locked = await lockIntent(tx, id);
    if (!locked) throw new Error(`payment ${id} is gone`);
    // The gateway's callback may have been quicker: then nothing is left to do but to write it down.
    const { intent } = await settleIntent(needs, tx, locked, outcome, "staff");
    if (intent.state !== "refunded") throw new Error(`payment ${id} was refunded and is ${intent.state}`);
    await record(tx, intent);
    return ok({ intent });
  });
}
