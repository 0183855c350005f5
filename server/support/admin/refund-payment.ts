import type { Tx } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Intent, type PartRefusal, toDecimal } from "#server/payments/payments.ts";
import type { ChargeRefundRefusal } from "#server/subscriptions/subscriptions.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";
import { chargeIdIn } from "./payment-search.ts";

/** `amountCents`: in the payment's currency; null: all that is left. */
export type RefundOrder = { paymentId: string; reason: string; amountCents: number | null; key: string };
export type RefundRefusal = PartRefusal | ChargeRefundRefusal;

/** Refunds a payment on behalf of staff. Idempotent by key: a repeated order charges nothing back again. */
export function refund(needs: AdminNeeds) {
  return async (staff: Staff, order: RefundOrder): Promise<Result<object, RefundRefusal>> => {
    const chargeId = chargeIdIn(order.paymentId);
    return chargeId === null
      ? refundTokens(needs, staff, order)
      : refundCharge(needs, staff, order, chargeId);
  };
}

/** The refund's line of the log is written with it. */
async function refundTokens(
  needs: AdminNeeds,
  staff: Staff,
  order: RefundOrder,
): Promise<Result<object, PartRefusal>> {
  const { paymentId: id, amountCents, key } = order;
  const entryOf = (label: string) => entryFor(needs, staff, order, label);
  const recorded = await needs.support.isRecorded(needs.db, entryOf(""));
  if (recorded !== "new") return recorded === "same" ? ok({}) : refuse("key_reused");
  const record = (tx: Tx, intent: Intent) => needs.support.record(tx, entryOf(intent.order_id));
  const done = await (amountCents === null
    ? needs.payments.refund(id, record)
    : needs.payments.refundPart({ id, amountCents, key }, record));
  // An order that is pressed twice may have been carried out meanwhile.
  const isDone = !done.ok && (await needs.support.isRecorded(needs.db, entryOf(""))) === "same";
  return isDone ? ok({}) : done;
}

/**
 * The refund's line of the log is written when it is ordered: the gateway may answer long afterwards, by a notice, to
 * nobody.
 */
async function refundCharge(
  needs: AdminNeeds,
  staff: Staff,
  order: RefundOrder,
  chargeId: number,
): Promise<Result<object, ChargeRefundRefusal>> {
  const { amountCents, key } = order;
  const entryOf = (label: string) => entryFor(needs, staff, order, label);
  if ((await needs.support.isRecorded(needs.db, entryOf(""))) === "other") return refuse("key_reused");
  return needs.subscriptions.staffCharges.refund({ chargeId, amountCents, key }, (tx, transactionId) =>
    needs.support.record(tx, entryOf(transactionId)),
  );
}

function entryFor(
  { clock }: AdminNeeds,
  staff: Staff,
  { paymentId, reason, amountCents, key }: RefundOrder,
  label: string,
) {
  return {
    key: `refund:${key}`,
    staff,
    action: "refund_payment" as const,
    target: `payment:${paymentId}`,
    label,
    // The sum belongs to the order: another sum under one key is another order.
    reason: amountCents === null ? reason : `${reason} (${toDecimal(amountCents)})`,
    at: clock.now(),
  };
}
