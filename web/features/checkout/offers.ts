import type { Promo, TokenPackage } from "#contract/payments.ts";

/** The content of `GET /api/token-packages`, as far as the first step needs it. */
export type PackageOffers = {
  packages: readonly TokenPackage[];
  promo: Promo | null;
  /** The countries, by their ISO 3166 codes, that have ways to pay of their own. */
  regional_countries?: readonly string[];
};

/** One thing that can be bought: what is charged stands beside what is shown. Prices in US dollars, VAT included. */
export type Offer = {
  id: number;
  tokens: number;
  /** The price on the card or banner. */
  price: number;
  /** The sum that the footer shows and the card is charged; lower than `price` only for the promo. */
  charged: number;
  /** The price in the currency that regional methods charge in; null where there are none. */
  local: (LocalPrice & { price: number }) | null;
  promo: boolean;
};

export type LocalPrice = { amount: number; currency: string };
type LocalPriced = Pick<TokenPackage, "local_price" | "local_currency">;

/** The pack that the promo sells instead; it leaves the grid while the promo can be bought. */
const promoPackTokens = 250;

/** Whole seconds until `expiresAt`, never below 0. */
export function secondsLeft(expiresAt: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / 1000));
}

/** The promo if it can still be bought at `now`. */
export function openPromo(offers: PackageOffers, now: Date): Promo | null {
  return offers.promo && secondsLeft(offers.promo.expires_at, now) > 0 ? offers.promo : null;
}

/** The cards of the grid: without the 250 pack as long as the promo sells it. */
export function gridPackages(offers: PackageOffers, now: Date): readonly TokenPackage[] {
  if (!openPromo(offers, now)) return offers.packages;
  return offers.packages.filter((pack) => pack.tokens !== promoPackTokens);
}

/** Everything that can be chosen, at what is charged for it. */
export function onSale(offers: PackageOffers, now: Date): readonly Pick<Offer, "id" | "tokens" | "price">[] {
  const promo = openPromo(offers, now);
  return [
    ...(promo ? [{ id: promo.id, tokens: promo.tokens, price: promo.footer_price }] : []),
    ...gridPackages(offers, now),
  ];
}

/** The offer of that id, or null when it is not on the offers (any more) at `now`. */
export function findOffer(offers: PackageOffers, id: number | null, now: Date): Offer | null {
  const promo = openPromo(offers, now);
  if (promo && promo.id === id) {
    return {
      id,
      tokens: promo.tokens,
      price: promo.price,
      charged: promo.footer_price,
      local: localOffer(promo, promo.local_banner_price),
      promo: true,
    };
  }
  const pack = gridPackages(offers, now).find((candidate) => candidate.id === id);
  return pack
    ? {
        id: pack.id,
        tokens: pack.tokens,
        price: pack.price,
        charged: pack.price,
        local: localOffer(pack, pack.local_price),
        promo: false,
      }
    : null;
}

/** The charge of regional methods, beside the price that is shown first; null where there are none. */
function localOffer(priced: LocalPriced, price: number | null): Offer["local"] {
  const local = localPriceOf(priced);
  return local && price !== null ? { ...local, price } : null;
}

/** The charge of regional methods for an offer; null where there are none. */
export function localPriceOf({
  local_price: amount,
  local_currency: currency,
}: LocalPriced): LocalPrice | null {
  return amount === null || currency === null ? null : { amount, currency };
}

/** The package that most fans choose, at what is charged for it; null where the operator marks none. */
export function popularOffer(offers: PackageOffers, now: Date): Offer | null {
  const popular = gridPackages(offers, now).find((pack) => pack.popular);
  return popular ? findOffer(offers, popular.id, now) : null;
}

/** How much less `charged` is than `price`, in whole percent. */
export function percentOff(price: number, charged: number): number {
  return Math.round((1 - charged / price) * 100);
}
