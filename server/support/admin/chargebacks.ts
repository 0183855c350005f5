import type { OpenChargeback } from "#contract/admin-payments.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { ResolutionRefusal } from "#server/payments/payments.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";
import { namesOfFans, presentPayment } from "./payment-search.ts";

/** Chargebacks that wait for the staff to decide whose they are. */
export async function listChargebacks(needs: AdminNeeds): Promise<{ data: OpenChargeback[] }> {
  const open = await needs.payments.chargebacks();
  const fans = open.flatMap(({ fitting }) => fitting.map(({ fan_id }) => fan_id));
  const names = await namesOfFans(needs, fans);
  return {
    data: open.map(({ id, gateway, last4, amountCents, receivedAt, fitting }) => ({
      ...{ id, gateway, card: last4, amount: amountCents / 100, received_at: receivedAt.toISOString() },
      payments: fitting.map((intent) => presentPayment(intent, names)),
    })),
  };
}

/** `paymentId` null: none of ours. */
export type ResolutionOrder = { id: number; paymentId: string | null; reason: string; key: string };

/** Resolves a chargeback on behalf of staff. Idempotent by key, also for presses at the same moment. */
export function resolveChargeback(needs: AdminNeeds) {
  return async (
    staff: Staff,
    { id, paymentId, reason, key }: ResolutionOrder,
  ): Promise<Result<object, ResolutionRefusal | "key_reused">> => {
    const entryOf = (label: string) => ({
      ...{ key: `chargeback:${key}`, staff, action: "resolve_chargeback" as const, label, reason },
      target: paymentId === null ? `chargeback:${id}` : `payment:${paymentId}`,
      at: needs.clock.now(),
    });
    const again = async () => {
      const recorded = await needs.support.isRecorded(needs.db, entryOf(""));
      if (recorded === "new") return null;
      return recorded === "same" ? ok({}) : refuse("key_reused");
    };
    const before = await again();
    if (before) return before;
    const done = await needs.payments.resolveChargeback(id, paymentId, (tx, { amountCents, last4 }) =>
      needs.support.record(tx, entryOf(`$${(amountCents / 100).toFixed(2)} •••• ${last4}`)),
    );
    return done.ok ? done : ((await again()) ?? done);
  };
}
