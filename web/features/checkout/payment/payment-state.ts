import type { PageAnswer, PaymentOutcome, PaymentProblem, StatusAnswer } from "./payment-answer.ts";
import type { PaymentIntent } from "./payment-order.ts";

/** The content of `success`; `transaction_id` is null when the purchase was learnt without one. */
export type Purchase = { new_balance: number; tokens: number; transaction_id: string | null };

/**
 * ready: the form can be sent · processing: the sale is under way · pending: the processor has it and has
 * not decided · page: the provider's page is open in a frame · stalled: it has not decided within a minute · completed
 * · redirecting: the browser is on its way to the bank's page · closed.
 */
export type PaymentState = {
  phase: "ready" | "processing" | "pending" | "page" | "stalled" | "completed" | "redirecting" | "closed";
  /** Address of the provider's page while it is open. */
  page: string | null;
  /** Address of the bank's page while the browser is led there. */
  leadsTo: string | null;
  /** The outcome of the payment is asked for while its page stays open. */
  asking: boolean;
  /** The fan may ask what became of it. */
  slow: boolean;
  /** The answer to the order was lost, and nothing has shown since what became of it. */
  unanswered: boolean;
  problem: PaymentProblem | null;
  purchase: Purchase | null;
};

/** Nothing has been ordered. */
export const atStart: PaymentState = {
  phase: "ready",
  page: null,
  leadsTo: null,
  asking: false,
  slow: false,
  unanswered: false,
  problem: null,
  purchase: null,
};

/** Something was ordered, and its end is not known. */
export const underWay: readonly PaymentState["phase"][] = [
  "processing",
  "pending",
  "page",
  "stalled",
  "redirecting",
];

/** One checkout: what its dialog shows, and what it takes to know what became of the order. */
export type Payment = {
  view: PaymentState;
  intent: PaymentIntent | null;
  /** How many the order buys. */
  tokens: number;
  /** The transaction's id, or the order's as long as no transaction is known. */
  statusId: string | null;
  isTransaction: boolean;
  /** Purchases that arrived before the answer to the sale named its transaction. */
  early: readonly Purchase[];
  /** How the answer to the sale was lost. */
  lost: Pick<Extract<PaymentOutcome, { kind: "unknown" }>, "failure" | "isOver">;
  /** How often in a row the server did not know the order. */
  misses: number;
};

export const noPayment: Payment = {
  view: atStart,
  intent: null,
  tokens: 0,
  statusId: null,
  isTransaction: false,
  early: [],
  lost: {},
  misses: 0,
};

export type PaymentEvent =
  | { kind: "opened" }
  /** The fan placed an order; without an intent nobody is signed in. */
  | { kind: "ordered"; intent: PaymentIntent | null; tokens: number }
  /** The gateway made no token of the card. */
  | { kind: "card_refused" }
  | { kind: "sale_sent"; orderId: string }
  | { kind: "sale_answered"; intent: PaymentIntent; outcome: PaymentOutcome }
  | { kind: "page_answered"; intent: PaymentIntent; answer: PageAnswer }
  | { kind: "page_ended"; transactionId: string }
  | { kind: "status_answered"; answer: StatusAnswer }
  /** The fan asks what became of the payment. */
  | { kind: "status_wanted" }
  | { kind: "polling_timed_out" }
  | { kind: "took_long" }
  | { kind: "purchase_arrived"; purchase: Purchase }
  | { kind: "problem_dismissed" }
  /** The new balance was shown long enough. */
  | { kind: "balance_shown" }
  | { kind: "disposed" };

export type PaymentEffect =
  /** Asks for the status of a payment, in place of the one asked for before, until it is settled. */
  | { kind: "poll"; id: string; atOnce: boolean }
  | { kind: "start_slow_timer" }
  /** Ends the poll, and the timer of slow payments. */
  | { kind: "stop_waiting" }
  | { kind: "start_close_timer" }
  | { kind: "stop_close_timer" }
  | { kind: "notify"; problem: PaymentProblem }
  | { kind: "dismiss_notice" }
  /** The next try is possible in so many seconds. */
  | { kind: "delay_next_try"; seconds: number }
  | { kind: "report_purchase"; purchase: Purchase }
  | { kind: "redirect"; url: string }
  | { kind: "close" };
