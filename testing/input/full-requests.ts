import { randomUUID } from "node:crypto";
import type { AppEndpoint } from "#contract/contract.ts";
import { createItem } from "#testing/content/items.ts";
import { newOrderId, validRequest } from "#testing/payments/requests.ts";
import type { Actors } from "#testing/roles/actors.ts";
import type { MatrixRow } from "#testing/roles/matrix-row.ts";

type MakeRequest = MatrixRow["request"];

/** The first package on sale. */
async function firstPackage({ app }: Actors): Promise<{ id: number; price: number }> {
  const { body } = await app.call("GET", "/api/token-packages");
  const [first] = (body.data as { packages: { id: number; price: number }[] }).packages;
  if (!first) throw new Error("nothing is for sale");
  return first;
}

const ownItem: MakeRequest = async ({ app, model }) => ({ params: { id: await createItem(app, model) } });

const ticket: MakeRequest = async ({ app, admin }) => {
  const contactMessage = {
    name: "Ana",
    email: "ana@example.test",
    message: "Please look at this.",
    client_id: randomUUID(),
  };
  await app.call("POST", "/api/support/contact", { body: contactMessage });
  const { body } = await app.call("GET", "/api/admin/tickets", { as: admin });
  return { params: { id: (body.data as { id: number }[])[0]?.id ?? 0 } };
};

const payment: MakeRequest = async (actors) => {
  const { app, fan } = actors;
  const request = validRequest(await firstPackage(actors));
  const { body } = await app.call("POST", "/api/payments/process", { as: fan, body: request });
  return { params: { id: String(body.transaction_id) } };
};

const offer = { price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true };
const subscribable =
  (field: "modelId" | "model_id"): MakeRequest =>
  async ({ app, model }) => {
    await app.call("POST", "/api/studio/subscription", { as: model, body: offer });
    return { body: { [field]: model.id } };
  };

/** Where the roles matrix asks for what nobody has: something that is there, so that input gets as far as it can. */
export const fullRequests: Partial<Record<AppEndpoint, MakeRequest>> = {
  "POST /api/payments/process": async (actors) => ({
    body: { ...validRequest(await firstPackage(actors)), orderid: newOrderId() },
  }),
  "GET /api/payments/status/{id}": payment,
  "GET /api/admin/payments/{id}": payment,
  "POST /api/admin/payments/{id}/refund": payment,
  "GET /api/videos/{id}": ownItem,
  "POST /api/fan/buy-attachment": async ({ app, model }) => ({
    body: { attachment_id: await createItem(app, model), price: 50 },
  }),
  "POST /api/studio/content/{id}": ownItem,
  "POST /api/studio/subscription": () => ({ body: offer }),
  "POST /api/fan/subscribe-model": subscribable("modelId"),
  "POST /api/commerce-gate/subscribe-form": subscribable("model_id"),
  "GET /api/admin/tickets/{id}": ticket,
  "POST /api/admin/tickets/{id}/answer": ticket,
  "POST /api/admin/tickets/{id}/note": ticket,
  "POST /api/admin/tickets/{id}/close": ticket,
  "POST /api/admin/tickets/{id}/reopen": ticket,
  "POST /api/admin/models/{id}/{action}": ({ model }) => ({ params: { id: model.id, action: "hide" } }),
};
