import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { permutations } from "#testing/permutations.ts";
import { noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);

/** A fan whose payments nobody reports but the test, with a model who gives ten tokens with each. */
async function silent() {
  const fixture = await openFixture();
  fixture.provider.setKnobs({ copies: 0 });
  const { fan, model } = await pendingSubscription(fixture, { freeTokens: 10 });
  return { fixture, fan, model };
}
const sale = {};
const part = (Amount: string, TransactionID: string) =>
  ({ TransactionType: "REFUND", TransactionID, TransactionReferenceID: "t1", Amount }) as const;
async function report(fixture: SubscriptionFixture, fan: number, notice: Readonly<Record<string, string>>) {
  const body = await noticeOf(fixture, fan, notice);
  for (const _copy of [1, 2]) expect((await fixture.notify(body)).status).toBe(200);
}
/** The fan's state after their payment: access, tokens, and the payment as staff see it. */
async function endOf({ subscriptions, balance }: SubscriptionFixture, fan: number, model: number) {
  const { rows } = await subscriptions.staffCharges.find({ fanIds: [fan] }, 5);
  const isSubscribed = (await subscriptions.subscribed(database.db, fan, [model])).has(model);
  return [isSubscribed, await balance(fan), rows[0]?.state, rows[0]?.backCents];
}

test("R-OPEN-42: a part of a subscription's payment is money alone, in every order: access and tokens stay until all of it is back", async () => {
  for (const order of permutations([sale, part("2.00", "r1"), part("3.50", "r2")])) {
    const { fixture, fan, model } = await silent();
    for (const notice of order) await report(fixture, fan, notice);
    expect(await endOf(fixture, fan, model)).toEqual([true, 10, "paid", 550]);
  }
  for (const order of permutations([sale, part("2.00", "r1"), part("7.99", "r2")])) {
    const { fixture, fan, model } = await silent();
    for (const notice of order) await report(fixture, fan, notice);
    expect(await endOf(fixture, fan, model)).toEqual([false, 0, "refunded", 999]);
  }
});

test("R-OPEN-42: a part that is as much as an older price was, reported before its payment, takes no more than itself", async () => {
  const renewal = { TransactionType: "REBILL", TransactionID: "t2", Amount: "19.99", OfferID: "dearer" };
  const back = (Amount: string, TransactionID: string) => ({
    ...{ TransactionType: "REFUND", TransactionID, TransactionReferenceID: "t2", Amount },
  });
  const endWith = async (...notices: Readonly<Record<string, string>>[]) => {
    const { fixture, fan, model } = await silent();
    await report(fixture, fan, sale);
    await sql`
      insert into subscriptions.price_change (subscription_id, from_cents, to_cents, currency, free_tokens, offer_id,
        announced_at, applies_at)
      select id, 999, 1999, currency, free_tokens, 'dearer', now(), now() + interval '8 days'
      from subscriptions.subscription where fan_id = ${fan}`.execute(database.db);
    await sql`
      insert into subscriptions.agreement (subscription_id, price_cents, currency, free_tokens, offer_id, period_days,
        language, text, terms_version, accepted_at, accepted_address)
      select subscription_id, 1999, currency, free_tokens, 'dearer', period_days, language, text, terms_version, accepted_at,
        accepted_address
      from subscriptions.agreement where subscription_id in (
        select id from subscriptions.subscription where fan_id = ${fan})`.execute(database.db);
    for (const notice of notices) await report(fixture, fan, notice);
    return endOf(fixture, fan, model);
  };
  for (const order of permutations([renewal, back("9.99", "r1")]))
    expect(await endWith(...order)).toEqual([true, 20, "paid", 999]);
  for (const order of permutations([renewal, back("9.99", "r1"), back("10.00", "r2")]))
    expect(await endWith(...order)).toEqual([true, 10, "refunded", 1999]);
  for (const order of permutations([renewal, back("19.99", "r1")]))
    expect((await endWith(...order)).slice(0, 3)).toEqual([true, 10, "refunded"]);
});

test("R-OPEN-42: more than was paid does not go back, a chargeback after a part takes all, and nothing comes after it", async () => {
  const { fixture, fan, model } = await silent();
  await report(fixture, fan, sale);
  await report(fixture, fan, part("6.00", "r1"));
  await report(fixture, fan, part("6.00", "r2"));
  expect(await endOf(fixture, fan, model)).toEqual([true, 10, "paid", 600]);
  await report(fixture, fan, {
    TransactionType: "CHARGEBACK",
    TransactionID: "c1",
    TransactionReferenceID: "t1",
  });
  expect(await endOf(fixture, fan, model)).toEqual([false, 0, "charged_back", 600]);
  await report(fixture, fan, part("1.00", "r3"));
  expect(await endOf(fixture, fan, model)).toEqual([false, 0, "charged_back", 600]);
  const insert = (cents: number) => sql`
    insert into subscriptions.part_refund (subscription_id, transaction_id, amount_cents, currency, at)
    select subscription_id, transaction_id, ${cents}, currency, now() from subscriptions.charge
    where transaction_id = ${`t1-${fan}`}`;
  await expect(insert(400).execute(database.db)).rejects.toThrow("more goes back than was paid");
  await expect(insert(0).execute(database.db)).rejects.toThrow();
  const change = sql`update subscriptions.part_refund set amount_cents = 1`;
  await expect(change.execute(database.owner)).rejects.toThrow();
});
