import { expect, test } from "vitest";
import type { DepositKnobs } from "#demo/gateways/directa24/provider.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { establishedPayer, type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

const openFixture = paymentFixtures(fileDatabase());

const report = (fixture: PaymentFixture, body: string) =>
  fetch(`${fixture.origin}/service/payments/callback/directa24`, { method: "POST", body });

/** A Colombian fan who has paid the first package in pesos. */
async function paid(knobs: Partial<DepositKnobs> = {}) {
  const fixture = await openFixture({
    directa24: knobs,
    payerOf: () => ({ ...establishedPayer, country: "CO" }),
  });
  const fanId = await fixture.newFan();
  const { body: list } = await fixture.call("GET", "/api/token-packages", { fanId });
  const [pack] = (list.data as { packages: { id: number; tokens: number }[] }).packages;
  if (!pack) throw new Error("nothing is on sale");
  const request = { id: pack.id, paymentMethodCode: "PC" };
  const { body } = await fixture.call("POST", "/api/directa24/buy-tokens", { fanId, body: request });
  const id = String(body.transaction_id);
  const deposit = fixture.directa24.books.all().find(({ invoice_id }) => invoice_id === id);
  if (!deposit) throw new Error("the provider knows of no such deposit");
  fixture.directa24.settle(deposit.deposit_id, "COMPLETED");
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
  const status = async () => (await fixture.call("GET", `/api/payments/status/${id}`, { fanId })).body;
  const verdicts = async () => {
    const rows = await fixture.query(
      `select verdict from payments.callback_inbox where intent_id = '${id}' order by id`,
    );
    return rows.map(({ verdict }) => verdict);
  };
  return { fixture, provider: fixture.directa24, fanId, pack, deposit, status, verdicts };
}

test("R-OPEN-42: a refund in the office of the regional provider takes the tokens back, once, when it is completed", async () => {
  const { fixture, provider, fanId, pack, deposit, status, verdicts } = await paid({ notificationCopies: 3 });
  const { refund_id } = provider.refund(deposit.deposit_id);
  expect((await report(fixture, JSON.stringify({ refund_id: Number(refund_id) }))).status).toBe(200);
  expect(await fixture.balance(fanId), "while it waits").toBe(pack.tokens);
  provider.settleRefund(refund_id, "COMPLETED");
  await until(async () => (await status()).returned === "refunded", "the refund");
  const copies = await Promise.all(
    Array.from({ length: 10 }, () => report(fixture, `{"refund_id":"${refund_id}"}`)),
  );
  expect(new Set(copies.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await fixture.balance(fanId)).toBe(0);
  expect((await report(fixture, `{"deposit_id":${deposit.deposit_id}}`)).status).toBe(200);
  expect(await fixture.balance(fanId), "and the deposit's own notification brings nothing back").toBe(0);
  expect((await verdicts()).filter((verdict) => verdict === "applied")).toHaveLength(2);
});

test("R-OPEN-42: a part that was refunded in pesos changes nothing and is left to staff, each part by itself", async () => {
  const { fixture, provider, fanId, pack, deposit, status, verdicts } = await paid();
  for (const part of [1_000, deposit.amount - 1_000])
    provider.settleRefund(provider.refund(deposit.deposit_id, part).refund_id, "COMPLETED");
  await until(async () => (await verdicts()).length === 3, "both reports");
  expect(await verdicts()).toEqual(["applied", "mismatch", "mismatch"]);
  expect(fixture.logged()).toContain("names another sum");
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
  expect((await status()).status).toBe("completed");
});

test("R-OPEN-42: an invented refund has no effect, and while the provider cannot be asked a real one comes again", async () => {
  const { fixture, provider, fanId, pack, deposit } = await paid();
  provider.knobs.notificationCopies = 0;
  expect((await report(fixture, '{"refund_id":123456}')).status).toBe(200);
  for (const body of ['{"refund_id":-1}', '{"refund_id":"../deposits/1"}', '{"refund_id":null}'])
    expect((await report(fixture, body)).status, body).toBe(400);
  const { refund_id } = provider.refund(deposit.deposit_id);
  provider.settleRefund(refund_id, "COMPLETED");
  provider.knobs.questionsFail = true;
  expect((await report(fixture, `{"refund_id":${refund_id}}`)).status).toBe(503);
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
  provider.knobs.questionsFail = false;
  expect((await report(fixture, `{"refund_id":${refund_id}}`)).status).toBe(200);
  expect(await fixture.balance(fanId)).toBe(0);
});

test("R-OPEN-42: nobody makes us ask the provider about invented refunds without end", async () => {
  const { fixture } = await paid();
  const statuses: number[] = [];
  for (let n = 1; n <= 62; n++) statuses.push((await report(fixture, `{"refund_id":${n}}`)).status);
  expect(statuses).toEqual([...Array<number>(60).fill(200), 503, 503]);
});
