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
import { atStart, type PaymentState, type Purchase, underWay } from "./payment-state.ts";
import { startStatusPoll } from "./status-poll.ts";

/** How long the dialog shows the new balance before it closes. */
export const completedShownMs = 1_200;
/** After this long without an end the fan may ask for the state themselves. */
export const slowAfterMs = 20_000;

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

/** How an answer was lost. */
type Lost = Pick<Extract<PaymentOutcome, { kind: "unknown" }>, "failure" | "isOver">;

export type PaymentSession = {
  state: Store<PaymentState>;
  /**
   * Sends the sale once; while one is under way further calls do nothing. `tokenize` has the gateway make a token of the
   * card first; null: it does not, and the form is there again.
   */
  pay(order: PaymentOrder, tokenize?: () => Promise<string | null>): Promise<void>;
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

/** A sale whose answer was lost may need a moment to be written down: so many times it may be unknown. */
const missesMax = 3;

/** One open checkout's payment: from "Place your order" to its outcome. */
export function createPaymentSession(needs: PaymentNeeds): PaymentSession {
  const store = createStore<PaymentState>(atStart);
  let intent: PaymentIntent | null = null;
  let tokens = 0;
  /** Transaction id, or the order's as long as no transaction is known. */
  let statusId: string | null = null;
  let isTransaction = false;
  /** Purchases that arrived before the answer to the sale named its transaction. */
  let early: Purchase[] = [];
  let lost: Lost = {};
  let stopPoll = () => {};
  let stopSlow = () => {};
  let stopClose = () => {};
  let dismissNotice = () => {};

  const isOpen = () => store.get().phase !== "closed";
  const isUnderWay = () => underWay.includes(store.get().phase);

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
    store.set({ ...atStart, problem: retryAfter === undefined ? problem : null });
    dismissNotice = needs.notify(problem);
    if (problem.kind === "session_expired") close();
  }

  function wait(seconds: number) {
    stopWaiting();
    needs.wait(seconds);
    store.set(atStart);
  }

  function complete(purchase: Purchase) {
    stopWaiting();
    intent = null;
    store.set({ ...atStart, phase: "completed", purchase });
    needs.succeeded(purchase);
    stopClose = needs.clock.after(completedShownMs, close);
  }

  /** Asks what became of the payment until it is known. `shown`: what is to be seen meanwhile. */
  function waitFor(id: string, shown: Partial<PaymentState>, { atOnce = false } = {}) {
    stopPoll();
    statusId = id;
    let misses = 0;
    store.set(shown);
    stopPoll = startStatusPoll<StatusAnswer>({
      clock: needs.clock,
      ask: () => needs.status(id),
      settled(answer) {
        if (answer.status === 200) store.set({ unanswered: false });
        misses = answer.status === 404 ? misses + 1 : 0;
        if (answer.status === 404 && misses < (lost.isOver ? 1 : missesMax)) return false;
        if (answer.status === 404 && lost.failure) {
          fail(lost.failure, false);
          return true;
        }
        const outcome = readStatusAnswer(answer);
        const isLed = outcome.kind === "redirect" && store.get().phase === "redirecting";
        if (isLed || outcome.kind === "pending" || outcome.kind === "unknown") return false;
        settle(outcome);
        return true;
      },
      exhausted: () =>
        store.set(shown.asking ? { asking: false } : { phase: "stalled", leadsTo: null, slow: true }),
      atOnce,
    });
  }

  /** Waits for a payment whose transaction the server has named, unless its purchase has arrived already. */
  function waitForTransaction(id: string, shown: Partial<PaymentState>) {
    isTransaction = true;
    const arrived = early.find(({ transaction_id }) => transaction_id === id);
    if (arrived) return complete(arrived);
    waitFor(id, shown);
  }

  function settle(outcome: PaymentOutcome) {
    switch (outcome.kind) {
      case "completed":
        return complete({ new_balance: outcome.balance, tokens, transaction_id: outcome.transactionId });
      case "redirect":
        stopWaiting();
        waitForTransaction(outcome.transactionId, { phase: "redirecting", leadsTo: outcome.url });
        if (store.get().phase === "redirecting") needs.go(outcome.url);
        return;
      case "pending":
        return waitForTransaction(outcome.transactionId, { phase: "pending" });
      case "unknown":
        lost = outcome;
        return waitFor(
          intent?.orderId ?? "",
          { phase: "pending", unanswered: true },
          { atOnce: outcome.isOver },
        );
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
    [statusId, isTransaction, early, lost] = [null, false, [], {}];
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
    const { transaction_id, url } = answer.body;
    [statusId, isTransaction] = [transaction_id, transaction_id !== null];
    const arrived = early.find((purchase) => isTransaction && !isOther(purchase));
    if (arrived) return complete(arrived);
    store.set({ phase: "page", page: url, slow: isTransaction });
  }

  async function pay(order: PaymentOrder, tokenize?: () => Promise<string | null>) {
    const current = begin(order);
    if (!current) return;
    const isCurrent = () => isUnderWay() && intent === current;
    const token = await tokenize?.();
    if (!isCurrent()) return;
    if (token === null) return fail({ kind: "card_refused" }, false);
    statusId = current.orderId;
    stopSlow = needs.clock.after(slowAfterMs, () => store.set({ slow: true }));
    const request = paymentRequestOf(token === undefined ? order : { ...order, token }, current.orderId);
    const answer = await needs.process(request, current.key);
    if (isCurrent()) settle(readProcessAnswer(answer));
    else lateAnswer(answer);
  }

  /** Of a payment whose transaction nobody has named, nothing can be compared. */
  const isOther = ({ transaction_id }: Purchase) =>
    isTransaction && transaction_id !== null && transaction_id !== statusId;

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
        waitFor(transactionId, { phase: "pending", page: null, asking: false }, { atOnce: true });
    },
    checkStatus() {
      const { phase, slow } = store.get();
      if (!isUnderWay() || !slow || !statusId) return;
      // What was typed into the provider's page would go with it.
      if (phase === "page") waitFor(statusId, { asking: true }, { atOnce: true });
      else waitFor(statusId, { phase: "pending" });
    },
    dismissProblem() {
      dismissNotice();
      store.set({ problem: null });
    },
    arrived(purchase) {
      const { phase } = store.get();
      if (phase === "ready") return close();
      if (!isUnderWay() || isOther(purchase)) return;
      const isComparable = isTransaction || phase === "page" || purchase.transaction_id === null;
      if (isComparable) complete(purchase);
      else if (phase === "processing") early.push(purchase);
      // Whether it is this order's, its state says.
      else if (statusId) waitFor(statusId, { phase: "pending" }, { atOnce: true });
    },
    open() {
      if (!isOpen()) store.set(atStart);
    },
    dispose,
  };
}
