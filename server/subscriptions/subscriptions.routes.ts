import type { TermMonths } from "#contract/subscription-terms.ts";
import type { subscriptionsContract } from "#contract/subscriptions.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { fieldProblem, keyOf, problem } from "#server/kit/http/problem.ts";
import { pdfAnswer } from "#server/kit/pdf/pdf-answer.ts";
import { pauseProblem } from "#server/wallet/wallet.ts";
import type { Canceled } from "./cancel.ts";
import {
  paymentsPerPage,
  type SubscribeRefusal,
  type Subscriptions,
  subscriptionsPerPage,
} from "./subscriptions.ts";

type Term = { price?: number | undefined; months?: TermMonths | undefined };

const listPath = "/api/fan/subscriptions-models";
const paymentsPath = "/api/fan/subscription-payments";

/** The subscriptions part of the contract. */
export function subscriptionRoutes({
  subscriptions,
  db,
}: {
  subscriptions: Subscriptions;
  db: Reader;
}): Handlers<typeof subscriptionsContract> {
  const subscribe = async (modelId: number, { price, months }: Term, call: Call<Viewer>) => {
    const { address, language, idempotencyKey } = call;
    const priceCents = price === undefined ? null : Math.round(price * 100);
    const who = { fanId: call.viewer.userId, idempotencyKey, address, language };
    const request = { ...who, modelId, months: months ?? null, priceCents };
    const result = await subscriptions.subscribe(request);
    if (!result.ok) return subscribeProblem(call, result.refusal);
    const { subscribed } = result;
    if (subscribed.status === "payment")
      return { status: 200, body: { status: "payment", url: subscribed.url } } as const;
    const subscription = await subscriptions.present(subscribed.subscription);
    return { status: 200, body: { status: "active", subscription } } as const;
  };
  const answerCanceled = async (canceled: Canceled, call: Call<Viewer>) => {
    if (!canceled.ok) return problem(call, keyOf(canceled.refusal, { not_found: "subscription_not_found" }));
    const subscription = await subscriptions.present(canceled.subscription);
    return { status: 200, body: { status: "canceled", subscription } } as const;
  };
  const cancelById = async ({ params }: { params: { id: number } }, call: Call<Viewer>) =>
    answerCanceled(await subscriptions.cancelById(call.viewer.userId, params.id), call);
  return {
    "GET /api/fan/subscriptions-models": async ({ query: { page } }, { viewer }) => {
      const { rows, total } = await subscriptions.list(viewer.userId, page);
      return { status: 200, body: pageOf(rows, { page, total, pageSize: subscriptionsPerPage }, listPath) };
    },
    "GET /api/fan/subscription-payments": async ({ query: { page } }, { viewer }) => {
      const { rows, total } = await subscriptions.payments(viewer.userId, page);
      return { status: 200, body: pageOf(rows, { page, total, pageSize: paymentsPerPage }, paymentsPath) };
    },
    "GET /api/fan/subscription-payments/{id}": async ({ params }, call) => {
      const payment = await subscriptions.payment(call.viewer.userId, params.id);
      return payment ? { status: 200, body: payment } : problem(call, "payment_not_found");
    },
    "GET /api/fan/subscription-payments/{id}/pdf": async ({ params }, call) => {
      const found = await subscriptions.paymentDocument(call.viewer.userId, params.id, call.language);
      if (!found) return problem(call, "payment_not_found");
      return pdfAnswer(`subscription-receipt-${params.id}`, found.sheet, found.at);
    },
    "GET /api/fan/subscription-state/{model_id}": async ({ params }, { viewer }) => ({
      status: 200,
      body: await subscriptions.state(db, viewer.userId, params.model_id),
    }),
    "POST /api/fan/subscribe-model": ({ body }, call) => subscribe(body.modelId, body, call),
    "POST /api/commerce-gate/subscribe-form": ({ body }, call) => subscribe(body.model_id, body, call),
    "POST /api/fan/unsubscribe-model": async ({ body }, call) =>
      answerCanceled(await subscriptions.cancelByModel(call.viewer.userId, body.model_id), call),
    "GET /api/payments/cancel-subscription/{id}": cancelById,
    "POST /api/payments/cancel-subscription/{id}": cancelById,
    "POST /api/fan/agree-to-price": async ({ body }, call) => {
      const { address, language, viewer } = call;
      const priceCents = Math.round(body.price * 100);
      const order = {
        fanId: viewer.userId,
        subscriptionId: body.subscription_id,
        priceCents,
        address,
        language,
      };
      const agreed = await subscriptions.agreeToPrice(order);
      if (agreed.ok)
        return {
          status: 200,
          body: { status: "active", subscription: await subscriptions.present(agreed.subscription) },
        };
      if (typeof agreed.refusal === "object") return pauseProblem(call, agreed.refusal);
      return problem(
        call,
        keyOf(agreed.refusal, { not_found: "subscription_not_found", banned: "subscribe_banned" }),
      );
    },
    ...planRoutes(subscriptions),
  };
}

type OfStudio = "GET /api/studio/subscription" | "POST /api/studio/subscription";

/** The plan that a model offers: prices, bundles and tokens. */
function planRoutes(subscriptions: Subscriptions): Pick<Handlers<typeof subscriptionsContract>, OfStudio> {
  return {
    "GET /api/studio/subscription": async (_input, { viewer }) => ({
      status: 200,
      body: await subscriptions.plan(viewer.userId),
    }),
    "POST /api/studio/subscription": async ({ body }, call) => {
      const request = {
        priceCents: Math.round(body.price_monthly_subscription * 100),
        freeTokens: body.freeTokens,
        enabled: body.subscription_enable,
        bundles: body.bundles.map(({ months, price }) => ({ months, priceCents: Math.round(price * 100) })),
      };
      const changed = await subscriptions.changePlan(call.viewer.userId, request);
      if (changed.ok) return { status: 200, body: await subscriptions.plan(call.viewer.userId) };
      const isOfMonth = changed.refusal === "no_such_price";
      return fieldProblem(call, changed.refusal, isOfMonth ? "price_monthly_subscription" : "bundles");
    },
  };
}

function subscribeProblem(call: Call, refusal: SubscribeRefusal) {
  if (typeof refusal === "object") return pauseProblem(call, refusal);
  return problem(call, keyOf(refusal, specificKeys));
}

const specificKeys = { banned: "subscribe_banned", key_reused: "subscription_key_reused" } as const;
