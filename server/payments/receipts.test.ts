import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

test("a purchase has a receipt for its buyer alone: what was bought, charged and by which card", async () => {
  const fixture = await openFixture();
  const [fanId, other] = [await fixture.newFan(), await fixture.newFan()];
  const { body } = await fixture.buy(fanId);
  const receipt = (as: number, id: string) =>
    fixture.call("GET", `/api/payments/receipt/${id}`, { fanId: as });
  const mine = await receipt(fanId, body.transaction_id);
  const [pack] = (await fixture.payments.packagesFor(null, "en")).packages;
  expect(mine).toMatchObject({
    status: 200,
    body: {
      id: body.transaction_id,
      tokens: pack?.tokens,
      amount: pack?.price,
      currency: "USD",
      dollars: pack?.price,
      method: { kind: "card", name: expect.stringContaining("4242") },
      returned: null,
    },
  });
  expect((await receipt(other, body.transaction_id)).status).toBe(404);
  expect((await receipt(fanId, "no-uuid")).status).toBe(404);
});

test("a declined payment has no receipt, and no price", async () => {
  const fixture = await openFixture();
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, { card_number: "4000000000000002" });
  expect((await fixture.call("GET", `/api/payments/receipt/${body.transaction_id}`, { fanId })).status).toBe(
    404,
  );
  expect(await fixture.payments.purchasesOf(fanId)).toEqual([]);
});

test("what was paid in pesos has its price in dollars beside it", async () => {
  const fixture = await openFixture({
    directa24: {},
    payerOf: () => ({ country: "CO", created_at: new Date(0), email: "a@b.co", validation: "confirmed" }),
  });
  const fanId = await fixture.newFan();
  const [pack] = (await fixture.payments.packagesFor(fanId, "en")).packages;
  const { body } = await fixture.call("POST", "/api/directa24/buy-tokens", {
    fanId,
    body: { id: pack?.id, paymentMethodCode: "PC" },
  });
  const [intent] = await fixture.query(
    `select currency, dollar_cents from payments.intent where id = '${String(body.transaction_id)}'`,
  );
  expect(intent).toEqual({ currency: "COP", dollar_cents: Math.round((pack?.price ?? 0) * 100) });
});
