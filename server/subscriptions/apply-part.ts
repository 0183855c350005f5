import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import type { Paid } from "./apply-payment.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import type { AgreementRow } from "./store/agreements.ts";
import type { ChargeRow } from "./store/charges.ts";
import { centsBack, insertPart } from "./store/part-refunds.ts";
import { addStep, type SubscriptionRow } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";

type Returned = Extract<MembershipEvent, { kind: "refunded" | "charged_back" }>;
type Refunded = Returned & { kind: "refunded" };

/**
 * Whether a return is of less than its payment. While the payment is unknown its sum is unknown too: the return is
 * kept as a part, and becomes a full return if the payment turns out to be no larger.
 */
export function isPart(
  charge: ChargeRow | undefined,
  agreements: readonly AgreementRow[],
  event: Returned,
): event is Refunded {
  const { kind, amountCents, currency } = event;
  if (kind !== "refunded") return false;
  if (charge) return charge.currency === currency && amountCents < charge.amount_cents;
  return amountCents <= mostAgreed(agreements, currency);
}

/** The largest sum that was agreed to in a currency; 0 where none was. */
const mostAgreed = (agreements: readonly AgreementRow[], currency: string): number =>
  Math.max(0, ...agreements.flatMap((agreed) => (agreed.currency === currency ? agreed.price_cents : [])));

/**
 * Keeps a part that went back of a payment of a locked subscription: money alone, whose days and tokens stay. Answers `whole`
 * where nothing is left of the payment, which then is returned as one that went back at once.
 */
export async function applyPart(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  {
    charge,
    agreements,
    event,
  }: { charge: ChargeRow | undefined; agreements: readonly AgreementRow[]; event: Refunded },
): Promise<Verdict | "whole"> {
  const { transactionId, amountCents, currency } = event;
  if (charge && (charge.state !== "paid" || charge.subscription_id !== row.id)) return "unchanged";
  const before = await centsBack(tx, row.id, transactionId);
  const back = before + amountCents;
  if (charge && back > charge.amount_cents) {
    needs.log.error({ subscription: row.id, returned: event }, "a gateway returned more than was paid");
    return "mismatch";
  }
  if (!charge && back > mostAgreed(agreements, currency)) {
    // The same sum again is the same return, reported under another number.
    if (amountCents === before) return "unchanged";
    needs.log.error({ subscription: row.id, returned: event }, "a gateway returned more than was agreed to");
    return "mismatch";
  }
  const part = {
    subscription_id: row.id,
    transaction_id: transactionId,
    amount_cents: amountCents,
    currency,
  };
  await insertPart(tx, { ...part, at: needs.clock.now() });
  if (!charge) return "waiting";
  return back === charge.amount_cents ? "whole" : "applied";
}

/** A payment that is reported after all of it went back in parts is returned at once. */
export async function returnIfBack(tx: Tx, row: SubscriptionRow, paid: Paid, at: Date): Promise<void> {
  const { transactionId, amountCents } = paid;
  if ((await centsBack(tx, row.id, transactionId)) >= amountCents)
    await addStep(tx, row.id, { kind: "refunded", source: "gateway", at, transactionId });
}
