import type { PaymentRequest } from "#contract/payments.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import {
  type PageAnswer,
  type PaymentOutcome,
  type PaymentProblem,
  type ProcessAnswer,
  readPageRefusal,
  readProcessAnswer,
  readStatusAnswer,
  type StatusAnswer,
} from "./payment-answer.ts";
import {
  intentFor,
  type PageOrder,
  type PaymentIntent,
  type PaymentOrder,
  paymentRequestOf,
} from "./payment-order.ts";
import { startStatusPoll } from "./status-poll.ts";

/** How long the balance counts up, and how long the dialog shows it before it closes. */
export const countUpMs = 600;
export const completedShownMs = 1_200;
/** After this long without an end the fan may ask for the state themselves. */
export const slowAfterMs = 20_000;

/** What `success` carries; `transaction_id` is null when the purchase was learnt without one. */
export type Purchase = { new_balance: number; tokens: number; transaction_id: string | null };

/**
 * ready: the form can be sent · processing: the sale is under way · pending: the processor has it and has
 * not decided · page: the provider's page is open in a frame · stalled: it has not decided within a minute · completed · redirecting · closed.
 */
export type PaymentState = {
  phase: "ready" | "processing" | "pending" | "page" | "stalled" | "completed" | "redirecting" | "closed";
  /** Address of the provider's page while it is open. */
  page: string | null;
  /** What became of the payment is asked for while its page stays open. */
  asking: boolean;
  /** The fan may ask what became of it. */
  slow: boolean;
  /** The answer to the order was lost, and nothing has shown since what became of it. */
  unanswered: boolean;
  problem: PaymentProblem | null;
  purchase: Purchase | null;
};

export type PaymentNeeds = {
  clock: Clock;
  process(body: PaymentRequest, idempotencyKey: string): Promise<ProcessAnswer>;
  page(order: PageOrder, idempotencyKey: string): Promise<PageAnswer>;
  /** `id`: the transaction's id, or the order's when no transaction is known yet. */
  status(id: string): Promise<StatusAnswer>;
  hasToken(): boolean;
  newKey(): string;
  /** The next try is possible in so many seconds. */
  wait(seconds: number): void;
  /** Announces a problem; the banner reads it from the state. What is returned dismisses the notice. */
  notify(problem: PaymentProblem): () => void;
  succeeded(purchase: Purchase): void;
  go(url: string): void;
  close(): void;
};

export type PaymentSession = {
  state: Store<PaymentState>;
  /** Sends the sale once; while one is under way further calls do nothing. */
  pay(order: PaymentOrder): Promise<void>;
  /** Asks for the provider's page, once, and opens it; without one the checkout closes. */
  payOnPage(order: PageOrder): Promise<void>;
  /** The provider's page has ended; what became of the payment is asked for. */
  pageEnded(transactionId: string): void;
  /** Asks for the outcome again, never for another sale. An open page stays until it is decided. */
  checkStatus(): void;
  dismissProblem(): void;
  /** A purchase was learnt from the live events; `balance` already holds it. */
  arrived(purchase: Purchase): void;
  /** Makes a disposed session ready again. */
  open(): void;
  /** Forgets the order, card included, and stops asking. */
  dispose(): void;
};

const atStart: PaymentState = {
  phase: "ready",
  page: null,
  asking: false,
  slow: false,
  unanswered: false,
  problem: null,
  purchase: null,
};

/** One open checkout's payment: from "Place your order" to its outcome. */
export function createPaymentSession(needs: PaymentNeeds): PaymentSession {
  const store = createStore<PaymentState>(atStart);
  let intent: PaymentIntent | null = null;
  let tokens = 0;
  let statusId: string | null = null;
  let stopPoll = () => {};
  let stopSlow = () => {};
  let stopClose = () => {};
  let dismissNotice = () => {};

  const isOpen = () => store.get().phase !== "closed";
  const isUnderWay = () => ["processing", "pending", "page", "stalled"].includes(store.get().phase);

  function stopWaiting() {
    stopPoll();
    stopSlow();
  }

  function close() {
    dispose();
    needs.close();
  }

  function dispose() {
    stopWaiting();
    stopClose();
    intent = null;
    store.set({ ...atStart, phase: "closed" });
  }

  function fail(problem: PaymentProblem, spent: boolean, retryAfter?: number) {
    stopWaiting();
    if (spent) intent = null;
    if (retryAfter !== undefined) needs.wait(retryAfter);
    // Where the fan has to wait, the form says so in the banner's place.
    store.set({
      phase: "ready",
      page: null,
      asking: false,
      slow: false,
      problem: retryAfter === undefined ? problem : null,
    });
    dismissNotice = needs.notify(problem);
    if (problem.kind === "session_expired") close();
  }

  function wait(seconds: number) {
    stopWaiting();
    needs.wait(seconds);
    store.set({ phase: "ready", slow: false, problem: null });
  }

  function complete(purchase: Purchase) {
    stopWaiting();
    intent = null;
    store.set({ phase: "completed", page: null, asking: false, slow: false, problem: null, purchase });
    needs.succeeded(purchase);
    stopClose = needs.clock.after(completedShownMs, close);
  }

  function waitFor(id: string, { unanswered = false, atOnce = false, behindPage = false } = {}) {
    stopPoll();
    statusId = id;
    let misses = 0;
    // What was typed into the provider's page would go with it.
    store.set(behindPage ? { asking: true } : { phase: "pending", page: null, asking: false, unanswered });
    stopPoll = startStatusPoll<StatusAnswer>({
      clock: needs.clock,
      ask: () => needs.status(id),
      settled(answer) {
        if (answer.status === 200) store.set({ unanswered: false });
        misses = answer.status === 404 ? misses + 1 : 0;
        // A sale whose answer was lost may need a moment to be written down.
        if (answer.status === 404 && misses < 3) return false;
        const outcome = readStatusAnswer(answer);
        if (outcome.kind === "pending" || outcome.kind === "unknown") return false;
        settle(outcome);
        return true;
      },
      exhausted: () => store.set(behindPage ? { asking: false } : { phase: "stalled", slow: true }),
      atOnce,
    });
  }

  function settle(outcome: PaymentOutcome) {
    switch (outcome.kind) {
      case "completed":
        return complete({ new_balance: outcome.balance, tokens, transaction_id: outcome.transactionId });
      case "redirect":
        stopWaiting();
        store.set({ phase: "redirecting" });
        return needs.go(outcome.url);
      case "pending":
        return waitFor(outcome.transactionId);
      case "unknown":
        return waitFor(intent?.orderId ?? "", { unanswered: true });
      case "failed":
        return fail(outcome.problem, outcome.spent, outcome.retryAfter);
      case "wait":
        return wait(outcome.retryAfter);
    }
  }

  /** The intent of an order that may be sent now, or null. */
  function begin(order: PaymentOrder | PageOrder): PaymentIntent | null {
    if (store.get().phase !== "ready") return null;
    dismissNotice();
    if (!needs.hasToken()) {
      fail({ kind: "no_token" }, false);
      return null;
    }
    intent = intentFor(order, intent, { newKey: needs.newKey, now: needs.clock.now });
    tokens = order.offer.tokens;
    store.set({ ...atStart, phase: "processing" });
    return intent;
  }

  async function payOnPage(order: PageOrder) {
    const current = begin(order);
    if (!current) return;
    const answer = await needs.page(order, current.key);
    if (!isUnderWay() || intent !== current) return;
    if (answer.status !== 200) return settle(readPageRefusal(answer));
    if (answer.body === null) {
      needs.notify({ kind: "unsuccessful", message: null });
      return close();
    }
    statusId = answer.body.transaction_id;
    store.set({ phase: "page", page: answer.body.url, slow: statusId !== null });
  }

  async function pay(order: PaymentOrder) {
    const current = begin(order);
    if (!current) return;
    statusId = current.orderId;
    stopSlow = needs.clock.after(slowAfterMs, () => store.set({ slow: true }));
    const answer = await needs.process(paymentRequestOf(order, current.orderId), current.key);
    if (isUnderWay() && intent === current) settle(readProcessAnswer(answer));
    else lateAnswer(answer);
  }

  /** The outcome was already learnt from an event, or the dialog is gone: only the balance still counts. */
  function lateAnswer(answer: ProcessAnswer) {
    const outcome = readProcessAnswer(answer);
    const known = store.get().purchase;
    if (outcome.kind !== "completed" || (known && known.transaction_id === outcome.transactionId)) return;
    needs.succeeded({ new_balance: outcome.balance, tokens, transaction_id: outcome.transactionId });
  }

  return {
    state: store,
    pay,
    payOnPage,
    pageEnded(transactionId) {
      if (store.get().phase === "page" && transactionId === statusId)
        waitFor(transactionId, { atOnce: true });
    },
    checkStatus() {
      const { phase, slow, unanswered } = store.get();
      const behindPage = phase === "page";
      if (isUnderWay() && slow && statusId) waitFor(statusId, { unanswered, atOnce: behindPage, behindPage });
    },
    dismissProblem: () => store.set({ problem: null }),
    arrived(purchase) {
      if (isUnderWay()) complete(purchase);
      else if (isOpen() && store.get().phase === "ready") close();
    },
    open() {
      if (!isOpen()) store.set(atStart);
    },
    dispose,
  };
}
