import { expect, test } from "vitest";
import { type NmiKnobs, signWebhook } from "#demo/gateways/nmi/gateway.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { startFakeNmi } from "#testing/payments/fakes.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const openFixture = paymentFixtures(fileDatabase());

const nmiShop = (nmi: Partial<NmiKnobs> = {}) => openFixture({ nmi });

const tokensOf = async (fixture: PaymentFixture) => {
  const [first] = (await fixture.payments.packagesFor(null, "en")).packages;
  return first?.tokens ?? 0;
};

test("R-OPEN-30, R-PAY-01: a card is charged through NMI once, and its webhook and copies of it add nothing", async () => {
  const fixture = await nmiShop({ webhookCopies: 5 });
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId);
  expect(body).toMatchObject({ success: true, status: "completed", fan_balance: await tokensOf(fixture) });
  await until(async () => (await callbacksOf(fixture, body.transaction_id)) === 1, "the webhook");
  expect(await fixture.balance(fanId)).toBe(await tokensOf(fixture));
  expect(fixture.nmi.books.all()).toHaveLength(1);
});

const callbacksOf = async (fixture: PaymentFixture, id: string) =>
  (await fixture.query(`select from payments.callback_inbox where intent_id = '${id}'`)).length;

test("R-OPEN-30: a declined card is charged nothing, a token hides its card and is counted all the same", async () => {
  const fixture = await nmiShop();
  const fanId = await fixture.newFan();
  const declined = await fixture.buy(fanId, { card_number: cards.declined });
  expect(declined.body).toMatchObject({ success: false, status: "failed", fan_balance: 0 });
  const byToken = await fixture.buy(fanId, {
    ...{ card_number: undefined, card_expiry_month: undefined, card_expiry_year: undefined },
    ...{ card_cvc: undefined, payment_token: "tok_4242" },
  });
  expect(byToken.body.status).toBe("completed");
  const rows = await fixture.query(
    `select card_last4 from payments.intent where id = '${byToken.body.transaction_id}'`,
  );
  expect(rows).toEqual([{ card_last4: "4242" }]);
});

test.each(["cut", "fail", "limit"] as const)(
  "R-OPEN-34: a sale whose answer is '%s' is asked about, never sent again, and ends as in the gateway's books",
  async (reply) => {
    const fixture = await nmiShop({ reply, webhookCopies: 0 });
    const fanId = await fixture.newFan();
    const { body } = await fixture.buy(fanId);
    expect(body.status).toBe("pending");
    const sold = fixture.nmi.books.all().length;
    expect(sold).toBe(reply === "cut" ? 1 : 0);
    fixture.nmi.knobs.queriesFail = true;
    fixture.clock.advance(30_000);
    await fixture.payments.reconcile();
    expect(await fixture.balance(fanId)).toBe(0);
    fixture.nmi.knobs.queriesFail = false;
    fixture.clock.advance(5 * 60_000);
    await fixture.payments.reconcile();
    expect(await fixture.balance(fanId)).toBe(sold === 1 ? await tokensOf(fixture) : 0);
    const { body: after } = await fixture.call("GET", `/api/payments/status/${body.transaction_id}`, {
      fanId,
    });
    expect(after.status).toBe(sold === 1 ? "completed" : "failed");
    expect(fixture.nmi.books.all()).toHaveLength(sold);
  },
);

test("R-OPEN-42: what is not settled is voided, what is settled refunded; the tokens go back once", async () => {
  const fixture = await nmiShop();
  for (const isSettled of [false, true]) {
    const fanId = await fixture.newFan();
    const { body } = await fixture.buy(fanId);
    if (isSettled) fixture.nmi.settleDay();
    const refunded = await fixture.payments.refund(body.transaction_id, async () => undefined);
    expect(refunded.ok).toBe(true);
    expect(await fixture.balance(fanId)).toBe(0);
    const transaction = fixture.nmi.books.all().find(({ order_id }) => order_id === body.transaction_id);
    expect(transaction?.actions.map(({ action_type }) => action_type)).toEqual([
      "sale",
      isSettled ? "refund" : "void",
    ]);
  }
});

const stateOf = async (fixture: PaymentFixture, id: string) =>
  (await fixture.query(`select state from payments.intent where id = '${id}'`))[0]?.state;

const chargebacksOf = (fixture: PaymentFixture) =>
  fixture.query(
    "select verdict from payments.callback_inbox where dedupe_key like 'chargeback:%' order by id",
  );

test("R-OPEN-42: a chargeback names card and sum only: a fan's newest goes back once, where two fans fit nobody's", async () => {
  const fixture = await nmiShop({ webhookCopies: 3 });
  const [fan, other] = [await fixture.newFan(), await fixture.newFan()];
  // No other test of this file pays with it.
  const card = { card_number: "4111111111111111" };
  const tokens = await tokensOf(fixture);
  const first = (await fixture.buy(fan, card)).body.transaction_id;
  fixture.clock.advance(60_000);
  const second = (await fixture.buy(fan, card)).body.transaction_id;
  fixture.nmi.chargeBack([second]);
  await until(async () => (await stateOf(fixture, second)) === "charged_back", "the chargeback");
  expect(await stateOf(fixture, first)).toBe("succeeded");
  expect(await fixture.balance(fan)).toBe(tokens);
  const third = (await fixture.buy(other, card)).body.transaction_id;
  fixture.nmi.chargeBack([first, third]);
  await until(async () => (await chargebacksOf(fixture)).length >= 3, "both notices");
  expect((await chargebacksOf(fixture)).map(({ verdict }) => verdict)).toEqual([
    ...["applied", "no_intent", "no_intent"],
  ]);
  for (const id of [first, third]) expect(await stateOf(fixture, id)).toBe("succeeded");
  expect([await fixture.balance(fan), await fixture.balance(other)]).toEqual([tokens, tokens]);
  expect(fixture.logged()).toContain("names no payment for sure");
  // Staff find both in the books of the day.
  const { differences } = await fixture.payments.books({ from: new Date(0), before: new Date("2100-01-01") });
  const price = (await fixture.payments.packagesFor(null, "en")).packages[0]?.price.toFixed(2);
  expect(differences).toMatchObject([
    { kind: "no_payment", gateway: "nmi", paymentId: null, detail: expect.stringContaining("•••• 1111") },
    { kind: "no_payment", detail: expect.stringContaining(`${price} USD`) },
  ]);
});

test("R-OPEN-35: what NMI reports beside payments is kept and acknowledged, once; what is not understood asks for a person", async () => {
  const fixture = await nmiShop();
  await fixture.buy(await fixture.newFan());
  fixture.nmi.settleDay();
  const notesOf = (event: string) =>
    fixture.query(
      `select report, intent_id from payments.callback_inbox where verdict = 'noted' and report ->> 'event' = '${event}'`,
    );
  await until(async () => (await notesOf("settlement.batch.complete")).length > 0, "the settled batch");
  expect(fixture.logged()).not.toContain("was not understood");
  const body = JSON.stringify({ event_id: "e9", event_type: "moon.full", event_body: { id: 4 } });
  const send = () =>
    fetch(`${fixture.origin}/service/payments/callback/nmi`, {
      ...{ method: "POST", body },
      headers: { "webhook-signature": signWebhook("test-webhook-key", "n", body) },
    });
  expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await notesOf("moon.full")).toMatchObject([
    { report: { kind: "noted", id: "e9" }, intent_id: null },
  ]);
  expect(fixture.logged().match(/a gateway's message was not understood/g)).toHaveLength(1);
  const { differences } = await fixture.payments.books({ from: new Date(0), before: new Date("2100-01-01") });
  expect(JSON.stringify(differences)).not.toContain("moon.full");
});

test("R-OPEN-35: a webhook signed by somebody else, or of another sum, credits nothing", async () => {
  const fixture = await nmiShop({ reply: "cut", badSignature: true });
  const fanId = await fixture.newFan();
  await fixture.buy(fanId);
  await until(() => fixture.logged().includes("a payment callback was refused"), "the refused webhook");
  expect(await fixture.balance(fanId)).toBe(0);
  const other = await nmiShop({ reply: "cut", wrongAmount: "0.01" });
  const otherFan = await other.newFan();
  await other.buy(otherFan);
  await until(() => other.logged().includes("names another sum"), "the mismatch");
  expect(await other.balance(otherFan)).toBe(0);
});

test("R-OPEN-31: no card number and no security code is in the gateway's books, in our log or in our database", async () => {
  const fixture = await nmiShop();
  const fanId = await fixture.newFan();
  await fixture.buy(fanId, { card_cvc: "737" });
  expect(JSON.stringify(fixture.nmi.books.all())).not.toContain(cards.approved);
  expect(fixture.logged()).not.toContain(cards.approved);
  const rows = await fixture.query("select intent::text as row from payments.intent as intent");
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${cards.approved}|\\b737\\b`));
});

test("R-OPEN-30: without a gateway that takes cards purchases are not open yet", async () => {
  const fixture = await openFixture({ needs: (needs) => ({ ...needs, gateways: {} }) });
  const fanId = await fixture.newFan();
  const { status, body } = await fixture.buy(fanId);
  expect([status, body.code, body.message]).toEqual([503, "purchases_closed", "Purchases are not open yet."]);
  expect(await fixture.query(`select id from payments.intent where fan_id = ${fanId}`)).toEqual([]);
});

test("the simulated gateway refuses a wrong key and nonsense", async () => {
  const fixture = await openFixture();
  const nmi = await startFakeNmi(() => fixture.origin, fixture.clock, {});
  try {
    const ask = (path: string, form: Record<string, string>) =>
      fetch(`${nmi.origin()}/dev/gateways/nmi${path}`, { method: "POST", body: new URLSearchParams(form) });
    expect(await (await ask("/api/transact.php", { security_key: "wrong", type: "sale" })).text()).toContain(
      "response=3",
    );
    expect(await (await ask("/api/query.php", { security_key: "wrong" })).text()).toContain("error_response");
  } finally {
    await nmi.app.close();
  }
});
