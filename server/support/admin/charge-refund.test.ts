import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminBooks, AdminPaymentDetails } from "#contract/admin-payments.ts";
import { createCommerceGate } from "#server/payments/gateways/commercegate/commercegate.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { gatewaySettings, noticePath, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";
import { payForm } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

let fake: Awaited<ReturnType<typeof startFakeProvider>>;
/** Whether the provider carries refunds out and loses its answers. */
let losesAnswers = false;
beforeAll(async () => {
  fake = await startFakeProvider(
    () => `${app.origin}${noticePath}`,
    () => new Date(),
    async (path) => {
      if (losesAnswers && path.endsWith("/nvp")) throw new Error("lost on its way");
    },
  );
});
const app = testApp(undefined, () => ({
  memberships: { commercegate: createCommerceGate(gatewaySettings(fake.url)) },
}));
afterAll(() => fake.app.close());

/** A fan who has paid a model 9.99 for a month, and the payment as staff find it. */
async function subscribed() {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const plan = { price_monthly_subscription: 9.99, freeTokens: 25, subscription_enable: true };
  expect((await app.call("POST", "/api/studio/subscription", { as: model, body: plan })).status).toBe(200);
  const order = await app.call("POST", "/api/fan/subscribe-model", { as: fan, body: { modelId: model.id } });
  await payForm(String(order.body.url), "approve");
  const asStaff = (method: "GET" | "POST", path: string, body?: object, key?: string, as: Person = staff) =>
    app.call(method, `/api/admin/${path}`, { as, ...(body && { body }), ...(key && { key }) });
  const id = await until(async () => {
    const { body } = await asStaff("GET", `payments?search=${fan.id}`);
    return (body.data as { id: string }[])[0]?.id;
  }, "the payment");
  return {
    ...{ fan, model, staff, id, asStaff },
    details: async () => (await asStaff("GET", `payments/${id}`)).body as unknown as AdminPaymentDetails,
    give: (amount: number | null, key: string = randomUUID(), reason = "a broken camera") =>
      asStaff("POST", `payments/${id}/refund`, { reason, ...(amount !== null && { amount }) }, key),
    log: async () =>
      (await asStaff("GET", `log?target=payment:${id}`)).body.data as { action: string; reason: string }[],
    isSubscribed: async () =>
      (await app.modules.subscriptions.subscribed(app.db, fan.id, [model.id])).has(model.id),
  };
}
const stepsOf = ({ events }: AdminPaymentDetails) => events.map(({ to, source }) => `${to} by ${source}`);

test("R-OPEN-42: staff give a part of a subscription's payment back and then the rest, each once for a key, a sum and a reason", async () => {
  const one = await subscribed();
  expect(await one.details()).toMatchObject({ refundable: true, refunded: 0, balance: 25 });
  const key = randomUUID();
  const { status, body } = await one.give(4, key);
  expect([status, body.state, body.refunded, body.asked_back, body.balance]).toEqual([
    ...[200, "succeeded", 4, 0, 25],
  ]);
  expect((await one.give(4, key)).body.refunded, "pressed twice").toBe(4);
  for (const other of [one.give(5, key), one.give(4, key, "another reason"), one.give(null, key)])
    expect((await other).body).toMatchObject({ code: "key_reused" });
  expect((await one.give(6)).body).toMatchObject({ code: "refund_too_much" });
  for (const wrong of [0, -1, 1.005]) expect((await one.give(wrong)).status).toBe(422);
  const withCard = await one.give(1, randomUUID(), "stolen card 4242 4242 4242 4242");
  expect(withCard.status).toBe(422);
  expect(await one.isSubscribed()).toBe(true);

  const rest = await one.give(null);
  expect(rest.body).toMatchObject({ state: "refunded", refundable: false, balance: 0, refunded: 0 });
  expect(await one.isSubscribed()).toBe(false);
  expect((await one.give(null)).body).toMatchObject({ code: "not_refundable" });
  expect(stepsOf(await one.details())).toEqual([
    ...["succeeded by callback", "refund_asked by staff", "part_refunded by callback"],
    ...["refund_asked by staff", "part_refunded by callback", "refunded by callback"],
  ]);
  expect((await one.log()).map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
    ...["refund_payment: a broken camera", "refund_payment: a broken camera (4.00)"],
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const books = (await one.asStaff("GET", `books?day=${today}`)).body as unknown as AdminBooks;
  const line = books.lines.find(({ kind, step }) => kind === "subscription" && step === "refunded");
  expect(line?.amount).toBeCloseTo(9.99, 6);
  expect((await app.call("POST", `/api/admin/payments/${one.id}/refund`, { as: one.fan })).status).toBe(403);
});

test("R-OPEN-42: a refund whose answer was lost stands as asked for, is written in the log, and is settled by the provider's notice", async () => {
  const one = await subscribed();
  fake.provider.setKnobs({ copies: 0 });
  losesAnswers = true;
  const lost = await one.give(3);
  expect([lost.status, lost.body.code]).toEqual([502, "refund_unanswered"]);
  expect(await one.details()).toMatchObject({ refunded: 0, asked_back: 3, refundable: true });
  expect(await one.log()).toMatchObject([{ reason: "a broken camera (3.00)" }]);
  expect((await one.give(3)).body).toMatchObject({ code: "charge_refund_under_way" });
  // The notice of what comes next; that of the first was never sent.
  fake.provider.setKnobs({ copies: 1 });
  losesAnswers = false;
  const { order_id } = await one.details();
  fake.provider.refund({ transID: order_id, amount: "3.00", currencyCode: "USD" });
  await until(async () => (await one.details()).asked_back === 0, "the notice");
  expect(await one.details()).toMatchObject({ refunded: 3, state: "succeeded", balance: 25 });
});
