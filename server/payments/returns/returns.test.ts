import { sql } from "kysely";
import { expect, test } from "vitest";
import type { SandboxProcessor } from "#demo/gateways/sandbox/sandbox-gateway.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { costOfTokens } from "#server/wallet/average-cost.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const wallet = createWallet();
const model = { kind: "model", id: 77 } as const;

/** A purchase of 100 tokens of which `spent` have gone to a model. */
async function bought(fixture: PaymentFixture, spent: number) {
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  if (spent > 0) await spend(fan, spent);
  return { fan, id: body.transaction_id, sale: saleOf(fixture.sandbox, body.transaction_id) };
}

function saleOf(sandbox: SandboxProcessor, id: string) {
  const sale = sandbox.store.byReference(id);
  if (!sale) throw new Error("the processor does not know the sale");
  return sale;
}

function spend(fan: number, tokens: number) {
  return inTransaction(database.db, async (tx) => {
    await wallet.openModelAccount(tx, model.id);
    const key = `tip:${fan}:${tokens}:${newOrderId()}`;
    return wallet.transfer(tx, {
      key,
      from: { kind: "fan", id: fan },
      to: model,
      tokens,
      kind: "tip",
      reason: "tip",
    });
  });
}

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

const paymentsOf = async (fan: number) => {
  const query = sql<{ payload: object }>`
    select payload from kit.outbox where kind = 'purchase_returned' and (payload->>'fanId')::int = ${fan} order by id`;
  return (await readRows(database.db, query)).map((row) => row.payload);
};

test("R-OPEN-42: a refund takes the unspent tokens back, once, and the fan reads that it was returned", async () => {
  const fixture = await openFixture();
  const { fan, id, sale } = await bought(fixture, 0);
  fixture.sandbox.knobs.set(sale.order_id, { callbackCopies: 3 });
  fixture.sandbox.befall(sale, "refunded");
  await until(async () => (await stateOf(id)) === "refunded", "the refund");
  expect(await fixture.balance(fan)).toBe(0);
  const paid = await fixture.query(`select dollar_cents from payments.intent where id = '${id}'`);
  const [purchase] = await fixture.payments.purchasesOf(database.db, fan);
  expect(purchase).toMatchObject({ paymentId: id, price: paid[0]?.dollar_cents, cents: 0 });
  expect(purchase?.price).toBeGreaterThan(0);
  expect(await paymentsOf(fan)).toEqual([
    { fanId: fan, transactionId: id, kind: "refunded", tokens: -100, owed: 0, balance: 0 },
  ]);
  const status = await fixture.call("GET", `/api/payments/status/${id}`, { fanId: fan });
  expect(status.body).toMatchObject({ success: false, status: "cancelled", fan_balance: 0 });
  expect(status.body.returned).toBe("refunded");
  expect(status.body.message).toMatch(/returned to you/);
});

test("R-OPEN-42: a chargeback of spent tokens becomes a debt that freezes spending until new tokens have paid it", async () => {
  const fixture = await openFixture();
  const { fan, id, sale } = await bought(fixture, 70);
  fixture.sandbox.befall(sale, "charged_back");
  await until(async () => (await stateOf(id)) === "charged_back", "the chargeback");
  expect(await fixture.balance(fan)).toBe(0);
  expect(await paymentsOf(fan)).toMatchObject([{ kind: "charged_back", tokens: -100, owed: 70 }]);
  expect(await spend(fan, 1)).toMatchObject({ ok: false });
  await fixture.buy(fan);
  expect(await fixture.balance(fan)).toBe(30);
  expect(await spend(fan, 1)).toMatchObject({ ok: true });
});

test("R-OPEN-42: a dispute that was won credits the tokens again", async () => {
  const fixture = await openFixture();
  const { fan, id, sale } = await bought(fixture, 70);
  fixture.sandbox.befall(sale, "charged_back");
  await until(async () => (await stateOf(id)) === "charged_back", "the chargeback");
  fixture.sandbox.befall(sale, "chargeback_reversed");
  await until(async () => (await stateOf(id)) === "chargeback_reversed", "the end of the dispute");
  expect(await fixture.balance(fan)).toBe(30);
  expect(await spend(fan, 30)).toMatchObject({ ok: true });
});

test("R-OPEN-42: after a dispute that was won the tokens have their price again, and staff can refund them", async () => {
  const fixture = await openFixture();
  const { fan, id, sale } = await bought(fixture, 0);
  const cost = async () => {
    const paid = await fixture.payments.purchasesOf(database.db, fan);
    return costOfTokens(paid, await wallet.creditsOf(database.db, fan))(Number.MAX_SAFE_INTEGER);
  };
  const before = await cost();
  expect(before).not.toBeNull();
  fixture.sandbox.befall(sale, "charged_back");
  await until(async () => (await stateOf(id)) === "charged_back", "the chargeback");
  fixture.sandbox.befall(sale, "chargeback_reversed");
  await until(async () => (await stateOf(id)) === "chargeback_reversed", "the end of the dispute");
  expect(await cost()).toEqual(before);
  expect(await fixture.payments.refund(id, async () => {})).toMatchObject({ ok: true });
  expect([await stateOf(id), await fixture.balance(fan)]).toEqual(["refunded", 0]);
});

test("R-OPEN-42: what was spent before a dispute that was won keeps its price until the money went back", async () => {
  const fixture = await openFixture();
  const { fan, id, sale } = await bought(fixture, 0);
  const spent = await spend(fan, 60);
  if (!spent.ok) throw new Error("the fan has too little");
  const later = (await fixture.buy(fan)).body.transaction_id;
  const valued = async () => {
    const paid = await fixture.payments.purchasesOf(database.db, fan);
    const costAt = costOfTokens(paid, await wallet.creditsOf(database.db, fan));
    return { paid, costs: [costAt(spent.transferId), costAt(Number.MAX_SAFE_INTEGER)] };
  };
  const before = await valued();
  const price = Number(before.paid[0]?.price);
  expect(before.paid.map(({ paymentId }) => paymentId)).toEqual([id, later]);
  expect(before.costs).toEqual([price / 100, price / 100]);
  for (const state of ["charged_back", "chargeback_reversed"] as const) {
    fixture.sandbox.befall(sale, state);
    await until(async () => (await stateOf(id)) === state, state);
  }
  expect(await valued()).toEqual(before);
  expect(await fixture.balance(fan)).toBe(140);
  expect(await fixture.payments.refund(id, async () => {})).toMatchObject({ ok: true });
  const after = await valued();
  expect(after.paid).toEqual([{ ...before.paid[0], cents: 0 }, before.paid[1]]);
  expect(after.costs, "nothing was paid for it after all").toEqual([null, price / 100]);
});

test("R-OPEN-35, R-OPEN-42: a refund reported before its approval leaves the fan as if both had come in order", async () => {
  const fixture = await openFixture();
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 0, reply: "cut" });
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  expect(await stateOf(body.transaction_id)).toBe("unknown");
  fixture.sandbox.befall(saleOf(fixture.sandbox, body.transaction_id), "refunded");
  fixture.clock.advance(10_000);
  await fixture.payments.reconcile();
  await until(async () => (await stateOf(body.transaction_id)) === "refunded", "the refund");
  expect(await fixture.balance(fan)).toBe(0);
});
