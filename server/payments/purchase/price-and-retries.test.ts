import { expect, test } from "vitest";
import type { z } from "zod";
import type { paymentRequest } from "#contract/payments.ts";
import { dump } from "#testing/database/dump.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId, validRequest } from "#testing/payments/requests.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

test.each([0.01, 10.98, 11, 10.991, 1099])(
  "R-OPEN-29, R-PAY-52: the amount %d is not the price: 422 and no charge",
  async (amount) => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    const answer = await fixture.buy(fan, { amount });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ amount: [expect.stringMatching(/price changed/)] });
    expect(fixture.sandbox.requests()).toBe(0);
  },
);

test.each([
  ["R-PAY-17", "card_number", "4242424242424241", "Please enter a valid card number"],
  ["R-PAY-17", "card_number", "424242424242", "Please enter a valid card number"],
  ["R-PAY-20", "card_expiry_month", "13", "Please enter MM/YY format"],
  ["R-PAY-20", "card_expiry_year", "3", "Please enter MM/YY format"],
  ["R-PAY-20", "card_expiry_year", "20", "This card has expired"],
  ["R-PAY-15", "card_number", undefined, "Card number is required"],
  ["R-PAY-15", "card_number", "", "Card number is required"],
  ["R-PAY-20", "card_expiry_month", undefined, "Expiration date is required"],
  ["R-PAY-19", "card_cvc", undefined, "CVV is required"],
  ["R-PAY-19", "card_cvc", "", "CVV is required"],
  ["R-PAY-19", "card_cvc", "12", "CVV must be at least 3 digits"],
  ["R-PAY-21", "card_holder_name", " ", "Cardholder name is required"],
  ["R-PAY-22", "address1", "", "Address is required"],
  ["R-PAY-23", "city", "", "City is required"],
  ["R-PAY-24", "state", "C", "State must be 2 characters"],
  ["R-PAY-25", "zip", "", "ZIP/Postal code is required"],
  ["R-PAY-26", "country", "", "Country is required"],
])("%s, R-OPEN-32: %s = %j is refused with the form's own sentence", async (_row, field, value, text) => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const answer = await fixture.buy(fan, { [field]: value });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject({ [field]: [text] });
  expect(fixture.sandbox.requests()).toBe(0);
});

test.each([
  ["card_holder_name", "Cardholder name is required", "El nombre del titular es obligatorio"],
  ["address1", "Address is required", "La dirección es obligatoria"],
  ["city", "City is required", "La ciudad es obligatoria"],
  ["state", "State must be 2 characters", "El estado debe tener 2 caracteres"],
  ["zip", "ZIP/Postal code is required", "El código postal es obligatorio"],
  ["email", "required field", "campo obligatorio"],
])("R-OPEN-32: a missing %s is refused as an empty one is, in both languages", async (field, en, es) => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  for (const value of [undefined, ""])
    for (const [language, text] of [
      ["en", en],
      ["es", es],
    ] as const) {
      const headers = { "accept-language": language };
      const answer = await fixture.buy(fan, { [field]: value }, { headers });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [field]: [text] });
    }
});

test("R-OPEN-32: the sentences come in Spanish too, and a card is good until the end of its month", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const spanish = { headers: { "accept-language": "es" } };
  const bad = await fixture.buy(fan, { card_number: "4242424242424241" }, spanish);
  expect(bad.body.errors).toEqual({ card_number: ["Escribe un número de tarjeta válido"] });
  const thisMonth = { card_expiry_month: "11", card_expiry_year: "2026" };
  expect((await fixture.buy(fan, thisMonth)).body.status).toBe("completed");
  const lastMonth = { card_expiry_month: "10", card_expiry_year: "26" };
  const expired = await fixture.buy(fan, lastMonth, spanish);
  const text = ["Esta tarjeta está vencida"];
  expect(expired.body.errors).toEqual({ card_expiry_month: text, card_expiry_year: text });
});

test("R-PAY-20: a month of one digit and digits of another script are those of the card", async () => {
  const fixture = await openFixture();
  const card = { card_number: [...cards.approved].map(wide).join(""), card_cvc: "１２３" };
  for (const expiry of [
    { card_expiry_month: "3", card_expiry_year: "31" },
    { card_expiry_month: "３", card_expiry_year: "２０３１" },
  ]) {
    const answer = await fixture.buy(await fixture.newFan(), { ...card, ...expiry });
    expect(answer.body.status).toBe("completed");
    const kept = await fixture.query(
      `select card_last4 from payments.intent where id = '${answer.body.transaction_id}'`,
    );
    expect(kept).toEqual([{ card_last4: cards.approved.slice(-4) }]);
  }
});

const wide = (digit: string) => String.fromCodePoint(0xff10 + Number(digit));

test("R-PAY-57: what is not on sale cannot be bought, and without a login nothing can", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  expect((await fixture.buy(fan, { package_id: 999_999 })).status).toBe(422);
  const body = validRequest({ id: 1, price: 10.99 });
  expect((await fixture.call("POST", "/api/payments/process", { body })).status).toBe(401);
});

test("R-OPEN-29, R-PAY-32: 20 copies of one request at once are one charge and one credit", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  const copies = Array.from({ length: 20 }, () => fixture.buy(fan, { orderid }));
  const answers = await Promise.all(copies);
  const [first] = answers;
  for (const answer of answers) expect(answer.body).toEqual(first?.body);
  expect(first?.body).toMatchObject({ status: "completed", fan_balance: 100 });
  expect(fixture.sandbox.requests()).toBe(1);
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-29: 20 copies over four processes are one charge and one credit", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const processes = [fixture.payments, ...Array.from({ length: 3 }, () => fixture.anotherProcess())];
  const [first] = (await fixture.payments.packagesFor(null, "en")).packages;
  if (!first) throw new Error("nothing is on sale");
  const body = validRequest(first) as z.output<typeof paymentRequest>;
  const request = {
    fanId: fan,
    body,
    idempotencyKey: "four-processes",
    sessionId: "test",
    address: "10.9.9.9",
    language: "en" as const,
  };
  const copies = Array.from({ length: 20 }, async (_, copy) => processes[copy % 4]?.process(request));
  const results = await Promise.all(copies);
  const ids = results.map((result) => (result?.ok ? result.payment.transactionId : "refused"));
  expect(new Set(ids).size).toBe(1);
  expect(fixture.sandbox.requests()).toBe(1);
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-29: the same order a day later gets the same answer and no second charge", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "idempotency-key": "a-purchase-of-one-fan" };
  const orderid = newOrderId();
  const first = await fixture.buy(fan, { orderid }, { headers });
  fixture.clock.advance(25 * 3_600_000);
  const again = await fixture.buy(fan, { orderid }, { headers });
  expect(again.body).toEqual(first.body);
  expect(fixture.sandbox.requests()).toBe(1);
});

test("R-OPEN-29: one key with another body is a conflict, by order id and by Idempotency-Key", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "idempotency-key": "one-key-two-bodies" };
  const orderid = newOrderId();
  await fixture.buy(fan, { orderid }, { headers });
  const otherCard = await fixture.buy(fan, { orderid, card_number: cards.approvedToo });
  const otherOrder = await fixture.buy(fan, {}, { headers });
  expect([otherCard.status, otherOrder.status]).toEqual([409, 409]);
  expect(fixture.sandbox.requests()).toBe(1);
});

test("R-OPEN-29: another description is another body, at once and later; another expiry or CVC of the card is not", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "idempotency-key": "one-key-two-descriptions" };
  const orderid = newOrderId();
  const send = (more: object) => fixture.buy(fan, { orderid, ...more }, { headers });
  const both = await Promise.all([send({}), send({ orderdescription: "For a friend" })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const described = both[0].status === 200 ? {} : { orderdescription: "For a friend" };
  const other = both[0].status === 200 ? "250 Tokens" : "100 Tokens";
  expect((await send({ orderdescription: other })).status).toBe(409);
  const again = await send({ ...described, card_cvc: "321", card_expiry_year: "29" });
  expect([again.status, again.body.status]).toEqual([200, "completed"]);
  expect(fixture.sandbox.requests()).toBe(1);
});

test.each([
  ["one character", "k"],
  ["two characters", "k1"],
  ["a space within", "my key"],
  ["255 characters", "~".repeat(255)],
])("R-OPEN-29: an Idempotency-Key with %s is taken, and begins one payment", async (_what, key) => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "idempotency-key": key };
  const orderid = newOrderId();
  const first = await fixture.buy(fan, { orderid }, { headers });
  expect(first.body.status).toBe("completed");
  expect((await fixture.buy(fan, { orderid }, { headers })).body).toEqual(first.body);
  expect((await fixture.buy(fan, {}, { headers })).status).toBe(409);
  expect(fixture.sandbox.requests()).toBe(1);
});

test.each([
  ["nothing in it", ""],
  ["a tab", "a\tb"],
  ["another alphabet", "clé"],
  ["256 characters", "~".repeat(256)],
])("R-OPEN-29: an Idempotency-Key with %s is refused, and nothing is charged", async (_what, key) => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const refused = await fixture.buy(fan, {}, { headers: { "idempotency-key": key } });
  expect(refused.status).toBe(422);
  expect(fixture.sandbox.requests()).toBe(0);
});

test("R-OPEN-38, R-OPEN-29: a refused order leaves its key and order id free; a declined one was carried out and has used them", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const headers = { "idempotency-key": "refused-then-carried-out" };
  const orderid = newOrderId();
  const send = (more: object = {}) => fixture.buy(fan, { orderid, ...more }, { headers });
  expect((await send({ amount: 1 })).status).toBe(422);
  expect((await send({ card_number: "4242424242424241" })).status).toBe(422);
  for (let n = 0; n < 3; n++) await fixture.buy(fan, { card_number: cards.declined });
  expect((await send()).status).toBe(429);
  fixture.clock.advance(3_600_000);
  const declined = await send({ card_number: cards.declined });
  expect(declined.body.status).toBe("failed");
  expect((await send({ card_number: cards.declined })).body).toEqual(declined.body);
  expect((await send()).status, "another card is another order").toBe(409);
  expect(fixture.sandbox.requests()).toBe(4);
  expect((await fixture.buy(fan)).body.status).toBe("completed");
});

test("R-OPEN-29: two fans may use the same order id", async () => {
  const fixture = await openFixture();
  const orderid = newOrderId();
  for (const fan of [await fixture.newFan(), await fixture.newFan()])
    expect((await fixture.buy(fan, { orderid })).body.status).toBe("completed");
});

test("R-OPEN-31: after purchases of every kind, no table and no log entry holds a card number or a CVC", async () => {
  const fixture = await openFixture({ gatewayTimeoutMs: 150 });
  const canaryCvc = "9173";
  for (const card_number of [...Object.values(cards), "4242424242424241", "5555555555554444"]) {
    const fan = await fixture.newFan();
    await fixture.buy(fan, { card_number, card_cvc: canaryCvc });
    await fixture.buy(fan, { card_number, card_cvc: canaryCvc, amount: 1 });
  }
  await fixture.payments.reconcile();
  const everything =
    fixture.logged() + (await dump(database.db)) + JSON.stringify(fixture.sandbox.store.all());
  expect(everything).toContain("424242");
  for (const number of [...Object.values(cards), "5555555555554444", "4242424242424241"]) {
    expect(everything).not.toContain(number);
    expect(everything).not.toContain(number.replace(/(\d{4})(?=\d)/g, "$1 "));
  }
  expect(everything).not.toMatch(/(?<![\w.-])9173(?!\d)/);
});
