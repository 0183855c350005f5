import { expect, test } from "vitest";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

async function firstPackage(fixture: PaymentFixture) {
  const [pack, second] = (await fixture.payments.packagesFor(null, "en")).packages;
  if (!pack || !second) throw new Error("nothing is on sale");
  return { pack, second };
}

const buy = (fixture: PaymentFixture, fanId: number, id: number, headers: Record<string, string> = {}) =>
  fixture.call("POST", "/api/fan/card-gateway/buy-tokens", { fanId, body: { id }, headers });

/** Sends the payer's decision in the form of a payment. */
function decide(fixture: PaymentFixture, transactionId: unknown, approve: boolean) {
  const asked = fixture.commerceGate.store.all().find(({ op1 }) => op1 === transactionId);
  if (!asked) throw new Error("the gateway has no such form");
  fixture.commerceGate.decide(asked.token, approve);
  return asked.username;
}

test("R-API-42, R-PAY-37, R-PAY-39, R-AMB-67: a package is paid in the gateway's own form, and credited by its notice once", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { status, body } = await buy(fixture, fanId, pack.id);
  expect([status, body.status, body.balance]).toEqual([200, true, 0]);
  expect(body.url).toMatch(/\/dev\/gateways\/commercegate\/\?cid=11&wid=23&token=/);
  fixture.commerceGate.setKnobs({ copies: 3 });
  decide(fixture, body.transaction_id, true);
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
  fixture.clock.advance(40 * 60_000);
  await fixture.payments.reconcile();
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
});

test("R-API-37, R-PAY-54, R-ENT-06: the older offers are the packages that the form sells, in their order", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await fixture.call("GET", "/api/fan/commerce-gate-offers", { fanId });
  expect(body.data).toEqual([
    {
      ...{ id: pack.id, order: 1, offer_id: "tokens1099", tokens: pack.tokens },
      ...{ price: 10.99, currency: "USD", offer_type: "one_time" },
    },
  ]);
  const without = await openFixture();
  expect((await without.call("GET", "/api/fan/commerce-gate-offers", { fanId })).body.data).toEqual([]);
});

test("R-API-38, R-PAY-55, R-OPEN-36: the payment form by its older name is the same form", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const headers = { "idempotency-key": "one-intent" };
  const call = () =>
    fixture.call("POST", "/api/commerce-gate/payment-form", { fanId, body: { id: pack.id }, headers });
  const [first, second] = [await call(), await call()];
  expect(first.body).toMatchObject({ status: true, url: expect.stringContaining("token=") });
  expect(second.body).toEqual(first.body);
  expect(fixture.commerceGate.store.all()).toHaveLength(1);
});

test("R-PAY-37, R-PAY-56: the status of a payment in the gateway's form leads nobody out of the page around it", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await buy(fixture, fanId, pack.id);
  const status = await fixture.call("GET", `/api/payments/status/${body.transaction_id}`, { fanId });
  expect(status.body.status).toBe("pending");
  expect(status.body).not.toHaveProperty("checkout_url");
});

test("R-OPEN-42: money that goes back through the form's gateway takes its tokens along, once", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await buy(fixture, fanId, pack.id);
  const username = decide(fixture, body.transaction_id, true);
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
  fixture.commerceGate.giveBack(username, "refunded");
  await until(async () => (await fixture.balance(fanId)) === 0, "the tokens to go back");
});

test("R-OPEN-35, R-OPEN-42: one form that is paid twice is one purchase: the other payment is set aside for the staff, and takes nothing back", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await buy(fixture, fanId, pack.id);
  const id = String(body.transaction_id);
  const verdicts = async () => {
    const stored = await fixture.query(
      `select verdict from payments.callback_inbox where intent_id = '${id}' order by id`,
    );
    return stored.map(({ verdict }) => verdict);
  };
  const received = (count: number) =>
    until(async () => (await verdicts()).length === count, `notice ${count}`);
  fixture.commerceGate.setKnobs({ copies: 3 });
  const username = decide(fixture, id, true);
  await received(1);
  // Two more tabs with the same form, of which the last payments go back first.
  for (const count of [2, 3]) {
    fixture.commerceGate.rebill(username);
    await received(count);
  }
  for (const count of [4, 5]) {
    fixture.commerceGate.giveBack(username, count === 4 ? "charged_back" : "refunded");
    await received(count);
  }
  expect(await verdicts()).toEqual(["applied", "mismatch", "mismatch", "mismatch", "mismatch"]);
  expect(await fixture.balance(fanId)).toBe(pack.tokens);
  expect(fixture.logged().match(/a gateway names another payment of one form/g)).toHaveLength(4);
  const now = fixture.clock.now().getTime();
  const day = { from: new Date(now - 60_000), before: new Date(now + 60_000) };
  const odd = (await fixture.payments.books(day)).differences.filter(({ paymentId }) => paymentId === id);
  expect(odd.map(({ kind }) => kind)).toEqual(Array(4).fill("other_sum"));
  fixture.commerceGate.giveBack(username, "refunded");
  await received(6);
  expect((await verdicts()).at(-1)).toBe("applied");
  expect(await fixture.balance(fanId)).toBe(0);
});

test("R-OPEN-35: a form that nobody paid expires, and is credited all the same when it is paid later", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await buy(fixture, fanId, pack.id);
  fixture.clock.advance(40 * 60_000);
  await fixture.payments.reconcile();
  const path = `/api/payments/status/${body.transaction_id}`;
  expect((await fixture.call("GET", path, { fanId })).body.status).toBe("failed");
  decide(fixture, body.transaction_id, true);
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
});

test("R-OPEN-35: a notice with somebody else's seal, or without the key of its address, credits nothing", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack } = await firstPackage(fixture);
  const { body } = await buy(fixture, fanId, pack.id);
  fixture.commerceGate.setKnobs({ badSeal: true });
  decide(fixture, body.transaction_id, true);
  await until(() => fixture.logged().includes("a payment callback was refused"), "the refused notice");
  const url = `${fixture.origin}/service/payments/callback/commercegate`;
  expect((await fetch(url, { method: "POST", body: "<cgCallback></cgCallback>" })).status).toBe(401);
  expect(await fixture.balance(fanId)).toBe(0);
});

test("R-PAY-37: a package without a price point there is refused by its field, and without such a gateway everything", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { second } = await firstPackage(fixture);
  const refused = await buy(fixture, fanId, second.id);
  expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ["id"]]);
  const without = await openFixture();
  const closed = await buy(without, fanId, second.id);
  expect([closed.status, closed.body.code]).toEqual([503, "purchases_closed"]);
});

test("R-OPEN-31: with card numbers switched off the checkout shows the gateway's fields or form, or that there is none", async () => {
  const cardOf = async (options: Parameters<typeof openFixture>[0]) =>
    (await (await openFixture(options)).payments.packagesFor(null, "en")).card;
  expect(await cardOf({})).toBe("fields");
  expect(await cardOf({ commerceGate: true })).toBe("fields");
  expect(await cardOf({ commerceGate: true, rawCardsAllowed: false })).toBe("form");
  expect(await cardOf({ rawCardsAllowed: false })).toBe("none");
  expect(await cardOf({ nmi: {}, rawCardsAllowed: false })).toBe("hosted");
});

test("in a break from spending nothing can be bought, by no method; what was begun before is still credited", async () => {
  const fixture = await openFixture({ commerceGate: true });
  const fanId = await fixture.newFan();
  const { pack, second } = await firstPackage(fixture);
  const begun = await buy(fixture, fanId, pack.id);
  await createWallet().pauseSpending(database.db, fanId, 7);
  const refusal = { status: 403, body: { code: "spending_paused", free_at: expect.any(String) } };
  expect(await buy(fixture, fanId, second.id)).toMatchObject(refusal);
  expect(await fixture.buy(fanId)).toMatchObject(refusal);
  decide(fixture, begun.body.transaction_id, true);
  await until(async () => (await fixture.balance(fanId)) === pack.tokens, "the tokens");
});
