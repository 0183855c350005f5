import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPayment } from "#contract/admin-payments.ts";
import type { TokenPackage } from "#contract/payments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { testApp } from "#testing/app/test-app.ts";
import { startFakeDirecta24 } from "#testing/payments/fakes.ts";

let directa24: Awaited<ReturnType<typeof startFakeDirecta24>>;
beforeAll(async () => {
  directa24 = await startFakeDirecta24(() => app.origin, systemClock, {});
});
const app = testApp(undefined, () => ({ gateways: { directa24: directa24.gateway } }));
afterAll(() => directa24.app.close());

test("R-PAY-49, R-OPEN-40: staff see a payment in pesos with its currency, in the list and on its own page", async () => {
  await app.modules.payments.seed();
  const [fan, staff] = [await app.fan(), await app.staff()];
  await app.call("POST", "/api/fan/set-country", { as: fan, body: { country: "CO" } });
  const { body } = await app.call("GET", "/api/token-packages", { as: fan });
  const [plan] = (body.data as { packages: [TokenPackage] }).packages;
  const bought = await app.call("POST", "/api/directa24/buy-tokens", {
    as: fan,
    body: { id: plan.id, paymentMethodCode: "PC" },
  });
  const id = String(bought.body.transaction_id);
  const paid = { id, amount: plan.local_price, currency: "COP" };
  expect(plan.local_price).toBe(Math.ceil(plan.price * 4_000));
  const list = await app.call("GET", `/api/admin/payments?search=${fan.id}`, { as: staff });
  expect(list.body.data as AdminPayment[]).toMatchObject([paid]);
  expect((await app.call("GET", `/api/admin/payments/${id}`, { as: staff })).body).toMatchObject(paid);
});
