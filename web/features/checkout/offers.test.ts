import { expect, test } from "vitest";
import type { Promo } from "#contract/payments.ts";
import { pack } from "#testing/web/checkout/packages.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { findOffer, gridPackages, openPromo, type PackageOffers, percentOff, secondsLeft } from "./offers.ts";

const promo: Promo = {
  id: 90,
  tokens: 250,
  old_price: 24.99,
  price: 19.99,
  footer_price: 17.99,
  local_price: null,
  local_banner_price: null,
  local_old_price: null,
  local_currency: null,
  expires_at: "2026-11-21T12:12:00Z",
};
const packages = [pack(1, 100, 10.99), pack(2, 250, 24.99), pack(3, 500, 46.99)];
const offers: PackageOffers = { packages, promo };
const open = new Date("2026-11-21T12:00:00Z");
const over = new Date("2026-11-21T12:12:00Z");

test("R-PAY-43: while the promo is open the 250 pack is not in the grid", () => {
  expect(gridPackages(offers, open).map((each) => each.tokens)).toEqual([100, 500]);
  expect(gridPackages({ packages, promo: null }, open).map((each) => each.tokens)).toEqual([100, 250, 500]);
});

test("R-PAY-43, R-PAY-45: at 0 the promo cannot be chosen any more and the 250 pack is back at its price", () => {
  expect(openPromo(offers, over)).toBeNull();
  expect(findOffer(offers, promo.id, over)).toBeNull();
  expect(gridPackages(offers, over).map((each) => each.tokens)).toEqual([100, 250, 500]);
  expect(findOffer(offers, 2, over)).toMatchObject({ charged: 24.99, promo: false });
});

test("R-PAY-45: the countdown is the server's, never goes below 0 and reads as minutes and seconds", () => {
  expect(secondsLeft(promo.expires_at, open)).toBe(720);
  expect(clock(720)).toBe("12:00");
  expect(clock(900)).toBe("15:00");
  expect(clock(702)).toBe("11:42");
  expect(secondsLeft(promo.expires_at, new Date("2026-11-21T12:16:40Z"))).toBe(0);
  expect(clock(0)).toBe("00:00");
});

test("R-PAY-46, R-PAY-47: the promo is charged at the footer's price, another pack at its own", () => {
  expect(findOffer(offers, promo.id, open)).toEqual({
    id: 90,
    tokens: 250,
    price: 19.99,
    charged: 17.99,
    local: null,
    promo: true,
  });
  expect(percentOff(promo.price, promo.footer_price)).toBe(10);
  expect(percentOff(promo.old_price, promo.price)).toBe(20);
  expect(findOffer(offers, 3, open)).toEqual({
    id: 3,
    tokens: 500,
    price: 46.99,
    charged: 46.99,
    local: null,
    promo: false,
  });
});

test("R-PAY-07: nothing chosen, or something that is not on the offers, is no offer", () => {
  expect(findOffer(offers, null, open)).toBeNull();
  expect(findOffer(offers, 2, open)).toBeNull();
  expect(findOffer(offers, 77, open)).toBeNull();
});
