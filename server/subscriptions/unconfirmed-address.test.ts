import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { subscriptionFixtures } from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);
const dayMs = 24 * 3_600_000;

/** Every kind of mail to subscribers: two are asked for a higher price, one agrees and is renewed, the other's ends. */
async function mailsToSubscribers(language: "en" | "es", isConfirmed: boolean) {
  const fixture = await openFixture();
  Object.assign(fixture.fans, { language, isConfirmed });
  const { subscriptions, clock, provider } = fixture;
  const [fan, silent, model] = [await fixture.newFan(), await fixture.newFan(), await fixture.newModel()];
  const row = await fixture.join(fan, model);
  await fixture.join(silent, model);
  await subscriptions.changePlan(model, { priceCents: 1999, freeTokens: 0, enabled: true, bundles: [] });
  await subscriptions.askAboutPrices();
  const agreement = { fanId: fan, subscriptionId: row.id, priceCents: 1999, address: "127.0.0.1", language };
  expect((await subscriptions.agreeToPrice(agreement)).ok).toBe(true);
  const name = await fixture.userName(fan);
  await until(async () => {
    await subscriptions.syncGateways();
    return provider.store.byUserName(name)?.amount === "19.99";
  }, "the provider to know the price");
  const renewsAt = Date.parse(row.expire_at);
  clock.set(new Date(renewsAt - 2 * dayMs));
  await subscriptions.remindOfRenewals();
  clock.set(new Date(renewsAt - dayMs));
  await subscriptions.askAboutPrices();
  provider.rebill(name);
  await until(async () => (await fixture.list(fan))[0]?.expire_at !== row.expire_at, "the renewal");
  const mails = [...fixture.emails, ...fixture.receipts];
  return {
    row,
    texts: mails.map(({ paragraphs }) => paragraphs.join("\n")),
    subjects: mails.map(({ subject }) => subject),
    all: JSON.stringify(mails),
  };
}

const subjects = {
  en: [
    ...Array<string>(2).fill("Your subscription price is changing: do you agree?"),
    "You agreed to the new price of your subscription",
    "Your subscription renews on December 21, 2026",
    "Your subscription price is changing: do you agree?",
    "Your subscription ends on December 21, 2026",
    ...Array<string>(3).fill("Your subscription receipt"),
  ],
  es: [
    ...Array<string>(2).fill("Cambia el precio de tu suscripción: ¿lo aceptas?"),
    "Aceptaste el precio nuevo de tu suscripción",
    "Tu suscripción se renueva el 21 de diciembre de 2026",
    "Cambia el precio de tu suscripción: ¿lo aceptas?",
    "Tu suscripción termina el 21 de diciembre de 2026",
    ...Array<string>(3).fill("El recibo de tu suscripción"),
  ],
};

test.each(["en", "es"] as const)(
  "R-OPEN-42, R-OPEN-44: mails about a subscription to an address that nobody has confirmed name no model (%s)",
  async (language) => {
    const mailed = await mailsToSubscribers(language, false);
    expect(mailed.subjects).toEqual(subjects[language]);
    for (const text of mailed.texts) expect(text).toMatch(/\b(a model|una modelo)\b/);
    expect(mailed.all).not.toContain(mailed.row.name);
    expect(mailed.all).not.toContain(mailed.row.login);
  },
);

test.each(["en", "es"] as const)(
  "R-OPEN-42, R-OPEN-44: mails about a subscription to a confirmed address name the model, and no subject names anybody (%s)",
  async (language) => {
    const mailed = await mailsToSubscribers(language, true);
    expect(mailed.subjects).toEqual(subjects[language]);
    for (const text of mailed.texts) expect(text).toContain(mailed.row.name);
  },
);
