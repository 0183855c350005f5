import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/reports.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { type Shop, type ShopOptions, shopsOver } from "#testing/payments/shop.ts";
import { until } from "#testing/until.ts";
import type { Outcome } from "./gateways/gateway.ts";

const database = fileDatabase();
const openShop = shopsOver(database);
const minuteMs = 60_000;

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

/** Lets the gateway be asked through `ask`, which may do without it. */
function askedThrough(
  ask: (fetchSale: () => Promise<Outcome>) => Promise<Outcome>,
): NonNullable<ShopOptions["needs"]> {
  return (needs) => {
    const { sandbox } = needs.gateways;
    if (!sandbox) throw new Error("no sandbox gateway");
    const gateway = { ...sandbox, fetch: (reference: string) => ask(() => sandbox.fetch(reference)) };
    return { ...needs, gateways: { sandbox: gateway } };
  };
}

const timedOut: Outcome = { kind: "unknown", detail: "TimeoutError" };

/** A sale that the gateway charged, and whose answer was lost. */
async function unheard(shop: Shop) {
  const fan = await shop.newFan();
  const orderid = newOrderId();
  shop.sandbox.knobs.set(orderid, { callbackCopies: 0, reply: "cut" });
  const { body } = await shop.buy(fan, { orderid });
  return { fan, id: body.transaction_id };
}

/** A sale that never got to the gateway, which says so whenever it is asked. */
async function neverReceived(shop: Shop) {
  const fan = await shop.newFan();
  const orderid = newOrderId();
  shop.sandbox.knobs.set(orderid, { failWith: 503 });
  const { body } = await shop.buy(fan, { orderid });
  return { fan, id: body.transaction_id, orderid };
}

test("R-OPEN-34: a sale that the gateway never got is over between 3 and 5 minutes after the order, by itself", async () => {
  const shop = await openShop();
  const { fan, id } = await neverReceived(shop);
  shop.clock.advance(3 * minuteMs - 1_000);
  await shop.payments.reconcile();
  expect(await stateOf(id)).toBe("unknown");
  shop.clock.advance(0.5 * minuteMs);
  await until(async () => (await stateOf(id)) === "expired", "its end");
  const { body } = await shop.call("GET", `/api/payments/status/${id}`, { fanId: fan });
  expect(body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  expect(body.message).toMatch(/did not go through. Nothing was charged/);
});

test("R-OPEN-34: sixty lost payments of one moment are all over within 5 minutes, however the gateway fails meanwhile", async () => {
  let questions = 0;
  const shop = await openShop({
    needs: askedThrough(async (ask) => (++questions % 3 === 0 ? timedOut : ask())),
  });
  shop.sandbox.knobs.setDefaults({ callbackCopies: 0 });
  const buyers = await Promise.all(Array.from({ length: 60 }, () => shop.newFan()));
  for (const [index, fan] of buyers.entries()) {
    const orderid = newOrderId();
    const isReceived = index % 2 === 0;
    shop.sandbox.knobs.set(orderid, {
      callbackCopies: 0,
      ...(isReceived ? { reply: "cut" } : { failWith: 500 }),
    });
    await shop.buy(fan, { orderid });
  }
  for (let ageMs = 0; ageMs < 5 * minuteMs; ageMs += 5_000) {
    shop.clock.advance(5_000);
    await shop.payments.reconcile();
  }
  const balances = await Promise.all(buyers.map((fan) => shop.balance(fan)));
  expect(balances).toEqual(buyers.map((_fan, index) => (index % 2 === 0 ? 100 : 0)));
  expect(await shop.payments.waiting()).toEqual({ waiting: 0, oldest: null });
});

test("R-OPEN-34: while the gateway cannot be asked the payment stays unknown, and is settled soon after it can", async () => {
  let isAway = true;
  const shop = await openShop({ needs: askedThrough(async (ask) => (isAway ? timedOut : ask())) });
  const { fan, id } = await unheard(shop);
  const never = await neverReceived(shop);
  for (let minutes = 0; minutes < 12; minutes++) {
    shop.clock.advance(minuteMs);
    await shop.payments.reconcile();
  }
  expect([await stateOf(id), await stateOf(never.id)]).toEqual(["unknown", "unknown"]);
  expect(shop.logged()).toContain("could not be asked");
  isAway = false;
  shop.clock.advance(21_000);
  await until(async () => (await shop.balance(fan)) === 100, "the credit");
  await until(async () => (await stateOf(never.id)) === "expired", "the other's end");
});

test("R-OPEN-34: what was never received as it seemed, and is charged in the end, is credited all the same", async () => {
  const shop = await openShop();
  const { fan, id } = await neverReceived(shop);
  shop.clock.advance(4 * minuteMs);
  await shop.payments.reconcile();
  expect(await stateOf(id)).toBe("expired");
  await sendReport(shop.origin, { reference: id, status: "approved" });
  expect(await stateOf(id)).toBe("succeeded");
  expect(await shop.balance(fan)).toBe(100);
});

test("R-OPEN-34: an order that waits too long before it is sent is not sent any more, and costs nothing", async () => {
  const stall: { by?: () => void } = {};
  const shop = await openShop({
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
  const fan = await shop.newFan();
  stall.by = () => shop.clock.advance(16_000);
  const { body } = await shop.buy(fan);
  stall.by = undefined;
  expect(body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  expect(shop.sandbox.requests()).toBe(0);
  const events = (await shop.payments.history(body.transaction_id))?.events ?? [];
  expect(events.map(({ to, detail }) => [to, detail])).toEqual([
    ["created", null],
    ["submitting", null],
    ["expired", "never sent to the gateway"],
  ]);
});

test("R-OPEN-34, R-OPEN-92: payments without an answer are no declines of their fan, nor when they were never received", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  const buyLost = () => {
    const orderid = newOrderId();
    shop.sandbox.knobs.set(orderid, { failWith: 503 });
    return shop.buy(fan, { orderid });
  };
  for (let n = 0; n < 4; n++) expect((await buyLost()).status).toBe(200);
  shop.clock.advance(4 * minuteMs);
  await shop.payments.reconcile();
  for (let n = 0; n < 2; n++) expect((await buyLost()).status).toBe(200);
  expect((await shop.buy(fan)).body).toMatchObject({ status: "completed", fan_balance: 100 });
});
