import type { Step } from "#web/lib/state-machine.ts";
import type { PaymentOutcome, PaymentProblem } from "./payment-answer.ts";
import {
  atStart,
  type Payment,
  type PaymentEffect,
  type PaymentState,
  type Purchase,
} from "./payment-state.ts";

export type PaymentStep = Step<Payment, PaymentEffect>;

/** The payment is over, or on its way, as an answer of the server says. */
export function settle(payment: Payment, outcome: PaymentOutcome): PaymentStep {
  switch (outcome.kind) {
    case "completed":
      return complete(payment, purchaseOf(payment, outcome));
    case "redirect": {
      const shown = { phase: "redirecting", leadsTo: outcome.url } as const;
      const { state, effects } = pollTransaction(payment, outcome.transactionId, shown);
      const isLed = state.view.phase === "redirecting";
      return {
        state,
        effects: [
          { kind: "stop_waiting" },
          ...effects,
          ...(isLed ? [{ kind: "redirect", url: outcome.url } as const] : []),
        ],
      };
    }
    case "pending":
      return pollTransaction(payment, outcome.transactionId, { phase: "pending" });
    case "unknown": {
      const { failure, isOver = false } = outcome;
      const lost = { isOver, ...(failure && { failure }) };
      const shown = { phase: "pending", unanswered: true } as const;
      return poll({ ...payment, lost }, payment.intent?.orderId ?? "", shown, isOver);
    }
    case "failed":
      return fail(payment, outcome.problem, outcome.spent, outcome.retryAfter);
    case "wait":
      return show(payment, atStart, [
        { kind: "stop_waiting" },
        { kind: "delay_next_try", seconds: outcome.retryAfter },
      ]);
  }
}

export function purchaseOf(
  { tokens }: Payment,
  { balance, transactionId }: Extract<PaymentOutcome, { kind: "completed" }>,
): Purchase {
  return { new_balance: balance, tokens, transaction_id: transactionId };
}

/** Waits for a payment whose transaction the server has named, unless its purchase has arrived already. */
function pollTransaction(payment: Payment, id: string, shown: Partial<PaymentState>): PaymentStep {
  const named = { ...payment, isTransaction: true };
  const arrived = named.early.find(({ transaction_id }) => transaction_id === id);
  return arrived ? complete(named, arrived) : poll(named, id, shown);
}

/** Asks what became of the payment until it is known. `shown`: what is to be seen meanwhile. */
export function poll(
  payment: Payment,
  id: string,
  shown: Partial<PaymentState>,
  atOnce = false,
): PaymentStep {
  return show({ ...payment, statusId: id, misses: 0 }, shown, [{ kind: "poll", id, atOnce }]);
}

export function complete(payment: Payment, purchase: Purchase): PaymentStep {
  return show({ ...payment, intent: null }, { ...atStart, phase: "completed", purchase }, [
    { kind: "stop_waiting" },
    { kind: "report_purchase", purchase },
    { kind: "start_close_timer" },
  ]);
}

/** `spent`: the next try is another intent. `retryAfter`: it is possible in so many seconds. */
export function fail(
  payment: Payment,
  problem: PaymentProblem,
  spent: boolean,
  retryAfter?: number,
): PaymentStep {
  const isDelayed = retryAfter !== undefined;
  const effects: PaymentEffect[] = [
    { kind: "stop_waiting" },
    ...(isDelayed ? [{ kind: "delay_next_try", seconds: retryAfter } as const] : []),
    { kind: "notify", problem },
  ];
  const failed = { ...payment, intent: spent ? null : payment.intent };
  if (problem.kind === "session_expired") {
    const closed = close(failed);
    return { ...closed, effects: [...effects, ...closed.effects] };
  }
  // Where the fan has to wait, the form says so in the banner's place.
  return show(failed, { ...atStart, problem: isDelayed ? null : problem }, effects);
}

export function close(payment: Payment): PaymentStep {
  const { state, effects } = dispose(payment);
  return { state, effects: [...effects, { kind: "close" }] };
}

/** Forgets the order, card included. */
export function dispose(payment: Payment): PaymentStep {
  return show({ ...payment, intent: null }, { ...atStart, phase: "closed" }, [
    { kind: "stop_waiting" },
    { kind: "stop_close_timer" },
  ]);
}

export function show(
  payment: Payment,
  change: Partial<PaymentState>,
  effects: readonly PaymentEffect[] = [],
): PaymentStep {
  return { state: { ...payment, view: { ...payment.view, ...change } }, effects };
}

/** Nothing is to be done. */
export const stay = (state: Payment): PaymentStep => ({ state, effects: [] });
