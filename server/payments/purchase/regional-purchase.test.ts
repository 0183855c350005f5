import { expect, test } from "vitest";
import type { DepositStatus } from "#demo/gateways/directa24/provider.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  establishedPayer,
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

const openFixture = paymentFixtures(fileDatabase());

/** A shop with the regional provider; fans of an even number live in Colombia. */
function regionalShop(options: PaymentFixtureOptions = {}): Promise<PaymentFixture> {
  return openFixture({
    directa24: {},
    payerOf: (fanId) => ({ ...establishedPayer, country: fanId % 2 === 0 ? "CO" : "US" }),
    ...options,
  });
}

async function colombianFan(fixture: PaymentFixture): Promise<number> {
  const fanId = await fixture.newFan();
  return fanId % 2 === 0 ? fanId : fixture.newFan();
}

/** Buys the first package by a regional method. */
async function buy(
  fixture: PaymentFixture,
  fanId: number,
  method = "PC",
  headers: Record<string, string> = {},
) {
  const { body } = await fixture.call("GET", "/api/token-packages", { fanId });
  const { packages } = body.data as { packages: { id: number; tokens: number; local_price: number }[] };
  const [pack] = packages;
  if (!pack) throw new Error("nothing is on sale");
  const request = { id: pack.id, paymentMethodCode: method };
  const answer = await fixture.call("POST", "/api/directa24/buy-tokens", { fanId, body: request, headers });
  return { pack, ...answer };
}

const depositOf = (fixture: PaymentFixture, transactionId: unknown) => {
  const deposit = fixture.directa24.books.all().find(({ invoice_id }) => invoice_id === transactionId);
  if (!deposit) throw new Error("the provider knows of no such deposit");
  return deposit;
};

/** The payer or the bank does something, and the notification of it is awaited. */
async function settle(fixture: PaymentFixture, fanId: number, transactionId: unknown, status: DepositStatus) {
  fixture.directa24.settle(depositOf(fixture, transactionId).deposit_id, status);
  const expected = { COMPLETED: "completed", CANCELLED: "cancelled", DECLINED: "failed", EXPIRED: "failed" };
  await until(
    async () => (await statusOf(fixture, fanId, transactionId)) === expected[status as keyof typeof expected],
    `the payment to be ${status}`,
  );
}

const statusOf = async (fixture: PaymentFixture, fanId: number, transactionId: unknown) =>
  (await readStatus(fixture, fanId, transactionId)).status;

const readStatus = async (fixture: PaymentFixture, fanId: number, transactionId: unknown) =>
  (await fixture.call("GET", `/api/payments/status/${String(transactionId)}`, { fanId })).body;

test("R-API-40, R-PAY-36, R-PAY-53, R-OPEN-40: a Colombian fan gets the provider's page, pays the shown price in pesos and has the tokens once", async () => {
  const fixture = await regionalShop({ directa24: { notificationCopies: 3 } });
  const fanId = await colombianFan(fixture);
  const { pack, status, body } = await buy(fixture, fanId);
  expect(status).toBe(200);
  expect(body.redirectUrl).toMatch(/\/dev\/gateways\/directa24\/checkout\/[0-9a-f]{32}$/);
  const deposit = depositOf(fixture, body.transaction_id);
  expect(deposit).toMatchObject({
    currency: "COP",
    amount: pack.local_price,
    country: "CO",
    payment_method: "PC",
  });
  for (const [address, page] of [
    [deposit.success_url, "successful"],
    [deposit.error_url, "failed"],
    [deposit.back_url, "cancelled"],
  ])
    expect(address).toMatch(new RegExp(`/directa/${page}-payment\\?id=${body.transaction_id}$`));
  expect(await fixture.balance(fanId)).toBe(0);
  await settle(fixture, fanId, body.transaction_id, "COMPLETED");
  fixture.clock.advance(10 * 60_000);
  await fixture.payments.reconcile();
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
});

test("R-PAY-36, R-PAY-56: the status of a payment on the provider's page leads nobody out of the page around it", async () => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const { body } = await buy(fixture, fanId);
  const status = await readStatus(fixture, fanId, body.transaction_id);
  expect(status.status).toBe("pending");
  expect(status).not.toHaveProperty("checkout_url");
});

test.each([
  ["en", "The payment was declined. Nothing was charged. Try again, or choose another way to pay."],
  ["es", "El pago fue rechazado. No se cobró nada. Inténtalo de nuevo o elige otra forma de pago."],
])("R-PAY-35: a declined payment by PSE is reported without a word of cards (%s)", async (language, text) => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const { body } = await buy(fixture, fanId);
  await settle(fixture, fanId, body.transaction_id, "DECLINED");
  const status = await fixture.call("GET", `/api/payments/status/${String(body.transaction_id)}`, {
    fanId,
    headers: { "accept-language": language },
  });
  expect(status.body).toMatchObject({ status: "failed", message: text });
});

test("R-PAY-44, R-PAY-47, R-PAY-49: the promo has each of its prices in pesos too", async () => {
  const fixture = await regionalShop();
  fixture.clock.set("2026-11-23T12:00:00Z");
  const { body } = await fixture.call("GET", "/api/token-packages", { fanId: await colombianFan(fixture) });
  expect(body.data).toMatchObject({
    promo: {
      ...{ old_price: 24.99, price: 19.99, footer_price: 17.99 },
      ...{ local_old_price: 99_960, local_banner_price: 79_960, local_price: 71_960, local_currency: "COP" },
    },
  });
});

test("R-PAY-49, R-OPEN-40: prices in pesos stand beside the dollars of a Colombian fan alone", async () => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const pricesOf = async (options: { fanId?: number }) => {
    const { body } = await fixture.call("GET", "/api/token-packages", options);
    const { packages } = body.data as { packages: Record<string, unknown>[] };
    return packages.map(({ price, local_price, local_currency }) => [price, local_price, local_currency]);
  };
  for (const [price, local, currency] of await pricesOf({ fanId }))
    expect([local, currency]).toEqual([Math.ceil(Number(price) * 4000), "COP"]);
  for (const options of [{}, { fanId: fanId + 1 }])
    for (const [, ...local] of await pricesOf(options)) expect(local).toEqual([null, null]);
});

test("R-ROLE-13, R-API-40: a fan elsewhere, or without an email address, is refused and no deposit is made", async () => {
  const fixture = await regionalShop({
    payerOf: (fanId) =>
      fanId % 2 === 0
        ? { ...establishedPayer, country: "CO", email: null }
        : { ...establishedPayer, country: "US" },
  });
  const one = await fixture.newFan();
  const [abroad, nameless] = one % 2 === 0 ? [await fixture.newFan(), one] : [one, await fixture.newFan()];
  const refused = await buy(fixture, abroad);
  expect([refused.status, refused.body.code]).toEqual([403, "not_regional"]);
  const unreachable = await buy(fixture, nameless);
  expect([unreachable.status, unreachable.body.code]).toEqual([409, "email_needed"]);
  expect(fixture.directa24.books.all()).toEqual([]);
});

test("R-OPEN-29: the same key is the same page, the same key for something else is refused", async () => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const headers = { "idempotency-key": "one-intent" };
  const [first, second] = await Promise.all([
    buy(fixture, fanId, "PC", headers),
    buy(fixture, fanId, "PC", headers),
  ]);
  const later = await buy(fixture, fanId, "PC", headers);
  expect([second.body, later.body]).toEqual([first.body, first.body]);
  expect((await buy(fixture, fanId, "NQ", headers)).status).toBe(409);
  expect(fixture.directa24.books.all()).toHaveLength(1);
});

test("R-ERR-14: what the provider refuses or does not answer is reported, costs nothing and may be tried again", async () => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const answers = [];
  for (const reply of ["refuse", "fail", "cut"] as const) {
    fixture.directa24.knobs.reply = reply;
    const { status, body } = await buy(fixture, fanId, "PC", { "accept-language": "en" });
    answers.push([status, body.code, body.message]);
  }
  expect(answers).toEqual([
    [
      409,
      "method_refused",
      "Your account is not allowed to use this payment method, please try a different one or contact support for more information.",
    ],
    [503, "gateway_away", expect.stringContaining("Nothing was charged")],
    [503, "gateway_away", expect.stringContaining("Nothing was charged")],
  ]);
  fixture.directa24.knobs.reply = "send";
  expect((await buy(fixture, fanId)).status).toBe(200);
  // Declines of a method are none of a card.
  for (let more = 0; more < 4; more++) {
    fixture.directa24.knobs.reply = "refuse";
    expect((await buy(fixture, fanId)).status).toBe(409);
  }
});

test("R-OPEN-35: a deposit whose number was lost on the way is credited when it is reported all the same", async () => {
  const fixture = await regionalShop({ directa24: { reply: "cut" } });
  const fanId = await colombianFan(fixture);
  const { pack, status } = await buy(fixture, fanId);
  expect(status).toBe(503);
  const [deposit] = fixture.directa24.books.all();
  if (!deposit) throw new Error("the provider made no deposit");
  fixture.directa24.settle(deposit.deposit_id, "COMPLETED");
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
});

test("R-OPEN-35: a voucher waits for days, one that expired or was cancelled may still be paid", async () => {
  const fixture = await regionalShop();
  const fanId = await colombianFan(fixture);
  const { pack, body } = await buy(fixture, fanId, "EY");
  fixture.clock.advance(3 * 86_400_000);
  await fixture.payments.reconcile();
  expect(await statusOf(fixture, fanId, body.transaction_id)).toBe("pending");
  await settle(fixture, fanId, body.transaction_id, "EXPIRED");
  expect(await fixture.balance(fanId)).toBe(0);
  await settle(fixture, fanId, body.transaction_id, "COMPLETED");
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
});

test("R-OPEN-35: a notification proves nothing: invented numbers are not asked about, another sum is not credited", async () => {
  const fixture = await regionalShop();
  const notify = (body: string) =>
    fetch(`${fixture.origin}/service/payments/callback/directa24`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  expect((await notify('{"deposit_id": 12345}')).status).toBe(200);
  for (const body of ["", "{}", '{"deposit_id":"x"}', '{"deposit_id":-1}', "[1]"])
    expect((await notify(body)).status, body).toBe(400);
  const fanId = await colombianFan(fixture);
  const { body } = await buy(fixture, fanId);
  const { deposit_id } = depositOf(fixture, body.transaction_id);
  expect((await notify(`{"deposit_id":${deposit_id}}`)).status).toBe(200);
  expect(await statusOf(fixture, fanId, body.transaction_id)).toBe("pending");
  fixture.directa24.knobs.wrongAmount = 1;
  fixture.directa24.settle(deposit_id, "COMPLETED");
  await until(() => fixture.logged().includes("names another sum"), "the mismatch to be logged");
  expect(await fixture.balance(fanId)).toBe(0);
});

test("R-OPEN-35: while the provider cannot be asked its notification is answered 503, so that it comes again", async () => {
  const fixture = await regionalShop({ directa24: { questionsFail: true, notificationCopies: 0 } });
  const fanId = await colombianFan(fixture);
  const { pack, body } = await buy(fixture, fanId);
  const { deposit_id } = depositOf(fixture, body.transaction_id);
  fixture.directa24.settle(deposit_id, "COMPLETED");
  const notify = () =>
    fetch(`${fixture.origin}/service/payments/callback/directa24`, {
      method: "POST",
      body: `{"deposit_id":${deposit_id}}`,
    });
  expect((await notify()).status).toBe(503);
  expect(await fixture.balance(fanId)).toBe(0);
  fixture.directa24.knobs.questionsFail = false;
  const copies = await Promise.all(Array.from({ length: 20 }, notify));
  expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
});
