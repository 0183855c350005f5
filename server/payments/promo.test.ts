import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TokenPackage } from "#contract/payments.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type Shop, shopsOver } from "#testing/payments/shop.ts";

const database = fileDatabase();
const openShop = shopsOver(database);

async function look(shop: Shop, fanId?: number, language = "en") {
  const answer = await shop.call("GET", "/api/token-packages", {
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
    } | null;
    descriptor: string;
  };
}

describe("packages", () => {
  test("R-PAY-05, R-PAY-06, R-PAY-52, R-API-34, R-ENT-05, R-OPEN-27: six packages add up, one is popular, one is the best value", async () => {
    const shop = await openShop();
    const { packages, descriptor } = await look(shop);
    expect(descriptor).toBe("FNL DIGITAL SVCS");
    expect(packages.map((pack) => [pack.tokens, pack.price, pack.savings])).toEqual([
      [100, 10.99, 0],
      [250, 24.99, 9],
      [500, 46.99, 14],
      [1000, 89.99, 18],
      [2500, 209.99, 24],
      [5000, 399.99, 27],
    ]);
    const fields = "id label tokens price description base_tokens bonus_tokens savings popular best_value";
    for (const pack of packages) expect(Object.keys(pack)).toEqual(fields.split(" "));
    for (const pack of packages) expect(pack.base_tokens + pack.bonus_tokens).toBe(pack.tokens);
    expect(packages.filter((pack) => pack.popular).map((pack) => pack.tokens)).toEqual([500]);
    expect(packages.filter((pack) => pack.best_value).map((pack) => pack.tokens)).toEqual([5000]);
  });

  test("R-PAY-06: labels and descriptions come in the caller's language", async () => {
    const shop = await openShop();
    expect((await look(shop)).packages[2]).toMatchObject({ description: "What most fans choose" });
    expect((await look(shop, undefined, "es")).packages[2]).toMatchObject({
      label: "500 tokens",
      description: "Lo que elige la mayoría",
    });
  });

  test("R-PAY-57: a price changed in the data is the price shown and charged at once, and seeding leaves it alone", async () => {
    const shop = await openShop();
    const change = (cents: number) =>
      sql`update payments.token_package set price_cents = ${cents} where position = 1`.execute(database.db);
    await change(1234);
    await shop.payments.seed();
    expect((await look(shop)).packages[0]?.price).toBe(12.34);
    const fan = await shop.newFan();
    expect((await shop.buy(fan, { amount: 10.99 })).status).toBe(422);
    expect((await shop.buy(fan, { amount: 12.34 })).body.status).toBe("completed");
    await change(1099);
  });
});

describe("the promo of the day", () => {
  test.each([1, 2, 3, 5, 31])(
    "R-PAY-42, R-PAY-43: on day %i it is shown and the 250 pack is dropped",
    async (day) => {
      const at = `2026-10-${String(day).padStart(2, "0")}T23:00:00Z`;
      const shop = await openShop({ at });
      const { packages, promo } = await look(shop, await shop.newFan());
      expect(promo).not.toBeNull();
      expect(packages.map((pack) => pack.tokens)).toEqual([100, 500, 1000, 2500, 5000]);
    },
  );

  test.each([4, 8, 12, 16, 20, 24, 28])(
    "R-PAY-42, R-PAY-43: on day %i there is none and the 250 pack is on sale",
    async (day) => {
      const at = `2026-10-${String(day).padStart(2, "0")}T00:00:00Z`;
      const shop = await openShop({ at });
      const { packages, promo } = await look(shop, await shop.newFan());
      expect(promo).toBeNull();
      expect(packages.map((pack) => pack.tokens)).toContain(250);
    },
  );

  test("R-AMB-04: the UTC date decides", async () => {
    const shop = await openShop({ at: "2026-11-03T23:59:59Z" });
    expect((await look(shop, await shop.newFan())).promo).not.toBeNull();
    shop.clock.set("2026-11-04T00:00:00Z");
    expect((await look(shop, await shop.newFan())).promo).toBeNull();
  });

  test("R-PAY-44, R-PAY-46, R-PAY-47, R-AMB-02, R-AMB-03: 20% off the second pack, and 10% more at the footer", async () => {
    const shop = await openShop();
    const { promo } = await look(shop, await shop.newFan());
    expect(promo).toMatchObject({ tokens: 250, old_price: 24.99, price: 19.99, footer_price: 17.99 });
  });

  test.each([
    [0, 720],
    [0.999, 900],
  ])(
    "R-PAY-45, R-AMB-05: when chance says %d the countdown is %i s, and looking again continues it",
    async (chance, seconds) => {
      const shop = await openShop({ random: () => chance });
      const fan = await shop.newFan();
      const first = (await look(shop, fan)).promo;
      expect(Date.parse(first?.expires_at ?? "") - shop.clock.now().getTime()).toBe(seconds * 1000);
      shop.clock.advance(60_000);
      expect((await look(shop, fan)).promo).toEqual(first);
      const elsewhere = await shop.anotherProcess().packagesFor(fan, "en");
      expect(elsewhere.promo).toEqual(first);
    },
  );

  test("R-PAY-45, R-PAY-46: at 0 it cannot be bought, the 250 pack is back, and the same day brings no second one", async () => {
    const shop = await openShop();
    const fan = await shop.newFan();
    const { promo } = await look(shop, fan);
    const wish = { package_id: promo?.id ?? 0, amount: promo?.footer_price ?? 0 };
    shop.clock.advance(720_000);
    const late = await shop.buy(fan, wish);
    expect(late.status).toBe(422);
    expect(late.body.errors).toEqual({ package_id: [expect.stringMatching(/no longer available/)] });
    const after = await look(shop, fan);
    expect(after.promo).toBeNull();
    expect(after.packages.map((pack) => pack.tokens)).toContain(250);
    expect(shop.sandbox.requests()).toBe(0);
  });

  test("R-PAY-47, R-OPEN-28: it is charged the footer price by its id, for this fan only", async () => {
    const shop = await openShop();
    const [fan, other] = [await shop.newFan(), await shop.newFan()];
    const { promo } = await look(shop, fan);
    const wish = { package_id: promo?.id ?? 0, amount: 17.99 };
    expect((await shop.buy(other, wish)).status).toBe(422);
    expect((await shop.buy(fan, { ...wish, amount: 19.99 })).status).toBe(422);
    expect((await shop.buy(fan, wish)).body).toMatchObject({ status: "completed", fan_balance: 250 });
    expect(shop.sandbox.store.all().map((sale) => sale.amount)).toEqual(["17.99"]);
  });

  test("R-OPEN-28: on day 4 yesterday's promo id is refused", async () => {
    const shop = await openShop({ at: "2026-11-03T12:00:00Z" });
    const fan = await shop.newFan();
    const { promo } = await look(shop, fan);
    shop.clock.set("2026-11-04T12:00:00Z");
    expect((await shop.buy(fan, { package_id: promo?.id ?? 0, amount: 17.99 })).status).toBe(422);
  });

  test("R-PAY-45: ten first looks at once see one countdown", async () => {
    let draws = 0;
    const shop = await openShop({ random: () => (draws++ % 2 === 0 ? 0 : 0.9) });
    const fan = await shop.newFan();
    const looks = await Promise.all(Array.from({ length: 10 }, () => look(shop, fan)));
    expect(new Set(looks.map(({ promo }) => promo?.expires_at)).size).toBe(1);
  });

  test("R-PAY-42: a guest is offered the plain list", async () => {
    const shop = await openShop();
    const { packages, promo } = await look(shop);
    expect(promo).toBeNull();
    expect(packages).toHaveLength(6);
  });
});
