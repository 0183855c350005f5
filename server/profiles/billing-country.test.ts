import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentRequest } from "#contract/payments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { startFakeProcessor } from "#testing/payments/fakes.ts";
import { cards, validRequest } from "#testing/payments/requests.ts";

const processor = await startFakeProcessor(() => app.origin, systemClock, 5_000);
const app = testApp(undefined, () => ({ gateways: { sandbox: processor.gateway } }));
let first = { id: 0, price: 0 };

beforeAll(async () => {
  await app.modules.payments.seed();
  const [pack] = (await app.modules.payments.packagesFor(null, "en")).packages;
  if (!pack) throw new Error("nothing is on sale");
  first = pack;
});
afterAll(() => processor.app.close());

const buy = async (as: Person, request: Partial<PaymentRequest>) =>
  (
    await app.call("POST", "/api/payments/process", {
      as,
      body: { ...validRequest(first), state: "AN", ...request },
    })
  ).body;
const profileOf = async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).body;

test("R-OPEN-39: a completed purchase sets the country of a fan whose account has none, and no other replaces it", async () => {
  const fan = await app.fan();
  expect(await profileOf(fan)).toMatchObject({ country: "", isColombian: false });
  expect(await buy(fan, { country: "CO" })).toMatchObject({ status: "completed" });
  expect(await profileOf(fan)).toMatchObject({ country: "CO", isColombian: true });
  expect(await buy(fan, { country: "US" })).toMatchObject({ status: "completed" });
  expect(await profileOf(fan)).toMatchObject({ country: "CO", isColombian: true });
});

test("R-OPEN-39: the country that the fan has set stays, before a purchase and after it", async () => {
  const fan = await app.fan();
  const setCountry = (country: string) =>
    app.call("POST", "/api/fan/set-country", { as: fan, body: { country } });
  await setCountry("MX");
  await buy(fan, { country: "CO" });
  expect(await profileOf(fan)).toMatchObject({ country: "MX", isColombian: false });
  await setCountry("CO");
  await buy(fan, { country: "US" });
  expect(await profileOf(fan)).toMatchObject({ country: "CO", isColombian: true });
});

test("R-OPEN-39: a payment that is declined or not decided sets no country; once it is completed, by a callback, it does", async () => {
  const fan = await app.fan();
  expect(await buy(fan, { country: "CO", card_number: cards.declined })).toMatchObject({ status: "failed" });
  const waiting = await buy(fan, { country: "CO", card_number: cards.redirect });
  expect(waiting).toMatchObject({ status: "pending" });
  expect(await profileOf(fan)).toMatchObject({ country: "", isColombian: false });
  const reference = String(waiting.transaction_id);
  await Promise.all([1, 2, 3].map(() => sendReport(app.origin, { reference, status: "approved" })));
  expect(await profileOf(fan)).toMatchObject({ country: "CO", isColombian: true, balance: 100 });
});

test("R-OPEN-39: purchases that are completed at once leave one country, and every token", async () => {
  const fan = await app.fan();
  const bought = await Promise.all(["CO", "US", "CO"].map((country) => buy(fan, { country })));
  expect(bought.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  const profile = await profileOf(fan);
  expect(profile).toMatchObject({ balance: 300, isColombian: profile.country === "CO" });
  expect(["CO", "US"]).toContain(profile.country);
});

test("a purchase that is completed after its fan has left adds no country to the account", async () => {
  const fan = await app.fan();
  const waiting = await buy(fan, { country: "CO", card_number: cards.redirect });
  const { identity } = app.modules;
  const account = await identity.byId(app.db, fan.id);
  if (!account) throw new Error("the fan is gone");
  expect((await app.withTransaction((tx) => identity.close(tx, account))).ok).toBe(true);
  const reference = String(waiting.transaction_id);
  await sendReport(app.origin, { reference, status: "approved" });
  expect(await app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id })).toBe(100);
  expect((await identity.byId(app.db, fan.id))?.country).toBeNull();
});
