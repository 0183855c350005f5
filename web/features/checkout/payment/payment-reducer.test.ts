import { describe, expect, test } from "vitest";
import { order, unknownPayment } from "#testing/web/checkout/payment-session.ts";
import type { PaymentIntent } from "./payment-order.ts";
import { paymentAfter } from "./payment-reducer.ts";
import {
  noPayment,
  type Payment,
  type PaymentEffect,
  type PaymentEvent,
  type Purchase,
} from "./payment-state.ts";

const intent: PaymentIntent = { key: "key-1", orderId: "TKN_1", order: "" };
const ordered: PaymentEvent = { kind: "ordered", intent, tokens: order.offer.tokens };
const sent: PaymentEvent = { kind: "sale_sent", orderId: intent.orderId };
const pending: PaymentEvent = {
  kind: "sale_answered",
  intent,
  outcome: { kind: "pending", transactionId: "t1" },
};
const lost: PaymentEvent = { kind: "sale_answered", intent, outcome: { kind: "unknown" } };
const bought: Purchase = { new_balance: 600, tokens: 500, transaction_id: "t1" };
const another: Purchase = { new_balance: 350, tokens: 250, transaction_id: "t2" };
const arrives = (purchase: Purchase): PaymentEvent => ({ kind: "purchase_arrived", purchase });
const reports = (effects: readonly PaymentEffect[]) =>
  effects.flatMap((effect) => (effect.kind === "report_purchase" ? [effect.purchase] : []));

/** A checkout after these events, and what had to be done on the way. */
function after(...events: readonly PaymentEvent[]): { payment: Payment; effects: PaymentEffect[] } {
  let payment = noPayment;
  const effects: PaymentEffect[] = [];
  for (const event of events) {
    const step = paymentAfter(payment, event);
    payment = step.state;
    effects.push(...step.effects);
  }
  return { payment, effects };
}

describe("live events", () => {
  test("R-PAY-41, R-LIVE-14: a purchase that arrives while the form is open closes it", () => {
    const { payment, effects } = after(arrives(bought));
    expect(payment.view.phase).toBe("closed");
    expect(effects.map(({ kind }) => kind)).toEqual(["stop_waiting", "stop_close_timer", "close"]);
  });

  test("R-PAY-41, R-AMB-30: an event before the answer completes the sale once", () => {
    const completed: PaymentEvent = {
      kind: "sale_answered",
      intent,
      outcome: { kind: "completed", balance: 600, transactionId: "t1" },
    };
    const { payment, effects } = after(ordered, sent, arrives(bought), completed);
    expect(payment.view).toMatchObject({ phase: "completed", purchase: bought });
    expect(reports(effects)).toEqual([bought]);
    const late = after(ordered, sent, arrives({ ...bought, transaction_id: null }), completed);
    expect(late.payment.view.phase).toBe("completed");
  });

  test("R-PAY-41: another purchase that arrives leaves a sale that is under way, or waits for its bank, as it is", () => {
    expect(after(ordered, sent, arrives(another)).payment.view.phase).toBe("processing");
    const { payment, effects } = after(ordered, sent, arrives(another), pending, arrives(another));
    expect(payment.view).toMatchObject({ phase: "pending", purchase: null });
    expect(reports(effects)).toEqual([]);
  });

  test("R-PAY-41: a purchase that arrived before the answer named it as pending completes the sale", () => {
    const { payment, effects } = after(ordered, sent, arrives(another), arrives(bought), pending);
    expect(payment.view.phase).toBe("completed");
    expect(reports(effects)).toEqual([bought]);
    expect(effects.some(({ kind }) => kind === "poll")).toBe(false);
  });

  test("R-PAY-41: a purchase that arrives after the answer was lost has the order asked about at once", () => {
    const { payment, effects } = after(ordered, sent, lost, arrives(bought));
    expect(effects.at(-1)).toEqual({ kind: "poll", id: "TKN_1", atOnce: true });
    expect(payment.view).toMatchObject({ phase: "pending", unanswered: true });
    expect(reports(effects)).toEqual([]);
  });
});

describe("a payment that nobody knows", () => {
  const missed: PaymentEvent = { kind: "status_answered", answer: unknownPayment };

  test("R-PAY-32: a lost sale may be placed again as the same intent once the server has not known it three times", () => {
    expect(after(ordered, sent, lost, missed, missed).payment.view.phase).toBe("pending");
    const { payment } = after(ordered, sent, lost, missed, missed, missed);
    expect(payment.view).toMatchObject({ phase: "ready", problem: { kind: "not_found" } });
    expect(payment.intent).toBe(intent);
  });

  test("R-ERR-03: what the server said of its failure is said once it does not know the order", () => {
    const failure = { kind: "server_status", status: 500 } as const;
    const failed: PaymentEvent = {
      kind: "sale_answered",
      intent,
      outcome: { kind: "unknown", failure, isOver: true },
    };
    expect(after(ordered, sent, failed, missed).payment.view.problem).toEqual(failure);
  });
});

test("R-PAY-32: while one sale is under way a second order changes nothing", () => {
  const { payment } = after(ordered, sent);
  const step = paymentAfter(payment, { ...ordered, intent: { ...intent, key: "key-2" }, tokens: 1 });
  expect(step).toEqual({ state: payment, effects: [] });
});

test("R-PAY-10: a closed checkout forgets its order, and the answer to it still counts", () => {
  const closed = after(ordered, sent, { kind: "disposed" }).payment;
  expect(closed.intent).toBeNull();
  const outcome = { kind: "completed", balance: 600, transactionId: "t1" } as const;
  const step = paymentAfter(closed, { kind: "sale_answered", intent, outcome });
  expect(step.state.view.phase).toBe("closed");
  expect(reports(step.effects)).toEqual([bought]);
});
