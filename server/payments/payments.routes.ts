import type { PaymentResponse, paymentsContract } from "#contract/payments.ts";
import type { Call, Handlers, Reply, Viewer } from "#server/kit/http/call.ts";
import { type FieldCode, fieldText } from "#server/kit/http/issues.ts";
import { fieldProblem, keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import { pdfAnswer } from "#server/kit/pdf/pdf-answer.ts";
import { pauseProblem } from "#server/wallet/wallet.ts";
import { outcomeTexts } from "./payment-texts.ts";
import type { PageRefusal, PageRequest, Payments, PurchaseRefusal } from "./payments.ts";
import type { PaymentView } from "./purchase/payment-status.ts";
import type { IntentState } from "./rules/states.ts";

type Process = (typeof paymentsContract)["POST /api/payments/process"];

/** Serves the payments part of the contract. */
export function paymentRoutes(payments: Payments): Handlers<typeof paymentsContract> {
  const onPage = (plan: Pick<PageRequest, "packageId" | "by">, call: Call<Viewer>) => {
    const { address, language, idempotencyKey, viewer } = call;
    return payments.buyOnPage({ fanId: viewer.userId, ...plan, idempotencyKey, address, language });
  };
  return {
    "GET /api/token-packages": async (_input, call) => {
      const fanId = call.viewer?.role === "fan" ? call.viewer.userId : null;
      const data = await payments.packagesFor(fanId, call.language);
      return { status: 200, body: { success: true, data } };
    },
    "GET /api/directa24/payment-methods": async ({ query }, call) => {
      const data = await payments.regionalMethods(call.viewer.userId, query.countryCode);
      return { status: 200, body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } } };
    },
    "GET /api/fan/commerce-gate-offers": async () => {
      const data = await payments.formOffers();
      return { status: 200, body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } } };
    },
    "POST /api/directa24/buy-tokens": async ({ body: { id, paymentMethodCode: code } }, call) => {
      const result = await onPage({ packageId: id, by: { method: "regional", code } }, call);
      if (!result.ok) return regionalRefused(result.refusal, call);
      return { status: 200, body: { redirectUrl: result.url, transaction_id: result.transactionId } };
    },
    "POST /api/fan/card-gateway/buy-tokens": async ({ body: { id } }, call) => {
      const result = await onPage({ packageId: id, by: { method: "form" } }, call);
      if (!result.ok) return formRefused(result.refusal, call);
      const { url, balance, transactionId } = result;
      return { status: 200, body: { status: true, url, balance, transaction_id: transactionId } };
    },
    "POST /api/commerce-gate/payment-form": async ({ body: { id } }, call) => {
      const result = await onPage({ packageId: id, by: { method: "form" } }, call);
      if (!result.ok) return formRefused(result.refusal, call);
      return { status: 200, body: { status: true, url: result.url, transaction_id: result.transactionId } };
    },
    "POST /api/payments/process": async ({ body }, call) => {
      const { address, language, idempotencyKey } = call;
      const { userId: fanId, tokenId: sessionId } = call.viewer;
      const result = await payments.process({ fanId, body, idempotencyKey, sessionId, address, language });
      return result.ok
        ? { status: 200, body: presentPayment(result.payment, call) }
        : refused(result.refusal, call);
    },
    "GET /api/payments/receipt/{id}": async ({ params }, call) => {
      const result = await payments.receipt(call.viewer.userId, params.id);
      return result.ok ? { status: 200, body: result.receipt } : problem(call, "payment_not_found");
    },
    "GET /api/payments/receipt/{id}/pdf": async ({ params }, call) => {
      const found = await payments.receiptDocument(call.viewer.userId, params.id, call.language);
      if (!found.ok) return problem(call, "payment_not_found");
      return pdfAnswer(`receipt-${params.id.slice(0, 8)}`, found.sheet, found.at);
    },
    "GET /api/payments/status/{id}": async ({ params }, call) => {
      const result = await payments.status(call.viewer.userId, params.id);
      if (!result.ok) return problem(call, "payment_not_found");
      return { status: 200, body: presentPayment(result.payment, call) };
    },
  };
}

const wireStatus: Record<IntentState, PaymentResponse["status"]> = {
  created: "pending",
  submitting: "pending",
  unknown: "pending",
  pending: "pending",
  succeeded: "completed",
  chargeback_reversed: "completed",
  declined: "failed",
  expired: "failed",
  cancelled: "cancelled",
  refunded: "cancelled",
  charged_back: "cancelled",
};

/** A payment as the contract shows it. */
export function presentPayment(payment: PaymentView, { language }: Pick<Call, "language">) {
  const status = wireStatus[payment.state];
  const success = status === "completed" || status === "pending";
  const message = outcomeTexts[textOf(payment, status)][language];
  const { state } = payment;
  return {
    success,
    status,
    fan_balance: payment.balance,
    transaction_id: payment.transactionId,
    message,
    ...(payment.checkoutUrl && { requires_redirect: true, checkout_url: payment.checkoutUrl }),
    ...(!success && { error: message }),
    ...(payment.retryAfterSeconds !== null && { retry_after: payment.retryAfterSeconds }),
    ...((state === "refunded" || state === "charged_back") && { returned: state }),
  };
}

function textOf({ state, checkoutUrl, isRegional }: PaymentView, status: PaymentResponse["status"]) {
  if (state === "refunded" || state === "charged_back") return "returned";
  if (state === "expired") return state;
  if (state === "declined" && isRegional) return "failed_regional";
  return checkoutUrl ? "redirect" : status;
}

function refused(refusal: PurchaseRefusal, call: Pick<Call, "language">): Reply<Process> {
  switch (refusal.code) {
    case "card_invalid": {
      const errors = Object.entries(refusal.errors).map(([field, code]: [string, FieldCode]) => [
        field,
        [fieldText(code, call.language)],
      ]);
      return problem(call, "card_invalid", { errors: Object.fromEntries(errors) });
    }
    case "plan_unavailable":
      return fieldProblem(call, refusal.code, "package_id");
    case "amount_differs":
      return fieldProblem(call, refusal.code, "amount");
    default:
      return orderRefused(refusal, call);
  }
}

function regionalRefused(refusal: PageRefusal, call: Pick<Call, "language">) {
  if (refusal.code === "not_offered") return problem(call, "not_regional");
  return pageRefused(refusal, call);
}

function formRefused(refusal: PageRefusal, call: Pick<Call, "language">) {
  if (refusal.code === "not_offered") return problem(call, "purchases_closed");
  return pageRefused(refusal, call);
}

function pageRefused(refusal: Exclude<PageRefusal, { code: "not_offered" }>, call: Pick<Call, "language">) {
  switch (refusal.code) {
    case "plan_unavailable":
      return fieldProblem(call, refusal.code, "id");
    case "amount_differs":
      throw new Error("a purchase on a page names no amount");
    default:
      return orderRefused(refusal, call);
  }
}

type OrderRefusal = Exclude<
  PurchaseRefusal | PageRefusal,
  { code: "card_invalid" | "plan_unavailable" | "amount_differs" | "not_offered" }
>;

/** The answer to an order that was refused, whatever pays. */
export function orderRefused(refusal: OrderRefusal, call: Pick<Call, "language">) {
  switch (refusal.code) {
    case "too_many_payments":
    case "too_many_cards":
    case "payments_slowed":
      return waitProblem(call, refusal.code, refusal.retryAfterSeconds);
    case "spending_paused":
      return pauseProblem(call, refusal);
    default: {
      const specific = { key_reused: "order_key_reused", promo_used: "token_promo_used" } as const;
      return problem(call, keyOf(refusal.code, specific));
    }
  }
}
