/** The promo is this much cheaper than its package, and so much more at checkout while it is chosen, in percent. */
export const promoReductions = { promoPercent: 20, promoFooterPercent: 10 } as const;

/** A price in cents less `percent`, rounded half up to a whole cent. */
export function discounted(cents: number, percent: number): number {
  return Math.floor((cents * (100 - percent) + 50) / 100);
}

/** Dollars for the wire. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Cents of a dollar amount from the wire, or null when it has more than two decimals or is out of bounds. */
export function toCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  const exact = Math.abs(dollars * 100 - cents) < 1e-6;
  return exact && Number.isSafeInteger(cents) ? cents : null;
}

/** An amount as gateways write it: `24.99`. */
export function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A price in cents of a dollar in another currency's hundredths, rounded up to a whole unit; `rate`: units per dollar. */
export function inCurrency(dollarCents: number, rate: number): number {
  // Rates such as 4123.45 have no exact binary form; a millionth of a unit more is none.
  return Math.ceil((dollarCents * rate) / 100 - 1e-6) * 100;
}

type Priced = { tokens: number; priceCents: number };

/** How much cheaper a token is here than in the first pack, in whole percent, never below 0. */
export function savingsPercent(first: Priced, pack: Priced): number {
  const share = (pack.priceCents * first.tokens) / (first.priceCents * pack.tokens);
  return Math.max(0, Math.round((1 - share) * 100));
}
