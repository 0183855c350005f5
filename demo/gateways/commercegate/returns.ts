import type { Membership, MembershipStore, Payment } from "./membership.ts";
import type { NoticeSender } from "./notices.ts";

/** The merchant's order to the Direct gateway to refund a payment. */
export type RefundOrder = { transID: string; amount: string; currencyCode: string };

/** The refund's number and amount, or the code of a refusal: -121 no such payment, -125 not with this one. */
export type Refunded = { ok: true; transID: string } | { ok: false; returnCode: -121 | -125 };

type Books = {
  store: Pick<MembershipStore, "all" | "byUserName" | "save">;
  notices: Pick<NoticeSender, "send">;
  newId: () => string;
};

/**
 * Gives a part of a payment back, as often as it is asked while some of it is left, and reports each. A payment of which all is
 * back is refunded.
 */
export function refundByCall({ store, notices, newId }: Books, order: RefundOrder): Refunded {
  const found = store
    .all()
    .flatMap((membership) => membership.payments.map((payment) => ({ membership, payment })))
    .find(({ payment }) => payment.id === order.transID);
  if (!found) return { ok: false, returnCode: -121 };
  const { membership, payment } = found;
  const leftCents = centsOf(payment.amount ?? membership.amount) - backCents(payment);
  const cents = centsOf(order.amount);
  const isPossible =
    payment.state === "paid" && order.currencyCode === "USD" && cents > 0 && cents <= leftCents;
  if (!isPossible) return { ok: false, returnCode: -125 };
  const id = newId();
  const changed: Payment = {
    ...payment,
    state: cents === leftCents ? "refunded" : "paid",
    refunds: [...(payment.refunds ?? []), { id, amount: order.amount }],
  };
  const after = withPayment(membership, changed);
  store.save(after);
  notices.send("REFUND", after, id, { referenceId: payment.id, amount: order.amount });
  return { ok: true, transID: id };
}

/** The last payment of a membership goes back, in the provider's office or by its bank; null where none is left. */
export function giveBackLast(
  { store, notices, newId }: Books,
  username: string,
  kind: "refunded" | "charged_back",
): Membership | null {
  const membership = store.byUserName(username);
  const last = membership?.payments.findLast(({ state }) => state === "paid");
  if (!membership || !last) return null;
  const returned = withPayment(membership, { ...last, state: kind });
  store.save(returned);
  const about = { referenceId: last.id, amount: last.amount };
  notices.send(kind === "refunded" ? "REFUND" : "CHARGEBACK", returned, newId(), about);
  return returned;
}

function withPayment(membership: Membership, payment: Payment): Membership {
  const payments = membership.payments.map((one) => (one.id === payment.id ? payment : one));
  return { ...membership, payments };
}

const backCents = ({ refunds = [] }: Payment) =>
  refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0);

const centsOf = (amount: string) => Math.round(Number(amount) * 100);
