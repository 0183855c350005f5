import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

/*
 * A card in a gateway's own fields is known by asking about the sale. Where that fails the payment succeeds all the same,
 * and a chargeback, which names nothing but card and sum, must still find its payment. Each test buys another package,
 * because sums distinguish payments, too.
 */

const openFixture = paymentFixtures(fileDatabase());

const byToken = {
  ...{ card_number: undefined, card_expiry_month: undefined, card_expiry_year: undefined },
  card_cvc: undefined,
};

/** Buys the package of this place; the answer to our question about a token's card is lost. */
async function bought(fixture: PaymentFixture, fan: number, place: number, card: object): Promise<string> {
  const pack = (await fixture.payments.packagesFor(null, "en")).packages[place];
  if (!pack) throw new Error("there is no such package");
  fixture.nmi.knobs.queriesFail = true;
  const { body } = await fixture.buy(fan, { ...validRequest(pack), ...card });
  fixture.nmi.knobs.queriesFail = false;
  expect(body.status).toBe("completed");
  return body.transaction_id;
}

const intentOf = async (fixture: PaymentFixture, id: string) =>
  (
    await fixture.query(
      `select state, card_brand, card_bin, card_last4 from payments.intent where id = '${id}'`,
    )
  )[0];
const callbacks = async (fixture: PaymentFixture, condition: string) =>
  fixture.query(`select verdict from payments.callback_inbox where ${condition} order by id`);

/** The bank takes one sale back: the verdict on its notice. */
async function chargedBack(fixture: PaymentFixture, id: string) {
  const before = (await callbacks(fixture, "dedupe_key like 'chargeback:%'")).length;
  fixture.nmi.chargeBack([id]);
  const notices = () => callbacks(fixture, "dedupe_key like 'chargeback:%'");
  await until(async () => (await notices()).length > before, "the chargeback");
  return (await notices()).at(-1)?.verdict;
}

test("R-OPEN-42: a card that could not be asked for comes with the webhook, and its chargeback finds the payment", async () => {
  const fixture = await openFixture({ nmi: { webhookCopies: 2 }, rawCardsAllowed: false });
  const fan = await fixture.newFan();
  const id = await bought(fixture, fan, 0, { ...byToken, payment_token: "tok_4242" });
  await until(async () => (await callbacks(fixture, `intent_id = '${id}'`)).length === 1, "the webhook");
  expect(await intentOf(fixture, id)).toEqual({
    ...{ state: "succeeded", card_brand: "visa", card_bin: "424242", card_last4: "4242" },
  });
  expect(await chargedBack(fixture, id)).toBe("applied");
  expect([(await intentOf(fixture, id))?.state, await fixture.balance(fan)]).toEqual(["charged_back", 0]);
});

test("R-OPEN-42: while a payment's card is unknown no fan with such a card and sum is charged for it; staff decide, once", async () => {
  const fixture = await openFixture({ nmi: { webhookCopies: 0 } });
  const [fan, innocent] = [await fixture.newFan(), await fixture.newFan()];
  const hidden = await bought(fixture, fan, 1, { ...byToken, payment_token: "tok_4242" });
  const other = await bought(fixture, innocent, 1, {});
  fixture.nmi.knobs.webhookCopies = 1;
  const tokens = await fixture.balance(innocent);
  expect(await chargedBack(fixture, hidden)).toBe("no_intent");
  expect([await fixture.balance(fan), await fixture.balance(innocent)]).toEqual([tokens, tokens]);

  const [chargeback] = await fixture.payments.chargebacks();
  expect(chargeback?.fitting.map((intent) => intent.id).toSorted()).toEqual([hidden, other].toSorted());
  const decide = (paymentId: string) =>
    fixture.payments.resolveChargeback(chargeback?.id ?? 0, paymentId, async () => undefined);
  const decided = await Promise.all([decide(hidden), decide(hidden)]);
  expect(decided.filter(({ ok }) => ok)).toHaveLength(1);
  expect([(await intentOf(fixture, hidden))?.state, (await intentOf(fixture, other))?.state]).toEqual([
    ...["charged_back", "succeeded"],
  ]);
  expect([await fixture.balance(fan), await fixture.balance(innocent)]).toEqual([0, tokens]);
});

test("R-OPEN-42: staff cannot give a chargeback to a payment of unknown card whose sum is another", async () => {
  const fixture = await openFixture({ nmi: { webhookCopies: 0 } });
  const [fan, other] = [await fixture.newFan(), await fixture.newFan()];
  const charged = await bought(fixture, fan, 2, { ...byToken, payment_token: "tok_4242" });
  const cheaper = await bought(fixture, other, 3, { ...byToken, payment_token: "tok_4242" });
  fixture.nmi.knobs.webhookCopies = 1;
  expect(await chargedBack(fixture, charged)).toBe("no_intent");
  const chargeback = (await fixture.payments.chargebacks()).at(-1);
  expect(chargeback?.fitting.map(({ id }) => id)).toEqual([charged]);
  const wrong = await fixture.payments.resolveChargeback(chargeback?.id ?? 0, cheaper, async () => undefined);
  expect(wrong).toEqual({ ok: false, refusal: "not_fitting" });
  expect((await intentOf(fixture, cheaper))?.state).toBe("succeeded");
});
