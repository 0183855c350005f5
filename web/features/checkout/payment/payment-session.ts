import type { PaymentRequest } from "#contract/payments.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createMachine } from "#web/lib/state-machine.ts";
import type { Store } from "#web/lib/store.ts";
import {
  type PageAnswer,
  type PaymentProblem,
  type ProcessAnswer,
  readProcessAnswer,
  type StatusAnswer,
} from "./payment-answer.ts";
import {
  intentFor,
  type PageOrder,
  type PaymentIntent,
  type PaymentOrder,
  paymentRequestOf,
  type SavedCardOrder,
} from "./payment-order.ts";
import { isCurrent, paymentAfter } from "./payment-reducer.ts";
import {
  noPayment,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentState,
  type Purchase,
} from "./payment-state.ts";
import { startStatusPoll } from "./status-poll.ts";

/** How long the dialog shows the new balance before it closes. */
export const completedShownMs = 1_200;
/** After this long without an end the fan may ask for the state themselves. */
export const slowAfterMs = 20_000;

export type PaymentNeeds = {
  clock: Clock;
  process(body: PaymentRequest, idempotencyKey: string): Promise<ProcessAnswer>;
  savedCard(order: SavedCardOrder, orderId: string, idempotencyKey: string): Promise<ProcessAnswer>;
  page(order: PageOrder, idempotencyKey: string): Promise<PageAnswer>;
  /** `id`: the transaction's id, or the order's when no transaction is known yet. */
  status(id: string): Promise<StatusAnswer>;
  hasToken(): boolean;
  newKey(): string;
  /** The next try is possible in so many seconds. */
  wait(seconds: number): void;
  /** Announces a problem; the banner reads it from the state. The returned function dismisses the notice. */
  notify(problem: PaymentProblem): () => void;
  succeeded(purchase: Purchase): void;
  go(url: string): void;
  close(): void;
};

export type PaymentSession = {
  state: Store<PaymentState>;
  /**
   * Sends the sale once; while one is under way further calls do nothing. `tokenize` has the gateway make a token of the
   * card first; null: it does not, and the form is there again.
   */
  pay(order: PaymentOrder, tokenize?: () => Promise<string | null>): Promise<void>;
  /** Sends a sale with a saved card, once, as `pay` does. */
  payBySavedCard(order: SavedCardOrder): Promise<void>;
  /** Asks for the provider's page, once, and opens it; without one the checkout closes. */
  payOnPage(order: PageOrder): Promise<void>;
  /** The provider's page has ended; what became of the payment is asked for. */
  pageEnded(transactionId: string): void;
  /** Asks for the outcome again, never for another sale. An open page stays until it is decided. */
  checkStatus(): void;
  dismissProblem(): void;
  /** A purchase was learnt from the live events; `balance` already holds it. Another payment's does not end this one. */
  arrived(purchase: Purchase): void;
  /** Makes a disposed session ready again. */
  open(): void;
  /** Forgets the order, card included, and stops asking. */
  dispose(): void;
};

/** One open checkout's payment: from "Place your order" to its outcome. */
export function createPaymentSession(needs: PaymentNeeds): PaymentSession {
  const { state, view, send } = createMachine({
    initial: noPayment,
    after: paymentAfter,
    carryOut: ({ send }) => paymentEffects(needs, send),
  });

  /** The intent of an order that may be sent now, or null. */
  function place(order: PaymentOrder | PageOrder | SavedCardOrder): PaymentIntent | null {
    if (view.get().phase !== "ready") return null;
    const mint = { newKey: needs.newKey, now: needs.clock.now };
    const intent = needs.hasToken() ? intentFor(order, state().intent, mint) : null;
    send({ kind: "ordered", intent, tokens: order.offer.tokens });
    return intent;
  }

  return {
    state: view,
    async pay(order, tokenize) {
      const intent = place(order);
      if (!intent) return;
      const token = await tokenize?.();
      if (!isCurrent(state(), intent)) return;
      if (token === null) return send({ kind: "card_refused" });
      send({ kind: "sale_sent", orderId: intent.orderId });
      const request = paymentRequestOf(token === undefined ? order : { ...order, token }, intent.orderId);
      const answer = await needs.process(request, intent.key);
      send({ kind: "sale_answered", intent, outcome: readProcessAnswer(answer) });
    },
    async payBySavedCard(order) {
      const intent = place(order);
      if (!intent) return;
      send({ kind: "sale_sent", orderId: intent.orderId });
      const answer = await needs.savedCard(order, intent.orderId, intent.key);
      send({ kind: "sale_answered", intent, outcome: readProcessAnswer(answer) });
    },
    async payOnPage(order) {
      const intent = place(order);
      if (!intent) return;
      const answer = await needs.page(order, intent.key);
      send({ kind: "page_answered", intent, answer });
    },
    pageEnded: (transactionId) => send({ kind: "page_ended", transactionId }),
    checkStatus: () => send({ kind: "status_wanted" }),
    dismissProblem: () => send({ kind: "problem_dismissed" }),
    arrived: (purchase) => send({ kind: "purchase_arrived", purchase }),
    open: () => send({ kind: "opened" }),
    dispose: () => send({ kind: "disposed" }),
  };
}

/** Carries the effects out, by timers, calls and what the page does. */
function paymentEffects(needs: PaymentNeeds, send: (event: PaymentEvent) => void) {
  let stopPoll = () => {};
  let stopSlow = () => {};
  let stopClose = () => {};
  let dismissNotice = () => {};

  function poll(id: string, atOnce: boolean) {
    stopPoll();
    stopPoll = startStatusPoll<StatusAnswer>({
      clock: needs.clock,
      ask: () => needs.status(id),
      settled(answer) {
        send({ kind: "status_answered", answer });
        return false;
      },
      exhausted: () => send({ kind: "polling_timed_out" }),
      atOnce,
    });
  }

  return (effect: PaymentEffect) => {
    switch (effect.kind) {
      case "poll":
        return poll(effect.id, effect.atOnce);
      case "start_slow_timer":
        stopSlow = needs.clock.after(slowAfterMs, () => send({ kind: "took_long" }));
        return;
      case "stop_waiting":
        stopPoll();
        stopSlow();
        return;
      case "start_close_timer":
        stopClose = needs.clock.after(completedShownMs, () => send({ kind: "balance_shown" }));
        return;
      case "stop_close_timer":
        return stopClose();
      case "notify":
        dismissNotice = needs.notify(effect.problem);
        return;
      case "dismiss_notice":
        return dismissNotice();
      case "delay_next_try":
        return needs.wait(effect.seconds);
      case "report_purchase":
        return needs.succeeded(effect.purchase);
      case "redirect":
        return needs.go(effect.url);
      case "close":
        return needs.close();
    }
  };
}
