import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
/** The fields that every payment response carries. */
const always = ["success", "status", "fan_balance", "transaction_id", "message"];

test("R-PAY-01, R-PAY-31, R-PAY-33, R-API-35, R-OPEN-30: 4242… and 4111… complete, and the balance grows by the package's tokens", async () => {
  const fixture = await openFixture();
  for (const card_number of [cards.approved, cards.approvedToo]) {
    const fan = await fixture.newFan();
    const answer = await fixture.buy(fan, { card_number });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      status: "completed",
      fan_balance: 100,
      transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: "Your tokens are here.",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await fixture.balance(fan)).toBe(100);
  }
});

test("R-PAY-35, R-API-35, R-ENT-08, R-OPEN-30: a declined card costs nothing and is answered with one plain sentence, in the caller's language", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "accept-language": "es-CO" };
  const answer = await fixture.buy(fan, { card_number: cards.declined }, { headers });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  expect(Object.keys(answer.body).sort()).toEqual([...always, "error"].sort());
  expect(answer.body.error).toMatch(/^El pago fue rechazado. No se cobró nada./);
  expect(JSON.stringify(answer.body)).not.toContain("do_not_honor");
  expect(await fixture.balance(fan)).toBe(0);
});

test("R-PAY-34, R-PAY-56, R-API-35, R-API-36, R-ENT-08, R-OPEN-34: a card that needs the redirect is pending until the fan approves on the bank's page", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan, { card_number: cards.redirect });
  expect(body).toMatchObject({ success: true, status: "pending", requires_redirect: true, fan_balance: 0 });
  expect(Object.keys(body).sort()).toEqual([...always, "requires_redirect", "checkout_url"].sort());
  const status = () => fixture.call("GET", `/api/payments/status/${body.transaction_id}`, { fanId: fan });
  expect((await status()).body).toMatchObject({ success: true, status: "pending", fan_balance: 0 });
  const back = await decide(body.checkout_url, "approve");
  expect(back.status).toBe(303);
  expect(back.headers.get("location")).toBe(`${fixture.origin}/payment-request?id=${body.transaction_id}`);
  await until(async () => (await fixture.balance(fan)) === 100, "the callback's credit");
  expect((await status()).body).toMatchObject({ success: true, status: "completed", fan_balance: 100 });
});

test.each([
  ["decline", "failed"],
  ["cancel", "cancelled"],
])(
  "R-OPEN-34: to %s on the bank's page leaves the payment %s and the balance alone",
  async (decision, wire) => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    const { body } = await fixture.buy(fan, { card_number: cards.redirect });
    await decide(body.checkout_url, decision);
    const path = `/api/payments/status/${body.transaction_id}`;
    const answer = await until(async () => {
      const status = await fixture.call("GET", path, { fanId: fan });
      return status.body.status === wire && status;
    }, wire);
    expect(answer).toMatchObject({ body: { success: false, fan_balance: 0 } });
  },
);

test("R-OPEN-35: opening the return page by hand gives no tokens", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan, { card_number: cards.redirect });
  await fetch(`${fixture.origin}/payment-request?id=${body.transaction_id}`);
  const status = await fixture.call("GET", `/api/payments/status/${body.transaction_id}`, { fanId: fan });
  expect(status.body).toMatchObject({ status: "pending", fan_balance: 0 });
});

test("R-PAY-56, R-API-36: another fan's payment, an unknown one and nonsense are all not found", async () => {
  const fixture = await openFixture();
  const { body } = await fixture.buy(await fixture.newFan());
  for (const id of [body.transaction_id, "0b5d3d6e-5f43-4b7f-9d6f-6a1f0d1f2a3b", "TKN_1"]) {
    const answer = await fixture.call("GET", `/api/payments/status/${id}`, { fanId: await fixture.newFan() });
    expect(answer.status).toBe(404);
  }
});

test("R-PAY-56: a fan whose answer was lost finds the payment by the order id, and nobody else does", async () => {
  const fixture = await openFixture();
  const [fan, other] = [await fixture.newFan(), await fixture.newFan()];
  const { body } = await fixture.buy(fan, { orderid: "TKN_1700000000042" });
  const byOrder = (fanId: number) => fixture.call("GET", "/api/payments/status/TKN_1700000000042", { fanId });
  expect((await byOrder(fan)).body).toMatchObject({
    status: "completed",
    transaction_id: body.transaction_id,
  });
  expect((await byOrder(other)).status).toBe(404);
});

test("R-OPEN-31: a hosted-field token pays like the card behind it, and where raw cards are off it is the only way", async () => {
  const fixture = await openFixture({ rawCardsAllowed: false });
  const fan = await fixture.newFan();
  const byCard = await fixture.buy(fan);
  expect(byCard.status).toBe(422);
  expect(byCard.body.errors).toEqual({ card_number: [expect.stringMatching(/secure card fields/)] });
  const byToken = await fixture.buy(fan, { ...withoutCard, payment_token: "tok_4242" });
  expect(byToken.body).toMatchObject({ status: "completed", fan_balance: 100 });
  const unknown = await fixture.buy(fan, { ...withoutCard, payment_token: "tok_nonsense" });
  expect(unknown.body).toMatchObject({ success: false, status: "failed", fan_balance: 100 });
});

test("R-OPEN-35, R-AMB-30: a purchase is published once, to its fan, with its transaction", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  const events = await readRows<{ payload: object }>(
    database.db,
    sql`select payload from kit.outbox where kind = 'tokens_purchased' and (payload->>'fanId')::int = ${fan}`,
  );
  expect(events.map((event) => event.payload)).toEqual([
    {
      fanId: fan,
      tokens: 100,
      balance: 100,
      transactionId: body.transaction_id,
      transferId: expect.any(Number),
      type: "tokens",
    },
  ]);
});

test("R-PAY-48, R-PAY-51, R-LEGAL-11: a payment keeps price, currency and when, where and which terms were accepted", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  await fixture.buy(fan);
  const [kept] = await readRows(database.db, sql`select * from payments.intent where fan_id = ${fan}`);
  expect(kept).toMatchObject({
    amount_cents: 1099,
    currency: "USD",
    terms_version: "2026-11-01",
    accepted_at: new Date("2026-11-21T12:00:00Z"),
    accepted_address: expect.stringMatching(/^10\./),
    card_brand: "visa",
    card_bin: "424242",
    card_last4: "4242",
  });
});

const withoutCard = {
  card_number: undefined,
  card_cvc: undefined,
  card_expiry_month: undefined,
  card_expiry_year: undefined,
};

function decide(checkoutUrl: string | undefined, decision: string): Promise<Response> {
  const body = new URLSearchParams({ decision });
  return fetch(checkoutUrl ?? "", { method: "POST", body, redirect: "manual" });
}
