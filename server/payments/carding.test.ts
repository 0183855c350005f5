import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { cards } from "#testing/payments/requests.ts";
import { type Shop, shopsOver } from "#testing/payments/shop.ts";

const database = fileDatabase();
const openShop = shopsOver(database);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const declined = (shop: Shop, fan: number, headers?: Record<string, string>) =>
  shop.buy(fan, { card_number: cards.declined }, headers ? { headers } : {});

test("R-OPEN-92: after 3 declines in an hour an account is refused with 429, and may try again after that hour", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  for (let n = 0; n < 3; n++) expect((await declined(shop, fan)).body.status).toBe("failed");
  const refused = await shop.buy(fan);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "too_many_payments", retry_after: 3600 });
  expect(shop.sandbox.requests()).toBe(3);
  shop.clock.advance(hourMs + 1000);
  expect((await shop.buy(fan)).body.status).toBe("completed");
});

test("R-OPEN-92: five declines in a day are the end of that day's tries", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  for (let n = 0; n < 5; n++) {
    expect((await declined(shop, fan)).body.status).toBe("failed");
    shop.clock.advance(2 * hourMs);
  }
  expect((await shop.buy(fan)).status).toBe(429);
  shop.clock.advance(24 * hourMs);
  expect((await shop.buy(fan)).body.status).toBe("completed");
});

test.each([
  ["203.0.113.7", "203.0.113.7", 429],
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 429],
  ["2001:db8:1:3::1", "2001:db8:1:4::1", 200],
])("R-OPEN-92: five declines from %s leave %s with %i, whoever asks", async (first, second, status) => {
  const shop = await openShop();
  for (let n = 0; n < 5; n++) await declined(shop, await shop.newFan(), { "x-forwarded-for": first });
  const answer = await shop.buy(await shop.newFan(), {}, { headers: { "x-forwarded-for": second } });
  expect(answer.status).toBe(status);
});

test("R-OPEN-92: a fourth different card in 24 hours is refused; the cards already used are not", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  for (const card_number of [cards.approved, cards.approvedToo, cards.redirect])
    expect((await shop.buy(fan, { card_number })).status).toBe(200);
  expect((await shop.buy(fan, { card_number: "5555555555554444" })).status).toBe(429);
  expect((await shop.buy(fan, { card_number: cards.approved })).body.status).toBe("completed");
  shop.clock.advance(24 * hourMs + 1000);
  expect((await shop.buy(fan, { card_number: "5555555555554444" })).status).toBe(200);
});

test("R-OPEN-92: an eleventh payment within an hour is refused in the fan's language", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  for (let n = 0; n < 10; n++) expect((await shop.buy(fan)).body.status).toBe("completed");
  const refused = await shop.buy(fan, {}, { headers: { "accept-language": "es" } });
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe("Demasiados intentos de pago. Inténtalo más tarde.");
  expect(await shop.balance(fan)).toBe(1000);
});

test("R-OPEN-92: a burst of declining cards of one account does not slip through before the first is declined", async () => {
  const shop = await openShop();
  shop.sandbox.knobs.setDefaults({ latencyMs: 200 });
  const fan = await shop.newFan();
  const burst = await Promise.all(Array.from({ length: 8 }, () => declined(shop, fan)));
  expect(burst.filter((answer) => answer.status === 429)).toHaveLength(5);
  expect(shop.sandbox.requests()).toBe(3);
});

test("R-OPEN-92: when over 40% of ten minutes' tries decline, nobody may try until it is over", async () => {
  const shop = await openShop({
    at: "2027-03-01T12:00:00Z",
    limits: { breakerTriesMin: 10 },
  });
  for (let n = 0; n < 6; n++) await shop.buy(await shop.newFan());
  for (let n = 0; n < 4; n++) await declined(shop, await shop.newFan());
  expect((await declined(shop, await shop.newFan())).body.status).toBe("failed");
  const paused = await shop.buy(await shop.newFan());
  expect(paused.status).toBe(429);
  expect(paused.body).toMatchObject({ code: "payments_paused", retry_after: 600 });
  shop.clock.advance(10 * minuteMs + 1000);
  expect((await shop.buy(await shop.newFan())).body.status).toBe("completed");
});

test("R-OPEN-92: a refused try with a wrong price or a bad card number counts as none", async () => {
  const shop = await openShop();
  const fan = await shop.newFan();
  for (let n = 0; n < 12; n++) {
    expect((await shop.buy(fan, { amount: 1 })).status).toBe(422);
    expect((await shop.buy(fan, { card_number: "4242424242424241" })).status).toBe(422);
  }
  expect((await shop.buy(fan)).body.status).toBe("completed");
});

test("R-PAY-01: where a confirmed email is asked for, a fan without one is told so and nothing is charged", async () => {
  const shop = await openShop({
    needs: (needs) => ({ ...needs, mayPay: async () => false }),
  });
  const answer = await shop.buy(await shop.newFan());
  expect(answer.status).toBe(403);
  expect(answer.body.message).toMatch(/confirm your email/);
  expect(shop.sandbox.requests()).toBe(0);
});
