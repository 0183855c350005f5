import {
  type PaymentOutcome,
  readPageRefusal,
  readStatusAnswer,
  type StatusAnswer,
} from "./payment-answer.ts";
import type { PaymentIntent } from "./payment-order.ts";
import {
  atStart,
  type Payment,
  type PaymentEvent,
  type PaymentState,
  type Purchase,
  underWay,
} from "./payment-state.ts";
import {
  close,
  complete,
  dispose,
  fail,
  type PaymentStep,
  poll,
  purchaseOf,
  settle,
  show,
  stay,
} from "./settle-payment.ts";

type Event<Kind extends PaymentEvent["kind"]> = Extract<PaymentEvent, { kind: Kind }>;

/** A sale whose answer was lost may need a moment to be written down: so many times it may be unknown. */
const missesMax = 3;

/** A checkout after an event, and what has to be done then. */
export function paymentAfter(payment: Payment, event: PaymentEvent): PaymentStep {
  switch (event.kind) {
    case "opened":
      return payment.view.phase === "closed" ? show(payment, atStart) : stay(payment);
    case "ordered":
      return ordered(payment, event);
    case "card_refused":
      return fail(payment, { kind: "card_refused" }, false);
    case "sale_sent":
      return { state: { ...payment, statusId: event.orderId }, effects: [{ kind: "start_slow_timer" }] };
    case "sale_answered":
      return isCurrent(payment, event.intent)
        ? settle(payment, event.outcome)
        : answeredLate(payment, event.outcome);
    case "page_answered":
      return isCurrent(payment, event.intent) ? pageAnswered(payment, event) : stay(payment);
    case "page_ended":
      return payment.view.phase === "page" && event.transactionId === payment.statusId
        ? poll(payment, event.transactionId, { phase: "pending", page: null, asking: false }, true)
        : stay(payment);
    case "status_answered":
      return statusAnswered(payment, event.answer);
    case "status_wanted":
      return statusWanted(payment);
    case "polling_timed_out":
      // An open page stays until the payment is decided.
      return show(
        payment,
        payment.view.phase === "page" ? { asking: false } : { phase: "stalled", leadsTo: null, slow: true },
      );
    case "took_long":
      return show(payment, { slow: true });
    case "purchase_arrived":
      return purchaseArrived(payment, event.purchase);
    case "problem_dismissed":
      return show(payment, { problem: null }, [{ kind: "dismiss_notice" }]);
    case "balance_shown":
      return close(payment);
    case "disposed":
      return dispose(payment);
  }
}

/** Whether the answer to this intent is still waited for. */
export function isCurrent(payment: Payment, intent: PaymentIntent): boolean {
  return underWay.includes(payment.view.phase) && payment.intent === intent;
}

function ordered(payment: Payment, { intent, tokens }: Event<"ordered">): PaymentStep {
  if (payment.view.phase !== "ready") return stay(payment);
  if (intent === null) {
    const { state, effects } = fail(payment, { kind: "no_token" }, false);
    return { state, effects: [{ kind: "dismiss_notice" }, ...effects] };
  }
  const view: PaymentState = { ...atStart, phase: "processing" };
  return {
    state: { ...payment, view, intent, tokens, statusId: null, isTransaction: false, early: [], lost: {} },
    effects: [{ kind: "dismiss_notice" }],
  };
}

function pageAnswered(payment: Payment, { answer }: Event<"page_answered">): PaymentStep {
  if (answer.status !== 200) return settle(payment, readPageRefusal(answer));
  if (answer.body === null) {
    const { state, effects } = close(payment);
    const problem = { kind: "unsuccessful", message: null } as const;
    return { state, effects: [{ kind: "notify", problem }, ...effects] };
  }
  const { transaction_id: statusId, url } = answer.body;
  const named = { ...payment, statusId, isTransaction: statusId !== null };
  const arrived = named.early.find((purchase) => named.isTransaction && !isOther(named, purchase));
  if (arrived) return complete(named, arrived);
  return show(named, { phase: "page", page: url, slow: named.isTransaction });
}

function statusAnswered(payment: Payment, answer: StatusAnswer): PaymentStep {
  const isMissed = answer.status === 404;
  const misses = isMissed ? payment.misses + 1 : 0;
  const view = answer.status === 200 ? { ...payment.view, unanswered: false } : payment.view;
  const next = { ...payment, misses, view };
  if (isMissed && misses < (payment.lost.isOver ? 1 : missesMax)) return stay(next);
  if (isMissed && payment.lost.failure) return fail(next, payment.lost.failure, false);
  const outcome = readStatusAnswer(answer);
  const isLed = outcome.kind === "redirect" && view.phase === "redirecting";
  if (isLed || outcome.kind === "pending" || outcome.kind === "unknown") return stay(next);
  return settle(next, outcome);
}

function statusWanted(payment: Payment): PaymentStep {
  const { statusId, view } = payment;
  if (!underWay.includes(view.phase) || !view.slow || !statusId) return stay(payment);
  // Text in the provider's page would go with it.
  if (view.phase === "page") return poll(payment, statusId, { asking: true }, true);
  return poll(payment, statusId, { phase: "pending" });
}

function purchaseArrived(payment: Payment, purchase: Purchase): PaymentStep {
  const { phase } = payment.view;
  if (phase === "ready") return close(payment);
  if (!underWay.includes(phase) || isOther(payment, purchase)) return stay(payment);
  const isComparable = payment.isTransaction || phase === "page" || purchase.transaction_id === null;
  if (isComparable) return complete(payment, purchase);
  if (phase === "processing") return stay({ ...payment, early: [...payment.early, purchase] });
  // Whether it is this order's, its state says.
  return payment.statusId ? poll(payment, payment.statusId, { phase: "pending" }, true) : stay(payment);
}

/** The outcome was already learnt from an event, or the dialog is gone: only the balance still counts. */
function answeredLate(payment: Payment, outcome: PaymentOutcome): PaymentStep {
  const known = payment.view.purchase;
  if (outcome.kind !== "completed" || (known && known.transaction_id === outcome.transactionId))
    return stay(payment);
  return {
    state: payment,
    effects: [{ kind: "report_purchase", purchase: purchaseOf(payment, outcome) }],
  };
}

/** A payment whose transaction nobody has named cannot be compared. */
function isOther({ isTransaction, statusId }: Payment, { transaction_id }: Purchase): boolean {
  return isTransaction && transaction_id !== null && transaction_id !== statusId;
}
