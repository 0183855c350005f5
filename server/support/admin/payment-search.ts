import type { AdminPayment } from "#contract/admin-payments.ts";
import { type Intent, isRefundable, paymentsPerPage } from "#server/payments/payments.ts";
import type { StaffCharge } from "#server/subscriptions/subscriptions.ts";
import type { AdminNeeds } from "./needs.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const orderId = /^TKN_\d{1,20}$/i;

const chargeId = /^sub-(\d{1,15})$/i;

/** The number of a payment of a subscription, by the id that it has in the admin area; null for another payment. */
export const chargeIdIn = (id: string): number | null => {
  const number = chargeId.exec(id)?.[1];
  return number === undefined ? null : Number(number);
};

export type FoundPayment =
  | { kind: "tokens"; payment: Intent }
  | { kind: "subscription"; payment: StaffCharge };

/**
 * Finds payments by the facts that staff know about them: payment id, order id, the gateway's number, a fan's id,
 * name or email. Payments of tokens and of subscriptions stand in one list, newest first.
 */
export function findPayments({ db, accounts, payments, subscriptions: { staffCharges } }: AdminNeeds) {
  return async (search: string, page: number): Promise<{ rows: FoundPayment[]; total: number }> => {
    const upTo = page * paymentsPerPage;
    const key = search === "" ? null : await fansNamed(search);
    const charge = chargeIdIn(search);
    const [tokens, charges] = await Promise.all([
      uuid.test(search)
        ? payments.find({ id: search.toLowerCase() }, upTo)
        : orderId.test(search)
          ? payments.find({ orderId: search.toUpperCase() }, upTo)
          : isNobody(key)
            ? none
            : payments.find(key, upTo),
      charge !== null
        ? staffCharges.find({ id: charge }, upTo)
        : isNobody(key)
          ? staffCharges.find({ transactionId: search }, upTo)
          : staffCharges.find(key, upTo),
    ]);
    const rows: FoundPayment[] = [
      ...tokens.rows.map((payment) => ({ kind: "tokens" as const, payment })),
      ...charges.rows.map((payment) => ({ kind: "subscription" as const, payment })),
    ];
    const newest = rows.toSorted((one, other) => takenAt(other).getTime() - takenAt(one).getTime());
    return {
      rows: newest.slice(upTo - paymentsPerPage, upTo),
      total: tokens.total + charges.total,
    };
  };

  async function fansNamed(search: string): Promise<{ fanIds: number[] }> {
    // A user name may be the number of somebody else: each payment names its fan.
    const numbered = /^\d{1,15}$/.test(search) ? await accounts.byId(db, Number(search)) : undefined;
    const named = await accounts.byName(db, search);
    return { fanIds: [numbered, named].flatMap((fan) => fan?.id ?? []) };
  }
}

const none = { rows: [], total: 0 };
const isNobody = (key: { fanIds: readonly number[] } | null) => key !== null && key.fanIds.length === 0;
const takenAt = (found: FoundPayment): Date =>
  found.kind === "tokens" ? found.payment.created_at : found.payment.at;

/** Names of the fans of these payments; an erased account is shown by its number. */
export async function namesOfFans(
  { db, accounts }: Pick<AdminNeeds, "db" | "accounts">,
  fanIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(fanIds)];
  const found = await Promise.all(ids.map((id) => accounts.byId(db, id)));
  return new Map(ids.map((id, index) => [id, found[index]?.login ?? `#${id}`]));
}

/** A payment of tokens as the admin area shows it. */
export function presentPayment(intent: Intent, names: ReadonlyMap<number, string>): AdminPayment {
  return {
    id: intent.id,
    kind: "tokens",
    model: null,
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

/** A payment of a subscription as the admin area shows it. */
export function presentCharge(charge: StaffCharge, names: ReadonlyMap<number, string>): AdminPayment {
  return {
    id: `sub-${charge.id}`,
    kind: "subscription",
    model: charge.model,
    order_id: charge.transactionId,
    fan_id: charge.fanId,
    fan: names.get(charge.fanId) ?? `#${charge.fanId}`,
    state: charge.state === "paid" ? "succeeded" : charge.state,
    tokens: charge.freeTokens,
    amount: charge.amountCents / 100,
    currency: charge.currency,
    card: null,
    gateway: charge.gateway,
    created_at: charge.at.toISOString(),
    refundable: charge.refundable,
  };
}
