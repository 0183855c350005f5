import type { ApiAnswer } from "#web/lib/api/api.ts";

export type ProcessAnswer =
  | ApiAnswer<"POST /api/payments/process">
  | ApiAnswer<"POST /api/payments/saved-cards/{id}/pay">;
/**
 * The gateway's page for an order, by a regional method or by card; null: it has none for this order. Where the gateway
 * names no payment, nothing can be asked about it: its end is learnt from the live events.
 */
export type PageAnswer =
  | { status: 200; body: { url: string; transaction_id: string | null } | null }
  | Exclude<ApiAnswer<"POST /api/directa24/buy-tokens">, { status: 200 }>
  | Exclude<ApiAnswer<"POST /api/fan/card-gateway/buy-tokens">, { status: 200 }>;
export type StatusAnswer = ApiAnswer<"GET /api/payments/status/{id}">;

/** Why a payment did not happen, or why we cannot say; `payment-problem-text.ts` has the sentence for each. */
export type PaymentProblem =
  | { kind: "no_token" }
  | { kind: "session_expired" }
  | { kind: "server_message"; message: string }
  | { kind: "server_status"; status: number }
  | { kind: "validation"; message: string | null }
  | { kind: "unsuccessful"; message: string | null }
  | { kind: "offer_used"; message: string }
  /** The gateway will not have this payment, or does not answer. */
  | { kind: "method_refused" }
  /** The gateway makes no token of what was typed into its fields. */
  | { kind: "card_refused" }
  | { kind: "unanswered" }
  | { kind: "not_found" };

/**
 * The meaning of an answer to the sale. `spent`: the intent is used up and the next try is a new one; otherwise a
 * retry of the form repeats the intent, so that nobody is charged twice.
 */
export type PaymentOutcome =
  | { kind: "completed"; balance: number; transactionId: string }
  | { kind: "redirect"; url: string; transactionId: string }
  | { kind: "pending"; transactionId: string }
  /**
   * The payment may have been made. `failure`: the server's answer, shown where it then does not know the order;
   * `isOver`: it works on it no more, so that its present state is final.
   */
  | { kind: "unknown"; failure?: PaymentProblem; isOver?: boolean }
  /**
   * `retryAfter`: the next try is possible in so many seconds; without it at once. `ended`: it was cancelled, or had been
   * made and was given back.
   */
  | {
      kind: "failed";
      problem: PaymentProblem;
      spent: boolean;
      retryAfter?: number;
      ended?: "cancelled" | "returned";
    }
  /** Nothing was tried; the same order may be sent in so many seconds. */
  | { kind: "wait"; retryAfter: number };

/** Reads the answer of `POST /api/payments/process`. */
export function readProcessAnswer(answer: ProcessAnswer): PaymentOutcome {
  switch (answer.status) {
    case 200:
      return readResponse(answer.body);
    case 0:
      return { kind: "unknown" };
    case 401:
      return { kind: "failed", problem: { kind: "session_expired" }, spent: false };
    case 422:
      return { kind: "failed", problem: { kind: "validation", message: messageOf(answer) }, spent: true };
    case 409:
      return { kind: "failed", problem: conflict(answer), spent: false };
    case 429:
      return readLimit(answer);
    default:
      return answer.status >= 500
        ? readFailure(answer)
        : { kind: "failed", problem: refusal(answer), spent: answer.status >= 400 };
  }
}

/** A server that fails may have charged the card before. A proxy's answer in its place ends nothing. */
function readFailure(answer: ProcessAnswer): PaymentOutcome {
  const code = codeOf(answer);
  const failure = refusal(answer);
  if (code !== undefined && refusedUntried.has(code))
    return { kind: "failed", problem: failure, spent: false };
  const isOver = answer.status === 500 || (code !== undefined && code !== "unreadable");
  return { kind: "unknown", failure, isOver };
}

/** Reads why there is no page of the gateway. Asking again for the same page is harmless. */
export function readPageRefusal(answer: Exclude<PageAnswer, { status: 200 }>): PaymentOutcome {
  switch (answer.status) {
    case 0:
      return { kind: "failed", problem: { kind: "unanswered" }, spent: false };
    case 401:
      return { kind: "failed", problem: { kind: "session_expired" }, spent: false };
    case 422:
      return { kind: "failed", problem: { kind: "validation", message: messageOf(answer) }, spent: true };
    case 429:
      return readLimit(answer);
    case 409:
      return { kind: "failed", problem: pageConflict(answer), spent: true };
    default:
      return isOurs(answer)
        ? { kind: "failed", problem: refusal(answer), spent: false }
        : { kind: "failed", problem: { kind: "method_refused" }, spent: true };
  }
}

/** Codes of answers that come before any gateway was asked. */
const refusedUntried: ReadonlySet<string> = new Set(["overloaded", "purchases_closed"]);

/** Codes of answers that say nothing of the method, or of the account with it. */
const notOfMethod: ReadonlySet<string> = new Set([
  ...refusedUntried,
  "spending_paused",
  "email_unconfirmed",
  "gateway_away",
  "unavailable",
  "failed",
]);

function isOurs(answer: OrderAnswer): boolean {
  const code = codeOf(answer);
  return code !== undefined && notOfMethod.has(code);
}

function codeOf({ body }: OrderAnswer): string | undefined {
  return (body as { code?: string } | null | undefined)?.code;
}

function pageConflict(answer: Extract<PageAnswer, { status: 409 }>): PaymentProblem {
  return answer.body?.code === "method_refused" ? { kind: "method_refused" } : conflict(answer);
}

/** Reads the answer of `GET /api/payments/status/{id}`; `unknown` means that asking again may help. */
export function readStatusAnswer(answer: StatusAnswer): PaymentOutcome {
  switch (answer.status) {
    case 200:
      return readResponse(answer.body);
    case 401:
      return { kind: "failed", problem: { kind: "session_expired" }, spent: false };
    case 403:
    case 404:
      return { kind: "failed", problem: { kind: "not_found" }, spent: false };
    default:
      return { kind: "unknown" };
  }
}

/** The offer of the day is bought once; another tab may have done so. */
function conflict(answer: Extract<OrderAnswer, { status: 409 }>): PaymentProblem {
  const { code, message } = answer.body ?? {};
  return code === "promo_used" && message ? { kind: "offer_used", message } : refusal(answer);
}

type OrderAnswer = ProcessAnswer | PageAnswer;
type Limited = Extract<OrderAnswer, { status: 429 }>;

/** With too many cards in a day, the ones that were used before still pay at once. */
function readLimit(answer: Limited): PaymentOutcome {
  const { retry_after, code } = answer.body ?? {};
  if (retry_after !== undefined && code !== "too_many_cards")
    return { kind: "wait", retryAfter: retry_after };
  return { kind: "failed", problem: refusal(answer), spent: false };
}

type Response = {
  success: boolean;
  status: "pending" | "completed" | "failed" | "cancelled";
  fan_balance: number;
  transaction_id: string;
  requires_redirect?: boolean | undefined;
  checkout_url?: string | undefined;
  message?: string | undefined;
  error?: string | undefined;
  retry_after?: number | undefined;
  returned?: "refunded" | "charged_back" | undefined;
};

function readResponse(body: Response): PaymentOutcome {
  if (body.success && body.requires_redirect && body.checkout_url) {
    return { kind: "redirect", url: body.checkout_url, transactionId: body.transaction_id };
  }
  if (body.success && body.status === "completed") {
    return { kind: "completed", balance: body.fan_balance, transactionId: body.transaction_id };
  }
  if (body.success && body.status === "pending") {
    return { kind: "pending", transactionId: body.transaction_id };
  }
  const message = body.message || body.error || null;
  return {
    kind: "failed",
    problem: { kind: "unsuccessful", message },
    spent: body.status !== "pending",
    ...(body.retry_after !== undefined && { retryAfter: body.retry_after }),
    ...(body.status === "cancelled" && { ended: body.returned ? "returned" : "cancelled" }),
  };
}

function refusal(answer: OrderAnswer): PaymentProblem {
  const message = messageOf(answer);
  return message === null
    ? { kind: "server_status", status: answer.status }
    : { kind: "server_message", message };
}

function messageOf(answer: OrderAnswer): string | null {
  const body = answer.body as { message?: string; code?: string } | undefined;
  return body?.code === "unreadable" ? null : body?.message || null;
}
