import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import type { PaymentsNeeds } from "../needs.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const minuteMs = 60_000;

const historyOf = async (id: string) => {
  const query = sql<{ to_state: string }>`
    select to_state from payments.intent_event where intent_id = ${id} order by id`;
  return (await readRows(database.db, query)).map((row) => row.to_state);
};

const intentOf = async (fan: number) => {
  const query = sql<{
    id: string;
    state: string;
  }>`select id, state from payments.intent where fan_id = ${fan}`;
  const [intent] = await readRows(database.db, query);
  if (!intent) throw new Error("no payment of this fan");
  return intent;
};

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

const purchasesOf = async (fan: number) => {
  const query = sql<{ id: number }>`
    select id from kit.outbox where kind = 'tokens_purchased' and (payload->>'fanId')::int = ${fan}`;
  return (await readRows(database.db, query)).length;
};

/** A payment whose reply was lost; the processor approved it and reports so only when it is asked. */
async function lost(
  fixture: PaymentFixture,
  card_number: string = cards.lostReply,
  reply: "hold" | "cut" = "hold",
) {
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { callbackCopies: 0, reply });
  const answer = await fixture.buy(fan, { card_number, orderid });
  return { fan, orderid, answer, id: answer.body.transaction_id };
}

test("R-OPEN-34, R-AMB-61: 0119 times out as pending, is asked about a few seconds later and credited once", async () => {
  const fixture = await openFixture({ gatewayTimeoutMs: 150 });
  const { fan, answer, id } = await lost(fixture);
  expect(answer.body).toMatchObject({ success: true, status: "pending", fan_balance: 0 });
  expect(answer.body.message).toMatch(/do not pay again/);
  expect((await intentOf(fan)).state).toBe("unknown");
  fixture.clock.advance(3_000);
  await until(async () => (await fixture.balance(fan)) === 100, "the follow-up's credit");
  expect(await historyOf(id)).toEqual(["created", "submitting", "unknown", "succeeded"]);
  expect(await purchasesOf(fan)).toBe(1);
  expect(fixture.sandbox.requests()).toBe(1);
});

test("R-OPEN-34: a connection cut after the processor's commit is an unknown outcome too; asking for the status finds out", async () => {
  const fixture = await openFixture();
  const { fan, id } = await lost(fixture, cards.approved, "cut");
  expect((await intentOf(fan)).state).toBe("unknown");
  const status = await fixture.call("GET", `/api/payments/status/${id}`, { fanId: fan });
  expect(status.body).toMatchObject({ success: true, status: "completed", fan_balance: 100 });
});

test("R-OPEN-29: the order repeated while its outcome is unknown is not sent again", async () => {
  const fixture = await openFixture({ gatewayTimeoutMs: 150 });
  const { fan, orderid } = await lost(fixture);
  const again = await fixture.buy(fan, { card_number: cards.lostReply, orderid });
  expect(again.body).toMatchObject({ success: true, status: "pending" });
  expect(fixture.sandbox.requests()).toBe(1);
});

test("R-OPEN-35: reconciliation on three nodes, the status call and callbacks racing each other credit once", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  const { body } = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  const sale = fixture.sandbox.store.byReference(body.transaction_id);
  if (!sale) throw new Error("the processor does not know the sale");
  fixture.clock.advance(10 * minuteMs);
  fixture.sandbox.knobs.set(orderid, { callbackCopies: 5 });
  fixture.sandbox.decide(sale, "approve");
  await Promise.all([
    fixture.payments.reconcile(),
    fixture.anotherProcess().reconcile(),
    fixture.anotherProcess().reconcile(),
    fixture.payments.status(fan, body.transaction_id),
    fixture.payments.status(fan, body.transaction_id),
  ]);
  await until(async () => (await fixture.balance(fan)) > 0, "a credit");
  await fixture.payments.reconcile();
  expect(await fixture.balance(fan)).toBe(100);
  expect(await purchasesOf(fan)).toBe(1);
});

test("R-OPEN-35: killed between the gateway's charge and our commit, the payment is found and credited once", async () => {
  let isKilled = true;
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      wallet: {
        ...needs.wallet,
        issue: (tx, order) => {
          if (isKilled) throw new Error("killed");
          return needs.wallet.issue(tx, order);
        },
      },
    }),
  });
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 0 });
  const fan = await fixture.newFan();
  const answer = await fixture.buy(fan);
  expect(answer.body).toMatchObject({ success: true, status: "pending", fan_balance: 0 });
  expect((await intentOf(fan)).state).toBe("submitting");
  isKilled = false;
  expect(await fixture.payments.reconcile()).toMatchObject({ resumed: 0 });
  fixture.clock.advance(2 * minuteMs);
  expect(await fixture.payments.reconcile()).toMatchObject({ resumed: 1 });
  fixture.clock.advance(5 * minuteMs);
  await fixture.payments.reconcile();
  await fixture.payments.reconcile();
  expect(await fixture.balance(fan)).toBe(100);
  expect(await purchasesOf(fan)).toBe(1);
  expect(fixture.sandbox.requests()).toBe(1);
});

test("R-OPEN-35: killed before the sale was sent, the payment expires and costs nothing", async () => {
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      gateways: {
        sandbox: {
          ...sandboxOf(needs.gateways),
          start: () => Promise.reject(new Error("killed")),
        },
      },
    }),
  });
  const fan = await fixture.newFan();
  await fixture.buy(fan);
  fixture.clock.advance(2 * minuteMs);
  await fixture.payments.reconcile();
  expect((await intentOf(fan)).state).toBe("unknown");
  fixture.clock.advance(20 * minuteMs);
  await fixture.payments.reconcile();
  expect((await intentOf(fan)).state).toBe("expired");
  const status = await fixture.call("GET", `/api/payments/status/${(await intentOf(fan)).id}`, {
    fanId: fan,
  });
  expect(status.body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
});

test("R-PAY-34, R-PAY-56, R-OPEN-34: a fan whose bank's page got lost with the answer is led there by the status, and by the same order", async () => {
  const fixture = await openFixture();
  const { fan, orderid, id, answer } = await lost(fixture, cards.redirect, "cut");
  expect(answer.body).not.toHaveProperty("checkout_url");
  fixture.clock.advance(4_000);
  await fixture.payments.reconcile();
  expect(await stateOf(id)).toBe("pending");
  const again = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  expect(again.body).toMatchObject({ status: "pending", requires_redirect: true });
  const page = { requires_redirect: true, checkout_url: again.body.checkout_url };
  for (const reference of [orderid, id]) {
    const status = await fixture.call("GET", `/api/payments/status/${reference}`, { fanId: fan });
    expect(status.body).toMatchObject({ success: true, status: "pending", ...page });
  }
  expect(fixture.sandbox.requests()).toBe(1);
});

test.each([500, 503, 429] as const)(
  "R-OPEN-34: an answer %i leaves open whether money moved, so the outcome is unknown",
  async (failWith) => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    const orderid = newOrderId();
    fixture.sandbox.knobs.set(orderid, { failWith });
    expect((await fixture.buy(fan, { orderid })).body).toMatchObject({ success: true, status: "pending" });
    expect((await intentOf(fan)).state).toBe("unknown");
  },
);

test("R-OPEN-34: a page that nobody answers expires after 30 minutes, and success after that is still credited", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { callbackCopies: 0 });
  const { body } = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  fixture.clock.advance(31 * minuteMs);
  await fixture.payments.reconcile();
  expect((await intentOf(fan)).state).toBe("expired");
  const sale = fixture.sandbox.store.byReference(body.transaction_id);
  if (!sale) throw new Error("the processor does not know the sale");
  fixture.sandbox.decide(sale, "approve", true);
  fixture.clock.advance(25 * 60 * minuteMs);
  await fixture.payments.reconcile();
  expect(await fixture.balance(fan)).toBe(100);
  expect(await historyOf(body.transaction_id)).toEqual([
    "created",
    "submitting",
    "pending",
    "expired",
    "succeeded",
  ]);
});

test("R-OPEN-35: one payment that cannot be settled does not keep the others waiting", async () => {
  const fixture = await openFixture({
    gatewayTimeoutMs: 150,
    needs: (needs) => {
      const sandbox = sandboxOf(needs.gateways);
      let calls = 0;
      const fetchSale: typeof sandbox.fetch = (...sale) =>
        calls++ === 0 ? Promise.reject(new Error("out of order")) : sandbox.fetch(...sale);
      return { ...needs, gateways: { sandbox: { ...sandbox, fetch: fetchSale } } };
    },
  });
  const [one, two] = [await lost(fixture), await lost(fixture)];
  fixture.clock.advance(2_999);
  fixture.clock.set("2026-11-21T12:10:00Z");
  expect(await fixture.payments.reconcile()).toMatchObject({ queried: 2, settled: 1, failed: 1 });
  fixture.clock.set("2026-11-21T12:20:00Z");
  await fixture.payments.reconcile();
  expect([await fixture.balance(one.fan), await fixture.balance(two.fan)]).toEqual([100, 100]);
});

function sandboxOf(gateways: PaymentsNeeds["gateways"]) {
  const { sandbox } = gateways;
  if (!sandbox) throw new Error("no sandbox gateway");
  return sandbox;
}
