import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MembershipGateway, RefundAnswer } from "#server/payments/payments.ts";
import { applyNotice } from "./apply-notice.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { refundWaitMs } from "./rules/period.ts";
import { findCharges } from "./store/admin-charges.ts";
import { agreementsOf } from "./store/agreements.ts";
import { type ChargeRow, chargeById, chargeOf } from "./store/charges.ts";
import { isStored, storeNotice } from "./store/notices.ts";
import { centsBack } from "./store/part-refunds.ts";
import {
  changeOrder,
  insertOrder,
  openOrder,
  orderById,
  orderOfKey,
  type RefundOrder,
} from "./store/refund-orders.ts";
import { lockById, lockFan, type SubscriptionRow } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";

/** `amountCents`: in the payment's currency; null: all that is left. The same `key` is one order, however often it is sent. */
export type ChargeRefund = { chargeId: number; amountCents: number | null; key: string };

/**
 * `not_refundable`: no money is there to be given back. `not_supported`: the gateway refunds only in its own office.
 * `too_much`: less is left. `charge_refund_under_way`: another order is not answered yet. `refund_unanswered`: nor is this
 * one. `refund_refused`: the gateway gives nothing back. `key_reused`: the key is that of an order of another payment or sum,
 * or of one that another order has replaced.
 */
export type ChargeRefundRefusal =
  | "unknown"
  | "not_refundable"
  | "not_supported"
  | "too_much"
  | "charge_refund_under_way"
  | "refund_unanswered"
  | "refund_refused"
  | "key_reused";

type Refunded = Result<{ subscriptionId: number }, ChargeRefundRefusal>;
type Asked = { next: "done" } | { next: "send"; order: RefundOrder; charge: ChargeRow; offerId: string };

/**
 * Gives a payment of a subscription back, or a part of it. The order is written down, with what `record` writes, before the
 * gateway is asked. Its answer is a report like its notices and is kept as the one that will follow, so that both count once,
 * in either order. An order whose answer was lost stays open until its notice comes: the gateway cannot be asked about it, and
 * would give a part back twice. Once `refundWaitMs` is over somebody may ask again, after a look into its office.
 */
export async function refundCharge(
  needs: SubscriptionsNeeds,
  refund: ChargeRefund,
  record: (tx: Tx, transactionId: string) => Promise<void>,
): Promise<Refunded> {
  const { rows } = await findCharges(needs.db, { id: refund.chargeId }, 1);
  const [found] = rows;
  if (!found) return refuse("unknown");
  const { fanId, subscriptionId } = found;
  const gateway = needs.gateways[found.gateway];
  if (!gateway?.refund) return refuse("not_supported");
  const asked = await inTransaction(needs.db, async (tx) => {
    await lock(tx, fanId, subscriptionId);
    return ask(needs, tx, refund, record);
  });
  if (!asked.ok) return asked;
  if (asked.next === "done") return ok({ subscriptionId });
  const answer = await send(gateway, asked);
  return inTransaction(needs.db, async (tx) => {
    const row = await lock(tx, fanId, subscriptionId);
    return settle(needs, tx, { row, ...asked, answer });
  });
}

async function lock(tx: Tx, fanId: number, subscriptionId: number): Promise<SubscriptionRow> {
  await lockFan(tx, fanId);
  const row = await lockById(tx, subscriptionId);
  if (!row) throw new Error(`subscription ${subscriptionId} is gone`);
  return row;
}

/** Under the subscription's lock: what is to be done for an order. */
async function ask(
  { clock }: SubscriptionsNeeds,
  tx: Tx,
  { chargeId, amountCents, key }: ChargeRefund,
  record: (tx: Tx, transactionId: string) => Promise<void>,
): Promise<Result<Asked, ChargeRefundRefusal>> {
  const charge = await chargeById(tx, chargeId);
  if (!charge) throw new Error(`payment ${chargeId} is gone`);
  const own = await orderOfKey(tx, key);
  const isOther =
    own && (own.charge_id !== chargeId || (amountCents ?? own.amount_cents) !== own.amount_cents);
  // Another order took the place of one that was given up: it would go back beside that one.
  if (isOther || own?.state === "given_up") return refuse("key_reused");
  if (own?.state === "done") return ok({ next: "done" });
  if (charge.state !== "paid") return refuse("not_refundable");
  const now = clock.now();
  const sent_until = new Date(now.getTime() + refundWaitMs);
  const offerId = await offerOf(tx, charge);
  const open = await openOrder(tx, chargeId);
  if (open && now < open.sent_until)
    return refuse(open.order_key === key ? "refund_unanswered" : "charge_refund_under_way");
  const left = charge.amount_cents - (await centsBack(tx, charge.subscription_id, charge.transaction_id));
  const isAgain = open?.order_key === key;
  const wanted = isAgain ? open.amount_cents : (amountCents ?? left);
  if (wanted > left) return refuse("too_much");
  if (isAgain) {
    await changeOrder(tx, open.id, { sent_until });
    return ok({ next: "send", order: open, charge, offerId });
  }
  if (open) await changeOrder(tx, open.id, { state: "given_up", settled_at: now });
  const order = { charge_id: chargeId, amount_cents: wanted, order_key: key, asked_at: now, sent_until };
  const inserted = await insertOrder(tx, order);
  await record(tx, charge.transaction_id);
  return ok({ next: "send", order: inserted, charge, offerId });
}

/** The gateway's package that a payment was for. */
async function offerOf(tx: Tx, charge: ChargeRow): Promise<string> {
  const agreements = await agreementsOf(tx, charge.subscription_id);
  const agreed = agreements.find(({ price_cents }) => price_cents === charge.amount_cents);
  if (!agreed) throw new Error(`nobody agreed to payment ${charge.id}`);
  return agreed.offer_id;
}

async function send(
  gateway: MembershipGateway,
  { order, charge, offerId }: Extract<Asked, { next: "send" }>,
): Promise<RefundAnswer> {
  const { transaction_id: transactionId, currency } = charge;
  const part = { transactionId, offerId, currency, amountCents: order.amount_cents };
  return (await gateway.refund?.(part)) ?? { kind: "unknown", detail: "no such call" };
}

type Answered = { row: SubscriptionRow; order: RefundOrder; charge: ChargeRow; answer: RefundAnswer };

/** Writes down what the gateway answered. Its notice may have been quicker: then that has settled the order. */
async function settle(
  needs: SubscriptionsNeeds,
  tx: Tx,
  { row, order: { id }, charge, answer }: Answered,
): Promise<Refunded> {
  const at = needs.clock.now();
  const order = await orderById(tx, id);
  const about = { subscription: row.id, transaction: charge.transaction_id, order: id };
  if (
    answer.kind === "done" &&
    order.state === "asked" &&
    (await isStored(tx, row.gateway, answer.dedupeKey))
  ) {
    // A notice of this very order would have settled it.
    needs.log.error(about, "an answer to a refund has the number of an earlier one");
    return refuse("refund_unanswered");
  }
  if (answer.kind === "done") {
    await report(needs, tx, { row, order, charge, answer });
    if (order.notice_key !== null && order.notice_key !== answer.dedupeKey)
      needs.log.error(about, "a refund went back twice, or its notice has another number than its answer");
    if (order.state === "asked")
      await changeOrder(tx, id, { state: "done", settled_at: at, notice_key: answer.dedupeKey });
    else if (order.state !== "done")
      needs.log.error(about, "a refund that was given up was answered after all");
    return ok({ subscriptionId: row.id });
  }
  if (order.state === "done") return ok({ subscriptionId: row.id });
  needs.log.warn({ ...about, detail: answer.detail }, `a gateway's answer to a refund: ${answer.kind}`);
  if (answer.kind === "unknown") return refuse("refund_unanswered");
  if (order.state === "asked") await changeOrder(tx, id, { state: "refused", settled_at: at });
  return refuse("refund_refused");
}

/** Applies an answer as the notice of the same refund, which is then a copy. */
async function report(
  needs: SubscriptionsNeeds,
  tx: Tx,
  { row, order, charge, answer: { dedupeKey } }: Answered & { answer: { kind: "done"; dedupeKey: string } },
): Promise<void> {
  if (await isStored(tx, row.gateway, dedupeKey)) return;
  const { transaction_id: transactionId, currency } = charge;
  const event = { kind: "refunded", transactionId, amountCents: order.amount_cents, currency } as const;
  const verdict = await applyNotice(needs, tx, row, event);
  if (verdict !== "applied")
    needs.log.error({ subscription: row.id, returned: event, verdict }, "a refund beside another return");
  await storeNotice(tx, {
    ...{ gateway: row.gateway, dedupeKey, subscriptionId: row.id },
    ...{ report: { reference: row.reference, ...event }, address: "answer", verdict },
    receivedAt: needs.clock.now(),
  });
}

/**
 * A notice of a refund may be what an open order is waiting for: that of the same sum. If it was another one, given back in
 * the gateway's office, its own comes too and counts as well; only which of them the order was is not known then. Beside a
 * return of the whole payment it counts nothing, and somebody has to look at it. An order of a payment that went back otherwise,
 * all of it, came to nothing.
 */
export async function settleByNotice(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  notice: { dedupeKey: string; transactionId: string; amountCents: number; verdict: Verdict },
): Promise<void> {
  const { dedupeKey, transactionId, amountCents, verdict } = notice;
  const charge = await chargeOf(tx, row.gateway, transactionId);
  const open = charge?.subscription_id === row.id ? await openOrder(tx, charge.id) : undefined;
  if (!charge || !open) return;
  const settled_at = needs.clock.now();
  if (open.amount_cents !== amountCents) {
    if (charge.state === "refunded") await changeOrder(tx, open.id, { state: "given_up", settled_at });
    return;
  }
  if (verdict !== "applied")
    needs.log.error(
      { subscription: row.id, transaction: transactionId, verdict },
      "a refund beside another return",
    );
  await changeOrder(tx, open.id, { state: "done", settled_at, notice_key: dedupeKey });
}
