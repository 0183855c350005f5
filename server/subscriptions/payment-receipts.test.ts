import { sql } from "kysely";
import { expect, test } from "vitest";
import { type SubscriptionPayment, subscriptionPayment } from "#contract/subscription-payments.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { readPdf } from "#testing/pdf-text.ts";
import { noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;
const path = "/api/fan/subscription-payments";

async function paymentsOf(fixture: SubscriptionFixture, fan: number): Promise<SubscriptionPayment[]> {
  const { body } = await fixture.call("GET", path, { id: fan });
  return body.data as SubscriptionPayment[];
}

/** A fan who paid a first month with 1,200 free tokens and was renewed once. */
async function renewedOnce(fixture: SubscriptionFixture) {
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 1_200 })];
  const row = await fixture.join(fan, model);
  fixture.clock.set(row.expire_at);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await paymentsOf(fixture, fan)).length === 2, "the renewal");
  return { fan, row };
}

test("R-PAY-49, R-OPEN-44: the first payment and each renewal have a receipt for the fan alone, newest first", async () => {
  const fixture = await openFixture();
  const { fan, row } = await renewedOnce(fixture);
  const [renewal, first] = await paymentsOf(fixture, fan);
  expect(subscriptionPayment.parse(first)).toMatchObject({
    model: { login: row.login, name: row.name },
    ...{ renewal: false, amount: 9.99, currency: "USD", free_tokens: 1_200, returned: null },
    ...{ from: row.created_at, to: row.expire_at, provider: "CommerceGate", descriptor: "FNL DIGITAL SVCS" },
    gateway_subscription_id: row.gateway_subscription_id,
  });
  expect(renewal).toMatchObject({
    ...{ renewal: true, from: row.expire_at, amount: 9.99 },
    to: new Date(Date.parse(row.expire_at) + 30 * dayMs).toISOString(),
  });
  expect((await fixture.call("GET", `${path}/${first?.id}`, { id: fan })).body).toEqual(first);

  const other = await fixture.newFan();
  expect(await paymentsOf(fixture, other)).toEqual([]);
  for (const address of [`${path}/${first?.id}`, `${path}/${first?.id}/pdf`, `${path}/987654321`])
    expect((await fixture.call("GET", address, { id: other })).status).toBe(404);
  for (const address of [path, `${path}/${first?.id}`, `${path}/${first?.id}/pdf`])
    expect((await fixture.call("GET", address, { id: 0 })).status).toBe(401);
  expect((await fixture.call("GET", `${path}/none`, { id: fan })).status).toBe(404);
});

test.each([
  [
    "en",
    ["Receipt", "Renewal", "December 21, 2026 to January 20, 2027", "1,200 tokens", "Total, VAT included"],
  ],
  ["es", ["Recibo", "Renovación", "21 de diciembre de 2026", "1.200 tokens", "Total, IVA incluido"]],
] as const)(
  "R-PAY-49: the receipt of a renewal is a PDF file in the fan's language (%s)",
  async (language, texts) => {
    const fixture = await openFixture();
    const { fan, row } = await renewedOnce(fixture);
    const [renewal] = await paymentsOf(fixture, fan);
    const answer = await fetch(`${fixture.origin}${path}/${renewal?.id}/pdf`, {
      headers: { authorization: `Bearer fan-${fan}`, "accept-language": language },
    });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.pdf"$/);
    const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    for (const text of [...texts, row.name, "$9.99", "FNL DIGITAL SVCS", String(renewal?.transaction_id)])
      expect(pages.join("\n")).toContain(text);
  },
);

test("every payment is mailed once with the way to its receipt and how to cancel, however often it is reported", async () => {
  const fixture = await openFixture();
  fixture.provider.setKnobs({ copies: 4 });
  const { fan, row } = await renewedOnce(fixture);
  const [renewal, first] = await paymentsOf(fixture, fan);
  expect(fixture.receipts.map(({ to, action }) => [to, action?.url])).toEqual(
    [first, renewal].map((payment) => [
      `fan${fan}@fans.test`,
      `http://shop.test/settings/receipts/subscriptions/${payment?.id}`,
    ]),
  );
  const [began, renewed] = fixture.receipts.map(({ paragraphs }) => paragraphs.join("\n"));
  expect(began).toContain(`You are subscribed to ${row.name}; you paid $9.99, VAT included.`);
  expect(began).toContain("from November 21, 2026 to December 21, 2026 (UTC)");
  expect(renewed).toContain(`Your subscription to ${row.name} was renewed; you paid $9.99`);
  expect(renewed).toContain(`choose Unsubscribe beside ${row.name} before January 20, 2027`);
});

test("R-OPEN-15: a model who has left has no name and no picture among subscriptions and their payments, and none in a late mail", async () => {
  const fixture = await openFixture();
  const { fan, row } = await renewedOnce(fixture);
  await sql`update catalog.model set closed_at = now() where id = ${row.model_id}`.execute(database.db);
  expect(await fixture.list(fan)).toMatchObject([{ login: "", name: "", avatar: "", can_subscribe: false }]);
  const nobody = { model: { login: "", name: "" } };
  expect(await paymentsOf(fixture, fan)).toMatchObject([nobody, nobody]);
  fixture.clock.advance(30 * dayMs);
  fixture.provider.rebill(await fixture.userName(fan));
  await until(async () => (await paymentsOf(fixture, fan)).length === 3, "the renewal");
  const late = fixture.receipts.at(-1);
  expect(late?.paragraphs[0]).toContain("Your subscription to a former model was renewed");
  expect(JSON.stringify(late)).not.toContain(row.name);
});

test("the mail of a payment is in the fan's own language", async () => {
  const fixture = await openFixture();
  fixture.fans.language = "es";
  const { row } = await renewedOnce(fixture);
  expect(fixture.receipts.map(({ subject }) => subject)).toEqual(
    Array(2).fill("El recibo de tu suscripción"),
  );
  const text = fixture.receipts[1]?.paragraphs.join("\n");
  expect(text).toContain(`Tu suscripción a ${row.name} se renovó`);
  expect(text).toContain("pagaste $9.99, IVA incluido");
  expect(text).toContain("Los 1.200 tokens incluidos están en tu saldo");
});

test("the receipt of three months that were paid at once names their price, their 90 days and their tokens", async () => {
  const fixture = await openFixture();
  const bundles = [{ months: 3, priceCents: 2_699 }] as const;
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 20, bundles })];
  const row = await fixture.join(fan, model, 3);
  expect(await paymentsOf(fixture, fan)).toMatchObject([
    { amount: 26.99, free_tokens: 60, from: row.created_at, to: row.expire_at },
  ]);
  expect(Date.parse(row.expire_at) - Date.parse(row.created_at)).toBe(90 * dayMs);
  const text = fixture.receipts[0]?.paragraphs.join("\n");
  expect(text).toContain("you paid $26.99");
  expect(text).toContain("from November 21, 2026 to February 19, 2027 (UTC)");
});

test("R-OPEN-42: a payment that went back is marked so on its receipt, and stays among the others", async () => {
  const fixture = await openFixture();
  const { fan } = await pendingSubscription(fixture);
  await fixture.notify(await noticeOf(fixture, fan));
  expect(await paymentsOf(fixture, fan)).toMatchObject([{ returned: null }]);
  const returned = { TransactionType: "REFUND", TransactionID: "back", TransactionReferenceID: "t1" };
  await fixture.notify(await noticeOf(fixture, fan, returned));
  expect(await paymentsOf(fixture, fan)).toMatchObject([{ returned: "refunded", amount: 9.99 }]);
});
