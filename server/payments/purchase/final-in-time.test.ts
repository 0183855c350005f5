import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import {
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import type { Outcome } from "../gateways/gateway.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const minuteMs = 60_000;

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

/** Lets the gateway be asked through `ask`, which may do without it. */
function askedThrough(
  ask: (fetchSale: () => Promise<Outcome>) => Promise<Outcome>,
): NonNullable<PaymentFixtureOptions["needs"]> {
  return (needs) => {
    const { sandbox } = needs.gateways;
    if (!sandbox) throw new Error("no sandbox gateway");
    const gateway = { ...sandbox, fetch: (reference: string) => ask(() => sandbox.fetch(reference, null)) };
    return { ...needs, gateways: { sandbox: gateway } };
  };
}

const timedOut: Outcome = { kind: "unknown", detail: "TimeoutError" };

/** A sale that the gateway charged, and whose answer was lost. */
async function answerLost(fixture: PaymentFixture) {
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { callbackCopies: 0, reply: "cut" });
  const { body } = await fixture.buy(fan, { orderid });
  return { fan, id: body.transaction_id };
}

/** A sale that never reached the gateway, which answers so to every query. */
async function neverReceived(fixture: PaymentFixture) {
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { failWith: 503 });
  const { body } = await fixture.buy(fan, { orderid });
  return { fan, id: body.transaction_id, orderid };
}

test("R-OPEN-34: a sale that never reached the gateway ends on its own between 3 and 5 minutes after the order", async () => {
  const fixture = await openFixture();
  const { fan, id } = await neverReceived(fixture);
  fixture.clock.advance(3 * minuteMs - 1_000);
  await fixture.payments.reconcile();
  expect(await stateOf(id)).toBe("unknown");
  fixture.clock.advance(0.5 * minuteMs);
  await until(async () => (await stateOf(id)) === "expired", "its end");
  const { body } = await fixture.call("GET", `/api/payments/status/${id}`, { fanId: fan });
  expect(body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  expect(body.message).toMatch(/did not go through. Nothing was charged/);
});

test("R-OPEN-34: sixty lost payments of one moment are all over within 5 minutes, however the gateway fails meanwhile", async () => {
  let questions = 0;
  const fixture = await openFixture({
    needs: askedThrough(async (ask) => (++questions % 3 === 0 ? timedOut : ask())),
  });
  fixture.sandbox.knobs.setDefaults({ callbackCopies: 0 });
  const buyers = await Promise.all(Array.from({ length: 60 }, () => fixture.newFan()));
  for (const [index, fan] of buyers.entries()) {
    const orderid = newOrderId();
    const isReceived = index % 2 === 0;
    fixture.sandbox.knobs.set(orderid, {
      callbackCopies: 0,
      ...(isReceived ? { reply: "cut" } : { failWith: 500 }),
    });
    await fixture.buy(fan, { orderid });
  }
  for (let ageMs = 0; ageMs < 5 * minuteMs; ageMs += 5_000) {
    fixture.clock.advance(5_000);
    await fixture.payments.reconcile();
  }
  const balances = await Promise.all(buyers.map((fan) => fixture.balance(fan)));
  expect(balances).toEqual(buyers.map((_fan, index) => (index % 2 === 0 ? 100 : 0)));
  expect(await fixture.payments.waiting()).toEqual({ waiting: 0, oldest: null });
});

test("R-OPEN-34: while the gateway cannot be asked the payment stays unknown, and is settled soon after it can", async () => {
  let isAway = true;
  const fixture = await openFixture({ needs: askedThrough(async (ask) => (isAway ? timedOut : ask())) });
  const { fan, id } = await answerLost(fixture);
  const never = await neverReceived(fixture);
  for (let minutes = 0; minutes < 12; minutes++) {
    fixture.clock.advance(minuteMs);
    await fixture.payments.reconcile();
  }
  expect([await stateOf(id), await stateOf(never.id)]).toEqual(["unknown", "unknown"]);
  expect(fixture.logged()).toContain("could not be asked");
  isAway = false;
  fixture.clock.advance(21_000);
  await until(async () => (await fixture.balance(fan)) === 100, "the credit");
  await until(async () => (await stateOf(never.id)) === "expired", "the other's end");
});

test("R-OPEN-34: what was never received as it seemed, and is charged in the end, is credited all the same", async () => {
  const fixture = await openFixture();
  const { fan, id } = await neverReceived(fixture);
  fixture.clock.advance(4 * minuteMs);
  await fixture.payments.reconcile();
  expect(await stateOf(id)).toBe("expired");
  await sendReport(fixture.origin, { reference: id, status: "approved" });
  expect(await stateOf(id)).toBe("succeeded");
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-34, R-OPEN-35: late money is found, too, where the gateway is away at the last of the daily questions", async () => {
  let books: "nothing" | "away" | "approved" = "nothing";
  const fixture = await openFixture({
    needs: askedThrough(async (ask) => {
      if (books === "away") return timedOut;
      return books === "nothing" ? { kind: "not_found" } : ask();
    }),
  });
  const { fan, id } = await answerLost(fixture);
  const day = 24 * 60 * minuteMs;
  const begun = fixture.clock.now().getTime();
  const askAt = async (ageMs: number) => {
    fixture.clock.set(new Date(begun + ageMs));
    await fixture.payments.reconcile();
  };
  for (const ageMs of [5 * minuteMs, day, 2 * day, 3 * day, 4 * day, 5 * day, 6 * day]) await askAt(ageMs);
  expect(await stateOf(id)).toBe("expired");
  books = "away";
  await askAt(7 * day + minuteMs);
  await askAt(8 * day + 2 * minuteMs);
  books = "approved";
  await askAt(8 * day + 20 * minuteMs);
  expect([await stateOf(id), await fixture.balance(fan)]).toEqual(["succeeded", 100]);
});

test("R-OPEN-34: an order that waits too long before it is sent is not sent any more, and costs nothing", async () => {
  const stall: { by?: () => void } = {};
  const fixture = await openFixture({
    needs: (needs) => ({
      ...needs,
      wallet: {
        ...needs.wallet,
        balance: (reader, owner) => {
          stall.by?.();
          return needs.wallet.balance(reader, owner);
        },
      },
    }),
  });
  const fan = await fixture.newFan();
  stall.by = () => fixture.clock.advance(16_000);
  const { body } = await fixture.buy(fan);
  stall.by = undefined;
  expect(body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  expect(fixture.sandbox.requests()).toBe(0);
  const events = (await fixture.payments.history(body.transaction_id))?.events ?? [];
  expect(events.map(({ to, detail }) => [to, detail])).toEqual([
    ["created", null],
    ["submitting", null],
    ["expired", "never sent to the gateway"],
  ]);
});

test("R-OPEN-34, R-OPEN-92: payments without an answer are no declines of their fan, nor when they were never received", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const buyLost = () => {
    const orderid = newOrderId();
    fixture.sandbox.knobs.set(orderid, { failWith: 503 });
    return fixture.buy(fan, { orderid });
  };
  for (let n = 0; n < 4; n++) expect((await buyLost()).status).toBe(200);
  fixture.clock.advance(4 * minuteMs);
  await fixture.payments.reconcile();
  for (let n = 0; n < 2; n++) expect((await buyLost()).status).toBe(200);
  expect((await fixture.buy(fan)).body).toMatchObject({ status: "completed", fan_balance: 100 });
});
