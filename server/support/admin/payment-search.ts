import { ok, type Result, refuse } from "#server/kit/result.ts";
import { type Intent, isRefundable, type Payments, type RefundRefusal } from "#server/payments/payments.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const orderId = /^TKN_\d{1,20}$/i;

/** Finds payments by what staff know of them: payment id, order id, a fan's id, name or email. */
export function findPayments({ db, accounts, payments }: AdminNeeds) {
  return async (search: string, page: number): ReturnType<Payments["find"]> => {
    if (search === "") return payments.find(null, page);
    if (uuid.test(search)) return payments.find({ id: search.toLowerCase() }, page);
    if (orderId.test(search)) return payments.find({ orderId: search.toUpperCase() }, page);
    // A user name may be the number of somebody else: each payment names its fan.
    const numbered = /^\d{1,15}$/.test(search) ? await accounts.byId(db, Number(search)) : undefined;
    const named = await accounts.byName(db, search);
    const fanIds = [numbered, named].flatMap((fan) => fan?.id ?? []);
    return fanIds.length > 0 ? payments.find({ fanIds }, page) : { rows: [], total: 0 };
  };
}

/** Names of the fans of these payments; an erased account is shown by its number. */
export async function namesOfFans(
  { db, accounts }: Pick<AdminNeeds, "db" | "accounts">,
  fanIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(fanIds)];
  const found = await Promise.all(ids.map((id) => accounts.byId(db, id)));
  return new Map(ids.map((id, index) => [id, found[index]?.login ?? `#${id}`]));
}

/** A payment as the admin area shows it. */
export function presentPayment(intent: Intent, names: ReadonlyMap<number, string>) {
  return {
    id: intent.id,
    order_id: intent.order_id,
    fan_id: intent.fan_id,
    fan: names.get(intent.fan_id) ?? `#${intent.fan_id}`,
    state: intent.state,
    tokens: intent.base_tokens + intent.bonus_tokens,
    amount: intent.amount_cents / 100,
    currency: intent.currency,
    card: intent.card_last4 ? `${intent.card_brand ?? ""} •••• ${intent.card_last4}`.trim() : null,
    gateway: intent.gateway,
    created_at: intent.created_at.toISOString(),
    refundable: isRefundable(intent.state),
  };
}

export type RefundOrder = { paymentId: string; reason: string; key: string };

/** Refunds a payment on behalf of staff. Idempotent by key: a repeated order charges nothing back again. */
export function refund(needs: AdminNeeds) {
  return async (
    staff: Staff,
    { paymentId, reason, key }: RefundOrder,
  ): Promise<Result<object, RefundRefusal | "key_reused">> => {
    const entryOf = (label: string) => ({
      key: `refund:${key}`,
      staff,
      action: "refund_payment" as const,
      target: `payment:${paymentId}`,
      label,
      reason,
      at: needs.clock.now(),
    });
    const recorded = await needs.support.isRecorded(needs.db, entryOf(""));
    if (recorded !== "new") return recorded === "same" ? ok({}) : refuse("key_reused");
    return needs.payments.refund(paymentId, (tx, intent) =>
      needs.support.record(tx, entryOf(intent.order_id)),
    );
  };
}
