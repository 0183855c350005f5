import type { PaymentProblem } from "./payment-answer.ts";

/** What `success` carries; `transaction_id` is null when the purchase was learnt without one. */
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
  /** What became of the payment is asked for while its page stays open. */
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
