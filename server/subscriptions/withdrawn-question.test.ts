import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

const offerAt = ({ subscriptions }: SubscriptionFixture, model: number, priceCents: number) =>
  subscriptions.changePlan(model, { priceCents, freeTokens: 0, enabled: true });

/** A subscriber at $9.99 who was asked for $19.99, twenty days before the renewal. */
async function askedSubscriber(fixture: SubscriptionFixture) {
  const [fan, model] = [await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  fixture.clock.advance(10 * dayMs);
  await offerAt(fixture, model, 1999);
  await fixture.subscriptions.askAboutPrices();
  return { fan, model, row };
}

/** The subjects of a fan's mails: one file's tests share its database. */
const mailsTo = ({ emails }: SubscriptionFixture, fan: number) =>
  emails.flatMap(({ to, subject }) => (to === `fan${fan}@fans.test` ? [subject] : []));

/** The fan's reminders in the app, in order. */
const remindedInApp = async (fan: number) =>
  (
    await sql<{ about: string }>`
      select payload->>'about' as about from kit.outbox
      where kind = 'subscription_reminded' and (payload->>'fanId')::bigint = ${fan} order by id`.execute(
      database.db,
    )
  ).rows.map(({ about }) => about);

const questionsOf = async (id: number) =>
  (
    await sql<{ state: string }>`
      select state from subscriptions.price_change where subscription_id = ${id} order by id`.execute(
      database.db,
    )
  ).rows.map(({ state }) => state);

const question = "Your subscription price is changing: do you agree?";
const renewal = "Your subscription renews on December 21, 2026";

test.each([
  ["puts the price back", { priceCents: 999, freeTokens: 0, enabled: true }],
  ["sells no subscriptions any more", { priceCents: 1999, freeTokens: 0, enabled: false }],
  ["changes only the tokens", { priceCents: 1999, freeTokens: 20, enabled: true }],
] as const)(
  "a fan who was reminded of the question learns once that it renews after all when the model %s",
  async (_, plan) => {
    const fixture = await openFixture();
    const { fan, model, row } = await askedSubscriber(fixture);
    fixture.clock.set(new Date(Date.parse(row.expire_at) - 3 * dayMs));
    await fixture.subscriptions.remindOfRenewals();
    await fixture.subscriptions.changePlan(model, plan);
    await Promise.all([fixture.subscriptions.askAboutPrices(), fixture.subscriptions.askAboutPrices()]);
    await fixture.subscriptions.askAboutPrices();
    await fixture.subscriptions.remindOfRenewals();
    expect(await questionsOf(row.id)).toEqual(["withdrawn"]);
    expect(mailsTo(fixture, fan)).toEqual([question, question, renewal]);
    expect(await remindedInApp(fan)).toEqual(["price", "price", "renewal"]);
    const mail = fixture.emails.find(({ subject }) => subject === renewal);
    const text = mail?.paragraphs.join("\n");
    expect(text).toContain("$9.99, VAT included");
    expect(text).toContain(`choose Unsubscribe beside ${row.name} before December 21, 2026`);
  },
);

test("a fan who was reminded before they were asked learns that it renews when the question is taken back", async () => {
  const offers = [
    { id: "pack999", amountCents: 999 },
    { id: "pack8999x12", amountCents: 8999, months: 12 as const },
    { id: "pack9999x12", amountCents: 9999, months: 12 as const },
  ];
  const fixture = await openFixture({ gateway: { offers } });
  const yearly = (priceCents: number) => ({
    priceCents: 999,
    freeTokens: 0,
    enabled: true,
    bundles: [{ months: 12 as const, priceCents }],
  });
  const [fan, model] = [await fixture.newFan(), await fixture.newModel(yearly(8999))];
  const row = await fixture.join(fan, model, 12);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 8 * dayMs));
  await fixture.subscriptions.remindOfRenewals();
  await fixture.subscriptions.changePlan(model, yearly(9999));
  await fixture.subscriptions.askAboutPrices();
  fixture.clock.advance(2 * dayMs);
  await fixture.subscriptions.changePlan(model, yearly(8999));
  await fixture.subscriptions.askAboutPrices();
  const renews = mailsTo(fixture, fan)[0];
  expect(renews).toMatch(/ renews on /);
  expect(mailsTo(fixture, fan)).toEqual([renews, question, renews]);
  expect(await remindedInApp(fan)).toEqual(["renewal", "price", "renewal"]);
});

test("a question that is taken back before the reminder is followed by the reminder alone", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 4 * dayMs));
  await offerAt(fixture, model, 999);
  await fixture.subscriptions.askAboutPrices();
  expect(mailsTo(fixture, fan)).toEqual([question]);
  fixture.clock.advance(dayMs);
  await fixture.subscriptions.remindOfRenewals();
  expect(mailsTo(fixture, fan)).toEqual([question, renewal]);
});

test("who has cancelled, or was not renewed for want of an answer, hears nothing of a question that is taken back", async () => {
  const fixture = await openFixture();
  const { fan, model, row } = await askedSubscriber(fixture);
  fixture.clock.set(new Date(Date.parse(row.expire_at) - 3 * dayMs));
  await fixture.subscriptions.remindOfRenewals();
  await fixture.call("POST", "/api/fan/unsubscribe-model", { id: fan }, { body: { model_id: model } });
  await offerAt(fixture, model, 999);
  await fixture.subscriptions.askAboutPrices();
  expect(await questionsOf(row.id)).toEqual(["withdrawn"]);
  const silent = await openFixture();
  const lapsed = await askedSubscriber(silent);
  silent.clock.set(new Date(Date.parse(lapsed.row.expire_at) - dayMs));
  await silent.subscriptions.remindOfRenewals();
  await silent.subscriptions.askAboutPrices();
  await offerAt(silent, lapsed.model, 999);
  await silent.subscriptions.askAboutPrices();
  expect(await questionsOf(lapsed.row.id)).toEqual(["withdrawn"]);
  expect(await Promise.all([fan, lapsed.fan].map(remindedInApp))).toEqual(Array(2).fill(["price", "price"]));
});
