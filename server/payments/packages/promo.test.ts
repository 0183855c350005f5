import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TokenPackage } from "#contract/payments.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId, validRequest } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

async function listPackages(fixture: PaymentFixture, fanId?: number, language = "en") {
  const answer = await fixture.call("GET", "/api/token-packages", {
    ...(fanId !== undefined && { fanId }),
    headers: { "accept-language": language },
  });
  return answer.body.data as {
    packages: TokenPackage[];
    promo: {
      id: number;
      tokens: number;
      old_price: number;
      price: number;
      footer_price: number;
      expires_at: string;
      seconds_left: number;
    } | null;
    descriptor: string;
  };
}

describe("packages", () => {
  test("R-PAY-05, R-PAY-06, R-PAY-52, R-API-34, R-ENT-05, R-OPEN-27: six packages add up, one is popular, one is the best value", async () => {
    const fixture = await openFixture();
    const { packages, descriptor } = await listPackages(fixture);
    expect(descriptor).toBe("FNL DIGITAL SVCS");
    expect(packages.map((pack) => [pack.tokens, pack.price, pack.savings])).toEqual([
      [100, 10.99, 0],
      [250, 24.99, 9],
      [500, 46.99, 14],
      [1000, 89.99, 18],
      [2500, 209.99, 24],
      [5000, 399.99, 27],
    ]);
    const fields =
      "id label tokens price description base_tokens bonus_tokens savings popular best_value local_price local_currency";
    for (const pack of packages) expect(Object.keys(pack)).toEqual(fields.split(" "));
    for (const pack of packages) expect(pack.base_tokens + pack.bonus_tokens).toBe(pack.tokens);
    expect(packages.filter((pack) => pack.popular).map((pack) => pack.tokens)).toEqual([500]);
    expect(packages.filter((pack) => pack.best_value).map((pack) => pack.tokens)).toEqual([5000]);
  });

  test("R-PAY-06: labels and descriptions come in the caller's language", async () => {
    const fixture = await openFixture();
    expect((await listPackages(fixture)).packages[2]).toMatchObject({ description: "What most fans choose" });
    expect((await listPackages(fixture, undefined, "es")).packages[2]).toMatchObject({
      label: "500 tokens",
      description: "Lo que elige la mayoría",
    });
  });

  test("R-PAY-57: a price changed in the data is the price shown and charged at once, and seeding leaves it alone", async () => {
    const fixture = await openFixture();
    const change = (cents: number) =>
      sql`update payments.token_package set price_cents = ${cents} where position = 1`.execute(database.db);
    await change(1234);
    await fixture.payments.seed();
    expect((await listPackages(fixture)).packages[0]?.price).toBe(12.34);
    const fan = await fixture.newFan();
    expect((await fixture.buy(fan, { amount: 10.99 })).status).toBe(422);
    expect((await fixture.buy(fan, { amount: 12.34 })).body.status).toBe("completed");
    await change(1099);
  });
});

describe("the promo of the day", () => {
  test.each([1, 2, 3, 5, 31])(
    "R-PAY-42, R-PAY-43: on day %i it is shown and the 250 pack is dropped",
    async (day) => {
      const at = `2026-10-${String(day).padStart(2, "0")}T23:00:00Z`;
      const fixture = await openFixture({ at });
      const { packages, promo } = await listPackages(fixture, await fixture.newFan());
      expect(promo).not.toBeNull();
      expect(packages.map((pack) => pack.tokens)).toEqual([100, 500, 1000, 2500, 5000]);
    },
  );

  test.each([4, 8, 12, 16, 20, 24, 28])(
    "R-PAY-42, R-PAY-43: on day %i there is none and the 250 pack is on sale",
    async (day) => {
      const at = `2026-10-${String(day).padStart(2, "0")}T00:00:00Z`;
      const fixture = await openFixture({ at });
      const { packages, promo } = await listPackages(fixture, await fixture.newFan());
      expect(promo).toBeNull();
      expect(packages.map((pack) => pack.tokens)).toContain(250);
    },
  );

  test("R-AMB-04: the UTC date decides", async () => {
    const fixture = await openFixture({ at: "2026-11-03T23:59:59Z" });
    expect((await listPackages(fixture, await fixture.newFan())).promo).not.toBeNull();
    fixture.clock.set("2026-11-04T00:00:00Z");
    expect((await listPackages(fixture, await fixture.newFan())).promo).toBeNull();
  });

  test("R-PAY-44, R-PAY-46, R-PAY-47, R-AMB-02, R-AMB-03: 20% off the second pack, and 10% more at the footer", async () => {
    const fixture = await openFixture();
    const { promo } = await listPackages(fixture, await fixture.newFan());
    expect(promo).toMatchObject({ tokens: 250, old_price: 24.99, price: 19.99, footer_price: 17.99 });
  });

  test.each([
    [0, 720],
    [0.999, 900],
  ])(
    "R-PAY-45, R-AMB-05: when the random number is %d the countdown is %i s, and listing again continues it",
    async (chance, seconds) => {
      const fixture = await openFixture({ random: () => chance });
      const fan = await fixture.newFan();
      const first = (await listPackages(fixture, fan)).promo;
      expect(Date.parse(first?.expires_at ?? "") - fixture.clock.now().getTime()).toBe(seconds * 1000);
      expect(first?.seconds_left).toBe(seconds);
      fixture.clock.advance(60_000);
      const later = { ...first, seconds_left: seconds - 60 };
      expect((await listPackages(fixture, fan)).promo).toEqual(later);
      const elsewhere = await fixture.anotherProcess().packagesFor(fan, "en");
      expect(elsewhere.promo).toEqual(later);
    },
  );

  test("R-PAY-45, R-PAY-46: at 0 it cannot be bought, the 250 pack is back, and there is no second one the same day", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    const { promo } = await listPackages(fixture, fan);
    const order = { package_id: promo?.id ?? 0, amount: promo?.footer_price ?? 0 };
    fixture.clock.advance(720_000);
    const late = await fixture.buy(fan, order);
    expect(late.status).toBe(422);
    expect(late.body.errors).toEqual({ package_id: [expect.stringMatching(/no longer available/)] });
    const after = await listPackages(fixture, fan);
    expect(after.promo).toBeNull();
    expect(after.packages.map((pack) => pack.tokens)).toContain(250);
    expect(fixture.sandbox.requests()).toBe(0);
  });

  test("R-PAY-47, R-OPEN-28: it is charged the footer price by its id, for this fan only", async () => {
    const fixture = await openFixture();
    const [fan, other] = [await fixture.newFan(), await fixture.newFan()];
    const { promo } = await listPackages(fixture, fan);
    const order = { package_id: promo?.id ?? 0, amount: 17.99 };
    expect((await fixture.buy(other, order)).status).toBe(422);
    expect((await fixture.buy(fan, { ...order, amount: 19.99 })).status).toBe(422);
    expect((await fixture.buy(fan, order)).body).toMatchObject({ status: "completed", fan_balance: 250 });
    expect(fixture.sandbox.store.all().map((sale) => sale.amount)).toEqual(["17.99"]);
  });

  describe("is bought once", () => {
    /** A fan with an offer, and what to send to take it. */
    async function fanWithOffer(fixture: PaymentFixture) {
      const fan = await fixture.newFan();
      const { promo } = await listPackages(fixture, fan);
      if (!promo) throw new Error("it is a promo day");
      const order = { package_id: promo.id, amount: promo.footer_price };
      const buy = (more: object = {}) => fixture.buy(fan, { ...order, ...more });
      const onPage = (checkoutUrl: string | undefined, decision: string) =>
        fetch(checkoutUrl ?? "", {
          method: "POST",
          body: new URLSearchParams({ decision }),
          redirect: "manual",
        });
      return { fan, promo, buy, onPage };
    }

    test("R-PAY-46, R-OPEN-28: two tabs that order it at once are charged once, and afterwards the pack has its list price", async () => {
      const { promise: refused, resolve: letPay } = Promise.withResolvers<void>();
      const fixture = await openFixture({ answerAfter: () => refused });
      // Nor does the processor report the sale before its answer.
      fixture.sandbox.knobs.setDefaults({ callbackCopies: 0 });
      const { fan, buy } = await fanWithOffer(fixture);
      const both = [buy(), buy()];
      expect(await Promise.race(both)).toMatchObject({
        status: 409,
        body: {
          code: "promo_in_progress",
          message: "Another payment for this offer is in progress. Please wait; you won’t be charged twice.",
        },
      });
      letPay();
      expect((await Promise.all(both)).map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(fixture.sandbox.requests()).toBe(1);
      expect(await fixture.balance(fan)).toBe(250);
      const later = await buy();
      expect([later.status, later.body.code]).toEqual([409, "promo_used"]);
      const { packages, promo } = await listPackages(fixture, fan);
      expect(promo).toBeNull();
      expect(packages.find((pack) => pack.tokens === 250)?.price).toBe(24.99);
    });

    test("R-OPEN-28: nor is it bought twice through two processes, and the second refusal is in Spanish", async () => {
      const fixture = await openFixture();
      const { fan, promo } = await fanWithOffer(fixture);
      const body = validRequest({ id: promo.id, price: promo.footer_price });
      const results = await Promise.all(
        [fixture.payments, fixture.anotherProcess()].map((payments, process) =>
          payments.process({
            sessionId: "test",
            fanId: fan,
            body: { ...body, package_id: promo.id, country: "US", orderid: newOrderId() },
            idempotencyKey: `promo-${process}-${fan}`,
            address: "10.9.9.9",
            language: "en",
          }),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(fixture.sandbox.requests()).toBe(1);
      const again = { package_id: promo.id, amount: promo.footer_price };
      const answer = await fixture.buy(fan, again, { headers: { "accept-language": "es" } });
      expect(answer.body.message).toBe("Ya usaste la oferta de hoy. El paquete vuelve a su precio normal.");
    });

    test("R-OPEN-28: the database itself knows one living payment of an offer", async () => {
      const fixture = await openFixture();
      const { buy } = await fanWithOffer(fixture);
      const { body } = await buy();
      const copy = sql`
        insert into payments.intent (id, fan_id, plan_id, plan_kind, base_tokens, bonus_tokens, amount_cents, currency, order_id,
          request_hash, gateway, state, terms_version, accepted_at, accepted_address, created_at, updated_at)
        select gen_random_uuid(), fan_id, plan_id, plan_kind, base_tokens, bonus_tokens, amount_cents, currency, order_id || '9',
          request_hash, gateway, 'created', terms_version, accepted_at, accepted_address, created_at, updated_at
        from payments.intent where id = ${body.transaction_id}`;
      await expect(copy.execute(database.db)).rejects.toThrow(/intent_holds_offer/);
      const free = sql`update payments.intent set held_offer_id = null where id = ${body.transaction_id}`;
      await free.execute(database.owner);
      await expect(copy.execute(database.db)).rejects.toThrow(/intent_holds_offer/);
    });

    test("R-OPEN-28: a declined try does not use it up, and the same order again is the same decline", async () => {
      const fixture = await openFixture();
      const { fan, buy } = await fanWithOffer(fixture);
      const orderid = newOrderId();
      const declined = await buy({ card_number: cards.declined, orderid });
      expect(declined.body.status).toBe("failed");
      expect((await listPackages(fixture, fan)).promo).not.toBeNull();
      expect((await buy()).body.status).toBe("completed");
      expect((await buy({ card_number: cards.declined, orderid })).body).toEqual({
        ...declined.body,
        fan_balance: 250,
      });
    });

    test("R-OPEN-28: money that comes after the offer was taken up again counts as money: both are credited", async () => {
      const fixture = await openFixture();
      const { fan, buy, onPage } = await fanWithOffer(fixture);
      const first = await buy({ card_number: cards.redirect });
      expect(first.body.requires_redirect).toBe(true);
      expect((await buy()).body.code).toBe("promo_in_progress");
      expect((await listPackages(fixture, fan)).promo, "it may still be free again").not.toBeNull();
      await onPage(first.body.checkout_url, "cancel");
      const second = await until(async () => {
        const answer = await buy();
        return answer.status === 200 ? answer : null;
      }, "the offer to be free again");
      expect(second.body.status).toBe("completed");
      const sale = fixture.sandbox.store.byReference(first.body.transaction_id);
      if (!sale) throw new Error("the processor knows the sale");
      fixture.sandbox.decide(sale, "approve", true);
      await until(async () => (await fixture.balance(fan)) === 500, "the late money");
      expect((await buy()).body.code).toBe("promo_used");
    });

    test("R-OPEN-28: what was bought by it and given back has used it", async () => {
      const fixture = await openFixture();
      const { fan, buy } = await fanWithOffer(fixture);
      const { body } = await buy();
      await fixture.payments.refund(body.transaction_id, async () => {});
      expect((await buy()).body.code).toBe("promo_used");
      expect((await listPackages(fixture, fan)).promo).toBeNull();
    });
  });

  test("R-OPEN-28: on day 4 yesterday's promo id is refused", async () => {
    const fixture = await openFixture({ at: "2026-11-03T12:00:00Z" });
    const fan = await fixture.newFan();
    const { promo } = await listPackages(fixture, fan);
    fixture.clock.set("2026-11-04T12:00:00Z");
    expect((await fixture.buy(fan, { package_id: promo?.id ?? 0, amount: 17.99 })).status).toBe(422);
  });

  test("R-PAY-45: ten concurrent first listings see one countdown", async () => {
    let draws = 0;
    const fixture = await openFixture({ random: () => (draws++ % 2 === 0 ? 0 : 0.9) });
    const fan = await fixture.newFan();
    const lists = await Promise.all(Array.from({ length: 10 }, () => listPackages(fixture, fan)));
    expect(new Set(lists.map(({ promo }) => promo?.expires_at)).size).toBe(1);
  });

  test("R-PAY-42: a guest is offered the plain list", async () => {
    const fixture = await openFixture();
    const { packages, promo } = await listPackages(fixture);
    expect(promo).toBeNull();
    expect(packages).toHaveLength(6);
  });
});
