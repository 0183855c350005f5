import { randomUUID } from "node:crypto";
import type { Actors } from "#testing/roles/actors.ts";
import { everybody, fansOnly, type MatrixRow, modelsOnly, row, signedIn } from "#testing/roles/matrix-row.ts";
import { agreedElsewhere } from "#testing/subscriptions/subscribe.ts";

/** A running subscription of the fan, to a model of its own. */
async function subscriptionOf({ app, fan }: Actors): Promise<{ id: number; model_id: number }> {
  const model = await app.model();
  await app.withTransaction((tx) =>
    app.modules.subscriptions.importSubscription(tx, {
      reference: randomUUID(),
      fanId: fan.id,
      modelId: model.id,
      priceCents: 999,
      gateway: "commercegate",
      offerId: "pack999",
      transactionId: randomUUID(),
      startedAt: new Date(),
      canceledAt: null,
      consent: agreedElsewhere,
    }),
  );
  const { rows } = await app.modules.subscriptions.list(fan.id, 1);
  const mine = rows.find(({ model_id }) => model_id === model.id);
  if (!mine) throw new Error("the fan has no subscription");
  return mine;
}

/** Wallet, payments, models and subscriptions. */
export const purchaseRows = {
  // Wallet
  "GET /api/wallet/statement": row(fansOnly(200)),
  "GET /api/wallet/statement.csv": row(fansOnly(200)),
  "GET /api/wallet/token-cost": row(fansOnly(200)),

  "GET /api/fan/limits": row(fansOnly(200)),
  "POST /api/fan/limits": row(fansOnly(200), () => ({ body: { day: 100_000, week: null, month: null } })),
  "POST /api/fan/pause": row(fansOnly(422)),

  // Payments
  "GET /api/token-packages": row(everybody(200)),
  "POST /api/directa24/buy-tokens": row(fansOnly(422)),
  "GET /api/fan/commerce-gate-offers": row(fansOnly(200)),
  "POST /api/fan/card-gateway/buy-tokens": row(fansOnly(422)),
  "POST /api/commerce-gate/payment-form": row(fansOnly(422)),
  "GET /api/directa24/payment-methods": row(fansOnly(200), () => ({ query: { countryCode: "CO" } })),
  "POST /api/payments/process": row(fansOnly(422)),
  "GET /api/payments/saved-cards": row(fansOnly(200)),
  "DELETE /api/payments/saved-cards/{id}": row(fansOnly(404), () => ({ params: { id: 1_000_000 } })),
  "POST /api/payments/saved-cards/{id}/confirm": row(fansOnly(422), () => ({
    params: { id: 1_000_000 },
    body: { current_password: "" },
  })),
  "POST /api/payments/saved-cards/{id}/pay": row(fansOnly(404), () => ({
    params: { id: 1_000_000 },
    body: { package_id: 1, amount: 10.99, orderid: "TKN_1" },
  })),
  "GET /api/payments/receipt/{id}": row(fansOnly(404)),
  "GET /api/payments/receipt/{id}/pdf": row(fansOnly(404)),
  "GET /api/payments/status/{id}": row(fansOnly(404)),

  // Catalog
  "GET /api/video-chat-rooms": row(everybody(200)),
  "GET /api/trending-rooms": row(everybody(200)),
  "GET /api/fan/favorite-models": row(fansOnly(200)),
  "GET /api/live-pictures": row(everybody(200), ({ model }) => ({ query: { ids: String(model.id) } })),
  "GET /api/gender": row(everybody(200)),
  "GET /api/room-countries": row(everybody(200)),
  "GET /api/model-profile/{loginOrId}": row(everybody(200), ({ model }) => ({
    params: { loginOrId: model.login },
  })),
  "GET /api/model-rates": row(everybody(200), ({ model }) => ({ query: { model_id: model.id } })),
  "GET /api/service/last-connection/{x}": row(everybody(200), ({ model }) => ({ params: { x: model.id } })),
  "POST /api/service/last-connection/{x}": row({ ...signedIn(403), fan: 200 }, ({ fan }) => ({
    params: { x: fan.id },
  })),
  "GET /api/fan/blocked-models": row(fansOnly(200)),
  // Back again: the others of the matrix meet the model.
  "POST /api/fan/block-model": row(fansOnly(200), ({ model }) => ({
    body: { model_id: model.id, blocked: false },
  })),
  "GET /api/fan/watched-models": row(fansOnly(200)),
  "POST /api/fan/watched-models": row(fansOnly(200), () => ({ body: { kept: true } })),
  "DELETE /api/fan/watched-models": row(fansOnly(204)),
  "POST /api/fan/liked-model": row(fansOnly(200), ({ model }) => ({ body: { model_id: model.id } })),
  "POST /api/fan/disliked-model": row(fansOnly(200), ({ model }) => ({ body: { model_id: model.id } })),

  // Subscriptions. The model has named no price, so that nobody can subscribe to them.
  "GET /api/fan/subscriptions-models": row(fansOnly(200)),
  "GET /api/fan/subscription-payments": row(fansOnly(200)),
  "GET /api/fan/subscription-payments/{id}": row(fansOnly(404), () => ({ params: { id: 1_000_000 } })),
  "GET /api/fan/subscription-payments/{id}/pdf": row(fansOnly(404), () => ({ params: { id: 1_000_000 } })),
  "GET /api/fan/subscription-state/{model_id}": row(fansOnly(200), ({ model }) => ({
    params: { model_id: model.id },
  })),
  "POST /api/fan/subscribe-model": row(fansOnly(409), ({ model }) => ({ body: { modelId: model.id } })),
  "POST /api/commerce-gate/subscribe-form": row(fansOnly(409), ({ model }) => ({
    body: { model_id: model.id },
  })),
  "POST /api/fan/agree-to-price": row(fansOnly(200, 404), async (actors) => ({
    body: { subscription_id: (await subscriptionOf(actors)).id, price: 9.99 },
  })),
  "POST /api/fan/unsubscribe-model": row(fansOnly(200, 404), async (actors) => ({
    body: { model_id: (await subscriptionOf(actors)).model_id },
  })),
  "GET /api/payments/cancel-subscription/{id}": row(fansOnly(200, 404), async (actors) => ({
    params: { id: (await subscriptionOf(actors)).id },
  })),
  "POST /api/payments/cancel-subscription/{id}": row(fansOnly(200, 404), async (actors) => ({
    params: { id: (await subscriptionOf(actors)).id },
  })),
  "GET /api/studio/subscription": row(modelsOnly(200)),
  "POST /api/studio/subscription": row(modelsOnly(422), () => ({
    body: { price_monthly_subscription: 1.23, freeTokens: 0, subscription_enable: true },
  })),
} as const satisfies Record<string, MatrixRow>;
