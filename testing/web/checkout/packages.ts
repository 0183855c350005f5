import type { Promo, TokenPackage } from "#contract/payments.ts";

/** A package as the server lists it: its id, its tokens and its price in USD. */
export const pack = (id: number, tokens: number, price: number): TokenPackage => ({
  id,
  label: `${tokens} Tokens`,
  tokens,
  price,
  description: "",
  base_tokens: tokens,
  bonus_tokens: 0,
  savings: 0,
  popular: false,
  best_value: false,
  local_price: null,
  local_currency: null,
});

/** Three packages; the second is the one that the promo of the day takes the place of. */
export const packages = [pack(1, 100, 9.99), pack(2, 250, 24.99), pack(3, 500, 44.99)];

export const promo: Promo = {
  id: 9,
  tokens: 250,
  old_price: 24.99,
  price: 19.99,
  footer_price: 17.99,
  local_price: null,
  local_banner_price: null,
  local_old_price: null,
  local_currency: null,
  expires_at: "2099-01-01T00:00:00.000Z",
};
