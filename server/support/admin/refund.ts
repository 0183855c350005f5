import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { RefundRefusal } from "#server/payments/payments.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type RefundOrder = { paymentId: string; reason: string; key: string };

/** Gives a payment back at the wish of the staff. The same key again is the same refund and asks nobody for money. */
export function refund(needs: AdminNeeds) {
  return async (
    staff: Staff,
    { paymentId, reason, key }: RefundOrder,
  ): Promise<Result<object, RefundRefusal | "key_reused">> => {
    const lineOf = (label: string) => ({
      key: `refund:${key}`,
      staff,
      action: "refund_payment" as const,
      target: `payment:${paymentId}`,
      label,
      reason,
      at: needs.clock.now(),
    });
    const before = await needs.support.isRecorded(needs.db, lineOf(""));
    if (before !== "new") return before === "same" ? ok({}) : refuse("key_reused");
    return needs.payments.refund(paymentId, (tx, intent) =>
      needs.support.record(tx, lineOf(intent.order_id)),
    );
  };
}
