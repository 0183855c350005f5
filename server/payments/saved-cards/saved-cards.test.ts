import { expect, test } from "vitest";
import type { PaymentRequest } from "#contract/payments.ts";
import type { SavedCardView } from "#contract/saved-cards.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { rightPassword } from "#testing/payments/fakes.ts";
import {
  type CallOptions,
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const openFixture = paymentFixtures(fileDatabase());

const tokens = 100;
const price = 10.99;
const gateways: [string, PaymentFixtureOptions][] = [
  ["the sandbox processor", {}],
  ["NMI", { nmi: {} }],
];

const list = async (fixture: PaymentFixture, fanId: number, options: CallOptions = {}) => {
  const { body } = await fixture.call("GET", "/api/payments/saved-cards", { fanId, ...options });
  return body.data as unknown as SavedCardView[];
};

/** Buys with the card entered and its keeping agreed to, and has the gateway keep it. */
async function saveCard(fixture: PaymentFixture, request: Partial<PaymentRequest> = {}) {
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, { save_card: true, ...request });
  expect(body.status).toBe("completed");
  await fixture.payments.reconcile();
  const [card] = await list(fixture, fanId);
  if (!card) throw new Error("the card was not kept");
  return { fanId, cardId: card.id, firstId: body.transaction_id };
}

/** The same with a card whose bank wants every sale confirmed, as its owner does of this one. */
async function saveConfirmedCard(fixture: PaymentFixture) {
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, { save_card: true, card_number: cards.redirect });
  const { cavv, eci, cardHolderAuth } = fixture.nmi.banks.confirm();
  const proof = { result: "confirmed", cavv, eci, cardholder_auth: cardHolderAuth };
  await fetch(String(body.checkout_url), {
    ...{ method: "POST", body: new URLSearchParams(proof), redirect: "manual" },
  });
  await fixture.payments.reconcile();
  const [card] = await list(fixture, fanId);
  if (!card) throw new Error("the card was not kept");
  return { fanId, cardId: card.id };
}

async function press(
  fixture: PaymentFixture,
  { fanId, cardId }: { fanId: number; cardId: number },
  { order = newOrderId(), ...body }: Record<string, unknown> & { order?: string } = {},
  options: CallOptions = {},
) {
  const [first] = (await fixture.payments.packagesFor(null, "en")).packages;
  return fixture.call("POST", `/api/payments/saved-cards/${cardId}/pay`, {
    fanId,
    body: { package_id: first?.id, amount: first?.price, orderid: order, ...body },
    ...options,
  });
}

/** The numbers by which the gateways keep cards, as they lie in the simulators. */
const keptAt = (fixture: PaymentFixture, options: PaymentFixtureOptions) =>
  options.nmi ? fixture.nmi.keptCards().map(({ vaultId }) => vaultId) : fixture.sandbox.keptCards.ids();

const rowsOf = (fixture: PaymentFixture, fanId: number) =>
  fixture.query(`select * from payments.saved_card where fan_id = ${fanId}`);

test.each(gateways)(
  "R-OPEN-31: with %s a card is kept by consent, pays by one press, and its secret is in no answer, log or table",
  async (_, options) => {
    const fixture = await openFixture(options);
    const saved = await saveCard(fixture);
    const shown = await list(fixture, saved.fanId);
    expect(shown).toEqual([
      {
        ...{ id: saved.cardId, brand: "visa", last4: "4242", expiry_month: 11, expiry_year: 2028 },
        ...{ expired: false, confirm: false, saved_at: "2026-11-21T12:00:00.000Z" },
      },
    ]);
    const paid = await press(fixture, saved);
    expect(paid.body).toMatchObject({ status: "completed", fan_balance: 2 * tokens });
    const [token = ""] = keptAt(fixture, options);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const stored = await fixture.query(
      "select row_to_json(c)::text as row from payments.saved_card c union all select row_to_json(i)::text from payments.intent i union all select row_to_json(r)::text from payments.callback_inbox r",
    );
    const [row] = await rowsOf(fixture, saved.fanId);
    const sealed = Buffer.from(row?.sealed_token as Buffer).toString("latin1");
    const everywhere = JSON.stringify([shown, paid.body, stored]) + fixture.logged() + sealed;
    for (const secret of [token, cards.approved, Buffer.from(token).toString("hex")])
      expect(everywhere).not.toContain(secret);
  },
);

test.each(gateways)(
  "With %s no card is kept without consent, nor that of a declined payment",
  async (_, options) => {
    const fixture = await openFixture(options);
    const fanId = await fixture.newFan();
    await fixture.buy(fanId);
    await fixture.buy(fanId, { save_card: false });
    await fixture.buy(fanId, { save_card: true, card_number: cards.declined });
    await fixture.payments.reconcile();
    expect([await list(fixture, fanId), keptAt(fixture, options)]).toEqual([[], []]);
    expect(await rowsOf(fixture, fanId)).toMatchObject([
      { state: "removed", sealed_token: null, last4: null },
    ]);
  },
);

test.each(gateways)(
  "With %s a removed card pays no more at once, and the gateway deletes it",
  async (_, options) => {
    const fixture = await openFixture(options);
    const saved = await saveCard(fixture);
    const path = `/api/payments/saved-cards/${saved.cardId}`;
    const stranger = await fixture.newFan();
    expect((await fixture.call("DELETE", path, { fanId: stranger })).status).toBe(404);
    expect((await fixture.call("DELETE", path, { fanId: saved.fanId })).status).toBe(204);
    expect((await press(fixture, saved)).status).toBe(404);
    expect(await list(fixture, saved.fanId)).toEqual([]);
    await fixture.payments.reconcile();
    expect(keptAt(fixture, options)).toEqual([]);
    expect(await rowsOf(fixture, saved.fanId)).toMatchObject([{ state: "removed", sealed_token: null }]);
    expect((await fixture.call("DELETE", path, { fanId: saved.fanId })).status).toBe(404);
    expect(await fixture.balance(saved.fanId)).toBe(tokens);
  },
);

test("R-ENT-01: nobody pays with the card of somebody else, and the database refuses it too", async () => {
  const fixture = await openFixture();
  const { cardId, firstId } = await saveCard(fixture);
  const fanId = await fixture.newFan();
  expect((await press(fixture, { fanId, cardId })).status).toBe(404);
  const stolen = fixture.query(
    `insert into payments.intent select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
       'fan_id', ${fanId}, 'order_id', 'TKN_9', 'state', 'created', 'transfer_id', null, 'saved_card_id', ${cardId}))).*
     from payments.intent i where id = '${firstId}'`,
  );
  await expect(stolen).rejects.toThrow("only a saved card of the same fan pays");
});

test("R-PAY-32: one order pressed ten times at once, and again later, is charged once", async () => {
  const fixture = await openFixture();
  const saved = await saveCard(fixture);
  const order = newOrderId();
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(fixture, saved, { order })));
  answers.push(await press(fixture, saved, { order }));
  expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1);
  expect(answers.at(-1)?.body).toMatchObject({ status: "completed", fan_balance: 2 * tokens });
  expect(fixture.sandbox.store.all()).toHaveLength(2);
  const [first, second] = (await fixture.payments.packagesFor(null, "en")).packages;
  const other = { order, package_id: second?.id, amount: second?.price };
  expect([first?.price, (await press(fixture, saved, other)).status]).toEqual([price, 409]);
});

test("R-OPEN-29: two tabs that press at once buy once: the other is told that a payment is under way", async () => {
  const answered = Promise.withResolvers<void>();
  let sales = 0;
  const fixture = await openFixture({
    answerAfter: async () => (++sales === 2 ? answered.promise : undefined),
  });
  const saved = await saveCard(fixture);
  const order = newOrderId();
  fixture.sandbox.knobs.set(order, { callbackDelayMs: 600_000 });
  const one = press(fixture, saved, { order });
  await until(() => sales === 2, "the sale to be with the processor");
  const others = await Promise.all([press(fixture, saved), press(fixture, saved)]);
  expect(others.map(({ status, body }) => [status, body.code])).toEqual([
    [409, "saved_card_busy"],
    [409, "saved_card_busy"],
  ]);
  answered.resolve();
  expect((await one).body).toMatchObject({ status: "completed", fan_balance: 2 * tokens });
});

test("R-OPEN-30: an answer that is lost is asked for and never sent again; until then no other press buys", async () => {
  const fixture = await openFixture({ gatewayTimeoutMs: 300 });
  const saved = await saveCard(fixture);
  const order = newOrderId();
  fixture.sandbox.knobs.set(order, { reply: "hold", callbackDelayMs: 600_000 });
  expect((await press(fixture, saved, { order })).body.status).toBe("pending");
  expect((await press(fixture, saved)).body.code).toBe("saved_card_busy");
  fixture.clock.advance(5_000);
  await fixture.payments.reconcile();
  const status = await fixture.call("GET", `/api/payments/status/${order}`, { fanId: saved.fanId });
  expect(status.body).toMatchObject({ status: "completed", fan_balance: 2 * tokens });
  expect(fixture.sandbox.store.all()).toHaveLength(2);
});

test("The limits of one press hold for payments and for their sum, and their day passes", async () => {
  for (const savedCardLimits of [{ paymentsPerDay: 1 }, { centsPerDay: 1_500 }]) {
    const fixture = await openFixture({ savedCardLimits });
    const saved = await saveCard(fixture);
    expect((await press(fixture, saved)).body.status).toBe("completed");
    const over = await press(fixture, saved);
    expect([over.status, over.body.code]).toEqual([403, "saved_card_limit"]);
    expect((await fixture.buy(saved.fanId)).body.status).toBe("completed");
    fixture.clock.advance(24 * 3_600_000 + 1);
    expect((await press(fixture, saved)).body.status).toBe("completed");
  }
});

test("R-AUTH-36: a session in which the card was not entered re-authenticates once for it", async () => {
  const fixture = await openFixture();
  const saved = await saveCard(fixture);
  const there = { session: "elsewhere" };
  expect(await list(fixture, saved.fanId, there)).toMatchObject([{ confirm: true }]);
  const asked = await press(fixture, saved, {}, there);
  expect([asked.status, asked.body.code]).toEqual([403, "saved_card_confirm"]);
  const confirm = async (current_password: string, fanId = saved.fanId) => {
    const path = `/api/payments/saved-cards/${saved.cardId}/confirm`;
    return (await fixture.call("POST", path, { fanId, body: { current_password }, ...there })).status;
  };
  expect([await confirm("a guess"), await confirm(rightPassword, await fixture.newFan())]).toEqual([
    422, 404,
  ]);
  expect((await press(fixture, saved, {}, there)).status).toBe(403);
  expect(await fixture.balance(saved.fanId)).toBe(tokens);
  expect(await confirm(rightPassword)).toBe(204);
  expect((await press(fixture, saved, {}, there)).body.status).toBe("completed");
  expect((await press(fixture, saved, {}, { session: "third" })).status).toBe(403);
});

test("A card that is past its month pays no more, and a price that has changed is not charged", async () => {
  const fixture = await openFixture();
  const saved = await saveCard(fixture, { card_expiry_month: "11", card_expiry_year: "26" });
  expect((await press(fixture, saved, { amount: 1 })).status).toBe(422);
  fixture.clock.advance(11 * 86_400_000);
  expect(await list(fixture, saved.fanId)).toMatchObject([{ expired: true }]);
  expect((await press(fixture, saved)).body.code).toBe("saved_card_expired");
});

test("R-OPEN-35: a gateway that is away keeps and deletes the card once it is back, after a crash as well", async () => {
  const fixture = await openFixture({ nmi: {} });
  const fanId = await fixture.newFan();
  fixture.nmi.knobs.queriesFail = true;
  await fixture.buy(fanId, { save_card: true });
  await fixture.payments.reconcile();
  expect(await list(fixture, fanId)).toEqual([]);
  fixture.nmi.knobs.queriesFail = false;
  fixture.clock.advance(60_000);
  const successor = fixture.anotherProcess();
  await Promise.all([successor.reconcile(), fixture.payments.reconcile()]);
  expect(await list(fixture, fanId)).toHaveLength(1);
  expect(fixture.nmi.keptCards()).toHaveLength(1);
});

test("R-OPEN-42: a card whose payment the bank took back pays no more by one press", async () => {
  const fixture = await openFixture();
  const saved = await saveCard(fixture);
  const sale = fixture.sandbox.store.byReference(saved.firstId);
  if (!sale) throw new Error("the first sale is gone");
  fixture.sandbox.befall(sale, "charged_back");
  await until(async () => (await list(fixture, saved.fanId)).length === 0, "the card to be out of use");
  await fixture.payments.reconcile();
  expect(fixture.sandbox.keptCards.ids()).toEqual([]);
});

test("R-PAY-34: a bank that wants a confirmation declines the press, and the form is there", async () => {
  const fixture = await openFixture();
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, { save_card: true, card_number: cards.redirect });
  const sale = fixture.sandbox.store.byReference(body.transaction_id);
  if (!sale) throw new Error("the sale is gone");
  fixture.sandbox.decide(sale, "approve");
  await until(async () => (await fixture.balance(fanId)) === tokens, "the tokens");
  await fixture.payments.reconcile();
  const [card] = await list(fixture, fanId);
  const pressed = await press(fixture, { fanId, cardId: card?.id ?? 0 });
  expect(pressed.body).toMatchObject({ success: false, status: "failed" });
  expect(await fixture.balance(fanId)).toBe(tokens);
});

test("R-PAY-34, R-OPEN-34: a press whose answer was lost and whose bank wants a confirmation ends as declined, without a page that cannot confirm it", async () => {
  const fixture = await openFixture({ nmi: {} });
  const saved = await saveConfirmedCard(fixture);
  fixture.nmi.knobs.reply = "cut";
  const pressed = await press(fixture, saved);
  fixture.nmi.knobs.reply = "send";
  expect(pressed.body).toMatchObject({ status: "pending" });
  fixture.clock.advance(60_000);
  await fixture.payments.reconcile();
  const path = `/api/payments/status/${pressed.body.transaction_id}`;
  const { body } = await fixture.call("GET", path, { fanId: saved.fanId });
  expect(body).toMatchObject({ status: "failed", fan_balance: tokens });
  expect(body.checkout_url ?? null).toBeNull();
});
