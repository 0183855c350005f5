import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { until } from "#testing/until.ts";

/* In NMI's own office staff can refund a part of a sale: its notice is of another sum than was agreed and changes nothing. */

const openFixture = paymentFixtures(fileDatabase());

/** A payment that is settled at its bank, and what its fan got. */
async function bought(fixture: PaymentFixture) {
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  fixture.nmi.settleDay();
  const sale = fixture.nmi.books.all().find(({ order_id }) => order_id === body.transaction_id);
  if (!sale) throw new Error("NMI does not know the sale");
  const price = Number(sale.actions[0]?.amount);
  return { fan, id: body.transaction_id, sale, price, tokens: await fixture.balance(fan) };
}

/** Refunds so much in NMI's office and awaits the notice of it. */
async function refundedInOffice(fixture: PaymentFixture, { id, sale }: Bought, dollars: number) {
  const notices = async () =>
    (await fixture.query(`select verdict from payments.callback_inbox
      where intent_id = '${id}' and report ->> 'kind' = 'refunded' order by id`)) as { verdict: string }[];
  const before = (await notices()).length;
  expect(fixture.nmi.giveBack(sale.transaction_id, "refund", dollars.toFixed(2))).not.toBeNull();
  await until(async () => (await notices()).length > before, "the notice of the refund");
  return (await notices()).at(-1)?.verdict;
}
type Bought = Awaited<ReturnType<typeof bought>>;

const stateOf = async (fixture: PaymentFixture, id: string) =>
  (await fixture.query(`select state from payments.intent where id = '${id}'`))[0]?.state;
const refund = (fixture: PaymentFixture, { id }: Bought) =>
  fixture.payments.refund(id, async () => undefined);
/** The sums that NMI gave back of a sale, by action. */
const givenBack = (fixture: PaymentFixture, { sale }: Bought) =>
  (fixture.nmi.books.get(sale.transaction_id)?.actions ?? [])
    .filter(({ action_type }) => action_type !== "sale")
    .map(({ amount }) => Number(amount));

test("R-OPEN-42: of a payment refunded in part at NMI the rest is refunded, and all of its tokens go back once", async () => {
  const fixture = await openFixture({ nmi: {} });
  const payment = await bought(fixture);
  expect(await refundedInOffice(fixture, payment, 5)).toBe("mismatch");
  expect([await stateOf(fixture, payment.id), await fixture.balance(payment.fan)]).toEqual([
    ...["succeeded", payment.tokens],
  ]);
  const pressed = await Promise.all([refund(fixture, payment), refund(fixture, payment)]);
  expect(pressed.some(({ ok }) => ok)).toBe(true);
  expect([await stateOf(fixture, payment.id), await fixture.balance(payment.fan)]).toEqual(["refunded", 0]);
  const [part, rest, ...more] = givenBack(fixture, payment);
  expect([part, rest, more]).toEqual([5, expect.closeTo(payment.price - 5, 5), []]);
});

test("R-OPEN-42: what was refunded in parts at NMI until nothing was left is settled without another refund", async () => {
  const fixture = await openFixture({ nmi: {} });
  const payment = await bought(fixture);
  for (const dollars of [5, payment.price - 5])
    expect(await refundedInOffice(fixture, payment, dollars)).toBe("mismatch");
  expect(await stateOf(fixture, payment.id)).toBe("succeeded");
  expect((await refund(fixture, payment)).ok).toBe(true);
  expect([await stateOf(fixture, payment.id), await fixture.balance(payment.fan)]).toEqual(["refunded", 0]);
  expect(givenBack(fixture, payment)).toHaveLength(2);
});

test("R-OPEN-42: a rest that NMI does not refund leaves the payment and its tokens, and can be asked for again", async () => {
  const fixture = await openFixture({ nmi: {} });
  const payment = await bought(fixture);
  await refundedInOffice(fixture, payment, 5);
  fixture.nmi.knobs.queriesFail = true;
  expect(await refund(fixture, payment)).toEqual({ ok: false, refusal: "no_answer" });
  expect([await stateOf(fixture, payment.id), await fixture.balance(payment.fan)]).toEqual([
    ...["succeeded", payment.tokens],
  ]);
  fixture.nmi.knobs.queriesFail = false;
  expect((await refund(fixture, payment)).ok).toBe(true);
  expect(await stateOf(fixture, payment.id)).toBe("refunded");
});

test("R-OPEN-34, R-OPEN-42: a sale of unknown outcome that was refunded in part counts as paid, as by its notices", async () => {
  const fixture = await openFixture({ nmi: { reply: "cut", webhookCopies: 0 } });
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  fixture.nmi.settleDay();
  const [sale] = fixture.nmi.books.all();
  expect(fixture.nmi.giveBack(sale?.transaction_id ?? "", "refund", "1.00")).not.toBeNull();
  fixture.clock.advance(10_000);
  await fixture.payments.reconcile();
  expect(await stateOf(fixture, body.transaction_id)).toBe("succeeded");
  expect(await fixture.balance(fan)).toBeGreaterThan(0);
});
